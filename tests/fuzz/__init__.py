"""Random input and random sequences of what people do: a little in the suite, much by ``make fuzz``."""
