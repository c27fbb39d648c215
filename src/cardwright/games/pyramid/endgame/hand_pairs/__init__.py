"""Pairs of hands that meet at the end of a pyramid, for the kernel of `endgame.hidden`."""
