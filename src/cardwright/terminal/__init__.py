"""The terminal: games on the screen and in words, and the output of the commands."""
