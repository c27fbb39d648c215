"""Exact odds of pai gow poker."""
