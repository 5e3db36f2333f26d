"""What commands print: the text that was asked for to standard output, all else to standard error."""

import argparse
import json
import sys


def print_json(value: object) -> None:
    """Print data for programs."""
    print(json.dumps(value, ensure_ascii=False, indent=2), flush=True)


def show(options: argparse.Namespace, data: object, text: str) -> int:
    """Print data for programs where JSON was asked for, else the text; return the status of what is done."""
    print_json(data) if options.json else print(text)
    return 0


def tell(sentence: str) -> None:
    """Print to standard error, on a terminal wrapped at words."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True)
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
