"""Run the command line as ``python -m cardwright.cli``."""

from cardwright.cli import main

raise SystemExit(main())
