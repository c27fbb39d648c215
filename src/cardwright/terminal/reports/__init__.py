"""Commands that print a result and end: tables, JSON, Markdown and charts."""
