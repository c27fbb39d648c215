"""Bots, hints, reviews and exercises, computed in worker processes."""
