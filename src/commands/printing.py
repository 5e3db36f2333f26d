"""What commands print: the text that was asked for to standard output, all else to standard error."""

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: object) -> None:
    """Print data for programs."""
    print(json.dumps(value, ensure_ascii=False, indent=2), flush=True)


def console_of_errors() -> "Console":
    """Return standard error as a terminal."""
    from rich.console import Console

    return Console(stderr=True)


def tell(sentence: str) -> None:
    """Print to standard error, on a terminal wrapped at words."""
    from rich.text import Text

    console = console_of_errors()
    console.print(Text(sentence), soft_wrap=not console.is_terminal)


def show_markdown(text: str) -> None:
    """Print a reply: drawn on a terminal, and else as it is, so that nothing is wrapped or padded in a file."""
    # Whoever wrote it, a terminal only prints it.
    text = "".join(sign for sign in text if sign.isprintable() or sign == "\n")
    if not sys.stdout.isatty():
        print(text, flush=True)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(highlight=False).print(Markdown(text))
