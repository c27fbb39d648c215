"""Cardwright: the workshop and cardroom for poker's odd cousins."""

__version__ = "0.1.0"
