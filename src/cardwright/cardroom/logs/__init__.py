"""Logs other than those of tables: clubs, people, published declarations, and lists of tables."""
