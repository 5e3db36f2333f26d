"""``tess standin``: starts what stands in for a foreign system of a desk, on this machine."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from src.cli_types import Commands
from src.commands.tables import refusing
from src.spoken import register_dutch, said
from standins.demo import ENVIRONMENTS

DONE = 0

if TYPE_CHECKING:
    from standins.base import Standin, StandinRequest

register_dutch(Path(__file__).with_name("in_dutch.json"))


def _standins() -> "Mapping[str, type[Standin]]":
    from standins.catalogue import standins

    return standins()


def add_standin_command(
    commands: Commands, standins: "Callable[[], Mapping[str, type[Standin]]]" = _standins
) -> None:
    """Register the command with the parser of ``tess``, and what demos speak to."""
    parser = commands.add_parser(
        "standin", help="start what stands in for a foreign system; without NAME: list them"
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="which one")
    parser.add_argument(
        "--world", metavar="FILE", help="its world: a JSON file, or one by its name"
    )
    parser.add_argument("--port", type=int, default=0, help="port to listen on (a free one)")
    parser.set_defaults(run=partial(refusing, standin), standins=standins)
    commands.choices["demo"].set_defaults(environments=ENVIRONMENTS)


def standin(options: argparse.Namespace) -> int:
    """Serve the stand-in that is named until interrupted, or list those there are."""
    known = options.standins()
    if options.name is None:
        _list(known)
        return DONE
    return _serve(options, known)


def _list(known: "Mapping[str, type[Standin]]") -> None:
    from standins.base import worlds_of

    for name, one in known.items():
        worlds = ", ".join(worlds_of(one))
        print(
            f"{name:<12} {one.title}"
            + (said(" (worlds: {worlds})", worlds=worlds) if worlds else "")
        )


def _serve(options: argparse.Namespace, known: "Mapping[str, type[Standin]]") -> int:
    from src.errors import UnknownStandin
    from standins.base import world_of
    from standins.server import StandinServer

    if options.name not in known:
        raise UnknownStandin(standins=", ".join(known) or said("none"))
    made = known[options.name]
    system = made(world_of(made, options.world))
    with StandinServer(system, options.port, _tell) as server:
        told = "{title} at {url}; Ctrl-C ends it"
        print(said(told, title=made.title, url=server.url), flush=True)
        settings = [
            f"{name}={value}" for name, value in system.settings(server.url).items() if value
        ]
        if settings:
            print("\n".join([said("TESS speaks to it with:"), *settings]), flush=True)
        server.serve_forever()
    return DONE


def _tell(asked: "StandinRequest", status: int) -> None:
    print(f"{asked.method} {asked.path} {status}", flush=True)
