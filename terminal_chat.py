"""Talk to TESS in a terminal or through a pipe; ``--help`` shows the options."""

import sys

BROKEN = 2
MISSING = """terminal_chat.py needs {name}, which is not installed for {python}.
Start it with ./tess chat, or install what it needs: pip install -r requirements.txt"""


def main() -> int:
    """Run the client and return its exit status; 2 where a library that it needs is missing."""
    try:
        from clients.terminal.main import run
    except ModuleNotFoundError as error:
        print(MISSING.format(name=error.name, python=sys.executable), file=sys.stderr)
        return BROKEN
    return run()


if __name__ == "__main__":
    sys.exit(main())
