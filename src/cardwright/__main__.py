"""The command ``cardwright``, also where no script of that name is on the path: ``python -m cardwright``."""

import sys


def main() -> int:
    """Run the command, and return its exit code. Ctrl-C stops it in one line, also while its modules are imported."""
    try:
        from cardwright import cli

        return cli.main()
    except KeyboardInterrupt:
        print("cardwright: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
