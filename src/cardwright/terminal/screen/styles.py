"""Textual's stylesheet, and themes that match the palettes."""

from textual.theme import Theme

THEMES = [
    Theme(name="dark", primary="#2c5c47", accent="#f2c14e", foreground="#dfe6dc", background="#14231c", dark=True,
          surface="#20352b", panel="#2c5c47"),
    Theme(name="light", primary="#2f6b50", accent="#8a4b00", foreground="#1f2a24", background="#eef1ea", dark=False,
          surface="#dce3da", panel="#c9d6cb"),
]  # fmt: skip

STYLES = """
Screen { layout: vertical; layers: table bubble; }
#bubble { display: none; layer: bubble; position: absolute; background: $surface; }
#bubble.open { display: block; }
#head { height: auto; max-height: 6; padding: 0 1; background: $surface; }
#middle { height: 1fr; layout: vertical; }
.wide #middle { layout: horizontal; }
#table { height: auto; width: 1fr; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
.wide #table { height: 1fr; }
#news { height: 1fr; padding: 0 1; background: $background; scrollbar-size-vertical: 1; }
.wide #news { width: 38; height: 1fr; border-left: solid $panel; }
#status { height: auto; max-height: 50vh; padding: 0 1; background: $surface; }
#moves { height: auto; max-height: 5; padding: 0 1; }
#amount { display: none; height: 1; padding: 0 1; }
#amount.open { display: block; }
#amount Input { height: 1; border: none; padding: 0 1; width: 10; background: $panel; }
#amount Static { width: auto; padding: 0 1 0 0; }
#amount #amount-presets { padding: 0 0 0 1; }
#foot { height: 1; padding: 0 1; }
Sheet, Question, Notes { align: center middle; }
Curtain { background: $background 100%; }
.sheet { width: 78; max-width: 100%; height: auto; max-height: 100%; padding: 0 2;
         border: round $accent; background: $surface; }
.sheet-title { margin: 0 0 1 0; }
.sheet-scroll { height: auto; max-height: 100vh; margin: 0 0 2 0; scrollbar-size-vertical: 1; }
.sheet-close { dock: bottom; }
#pad { height: 16; max-height: 60vh; margin: 0 0 2 0; background: $background; }
.ascii .sheet { border: ascii $accent; }
.ascii #table, .ascii #news, .ascii .sheet-scroll { scrollbar-size-vertical: 0; scrollbar-size-horizontal: 0; }
.ascii.wide #news { border-left: ascii $panel; }
"""
