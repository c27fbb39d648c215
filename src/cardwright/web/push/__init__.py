"""Web Push: a notice in a browser whose page is closed, when it is its player's turn. It needs the extra ``push``."""
