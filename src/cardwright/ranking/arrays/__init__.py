"""Evaluate arrays of hands."""
