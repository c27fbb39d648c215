"""The full-screen interface, in Textual: a game being played, and a recorded game step by step."""
