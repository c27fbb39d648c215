"""Where the games of this computer's user are kept."""

import os
from pathlib import Path

HOME = "CARDWRIGHT_HOME"


def folder() -> Path:
    """The folder of records: ``$XDG_DATA_HOME/cardwright/games``, which is most often in ``~/.local/share``."""
    chosen = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification: a path that is not absolute is to be ignored.
    base = Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "share"
    return base / "cardwright" / "games"
