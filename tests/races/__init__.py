"""People who act at the same moment: in every order of what their transactions do, and over real sockets."""
