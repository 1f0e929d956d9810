"""What is measured about this project; `python -m benchmarks --help` lists it."""
