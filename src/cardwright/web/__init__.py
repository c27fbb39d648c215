"""The cardroom in the browser: live tables, drawn from scenes."""
