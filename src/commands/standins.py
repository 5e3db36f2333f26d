"""``tess standin``: starts what stands in for a foreign system of a desk, on this machine."""

import argparse
from functools import partial
from typing import TYPE_CHECKING

from src.commands.running import DONE, refusing
from src.spoken import said

if TYPE_CHECKING:
    from src.services.standin import Standin, StandinRequest

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_standin_command(commands: "Commands") -> None:
    """Register the command with the parser of ``tess``."""
    parser = commands.add_parser(
        "standin", help="start what stands in for a foreign system; without NAME: list them"
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="which one")
    parser.add_argument(
        "--world", metavar="FILE", help="its world: a JSON file, or one by its name"
    )
    parser.add_argument("--port", type=int, default=0, help="port to listen on (a free one)")
    parser.set_defaults(run=partial(refusing, standin))


def standin(options: argparse.Namespace) -> int:
    """Serve the stand-in that is named until interrupted, or list those there are."""
    from src.desks.catalogue import standins

    known = standins(options.desks)
    if options.name is None:
        _list(known)
        return DONE
    return _serve(options, known)


def _list(known: "dict[str, type[Standin]]") -> None:
    from src.services.standin import worlds_of

    for name, one in known.items():
        worlds = ", ".join(worlds_of(one))
        print(
            f"{name:<12} {one.title}"
            + (said(" (worlds: {worlds})", worlds=worlds) if worlds else "")
        )
    if not known:
        print(said("No desk has a stand-in."))


def _serve(options: argparse.Namespace, known: "dict[str, type[Standin]]") -> int:
    from src.errors import UnknownStandin
    from src.services.standin import world_of
    from src.services.standin_server import StandinServer

    if options.name not in known:
        raise UnknownStandin(standins=", ".join(known) or said("none"))
    made = known[options.name]
    with StandinServer(made(world_of(made, options.world)), options.port, _tell) as server:
        told = "{title} at {url}; Ctrl-C ends it"
        print(said(told, title=made.title, url=server.url), flush=True)
        server.serve_forever()
    return DONE


def _tell(asked: "StandinRequest", status: int) -> None:
    print(f"{asked.method} {asked.path} {status}", flush=True)
