"""The ``tess`` command. Parts are imported by the command that needs them, so that ``tess --help`` is quick."""

import argparse
import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from importlib.util import find_spec
from types import FrameType
from typing import TYPE_CHECKING

from src import commands as own_commands
from src import texts
from src.cli_types import Commands, Run
from src.commands.asking import desk_of
from src.commands.completion import completion
from src.commands.local_server import NoServer, server_url
from src.commands.naming import named_over_wire, told_of
from src.commands.parser import (
    AddCommand,
    OverviewParser,
    SpeakingParser,
    SpeakingRawFormatter,
    commands_beside,
    complete,
)
from src.commands.printing import tell
from src.commands.tables import add_commands, command_at, name_dossiers, refusing
from src.desks.catalogue import DESKS, Installed, plugs, read_settings
from src.errors import BadSettings, SeveralDossiers, TessError, UnknownDossier
from src.places import CALLED, SHIPPED
from src.spoken import language_of_user, said, speaking

if TYPE_CHECKING:
    from src.desks.plug import OwnExport
    from src.settings import Settings

DONE, REFUSED, BROKEN, INTERRUPTED = 0, 1, 2, 130
BY_SIGNAL = 128

WHICH = "its id, the start of it, or last"
FORMATS = ("md", "docx", "pdf", "html", "json")

OF_UNIX = ("fcntl", "resource")
"""Modules of Python that Windows lacks, and with them what keeps dossiers."""


def main(
    arguments: Sequence[str] | None = None,
    desks: Installed = DESKS,
    beside: Sequence[AddCommand] | None = None,
) -> int:
    """Run one command; return 0 done, 1 refused, 2 wrong use or broken, 130 interrupted.

    ``beside`` registers the commands of other packages; None: of those that are installed.
    """
    with speaking(language_of_user()):
        return _ended(arguments, partial(_parser, desks, beside))


def _ended(arguments: Sequence[str] | None, parser: Callable[[], argparse.ArgumentParser]) -> int:
    try:
        return _run(arguments, parser())
    except TessError as error:
        tell(told_of(error))
        return REFUSED if isinstance(error, UnknownDossier | SeveralDossiers) else BROKEN
    except NoServer as gone:
        tell(str(gone))
        return BROKEN
    except ModuleNotFoundError as missing:
        if missing.name not in OF_UNIX:
            raise
        tell(said("This command needs Linux or macOS: on Windows, run it in WSL or Docker."))
        return BROKEN
    except BrokenPipeError:
        # Whoever reads has enough (`tess log ID | head`); Python's own flush at the end must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: Sequence[str] | None, parser: argparse.ArgumentParser) -> int:
    options, rest = parser.parse_known_args(arguments)
    if rest and not options.passes_rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.shows_version:
        return _version()
    if options.run is None:
        parser.error(said("which COMMAND? See tess --help"))
    if not options.own_signals:
        _unwind_on_signals()
    return int(options.run(options, rest))


def _unwind_on_signals() -> None:
    """Let SIGTERM and a closed terminal end this process by way of every ``finally``, where children are ended."""
    signals = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    heeded = [entry for entry in signals if entry and signal.getsignal(entry) == signal.SIG_DFL]

    def leave(number: int, _: FrameType | None) -> None:
        for value in heeded:
            signal.signal(value, signal.SIG_IGN)
        sys.exit(BY_SIGNAL + number)

    for each in heeded:
        signal.signal(each, leave)


def _parser(
    desks: Installed, beside: Sequence[AddCommand] | None = None
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = OverviewParser(
        prog="tess",
        description="TESS: dossiers that keep what was asked, found and made, with sources that you can check.",
    )
    parser.add_argument(
        "--version", dest="shows_version", action="store_true", help="print the version"
    )
    parser.set_defaults(
        run=None,
        own_signals=False,
        passes_rest=False,
        desks=desks,
        read_settings=partial(read_settings, desks),
    )
    speaking_parser: type[argparse.ArgumentParser] = SpeakingParser
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=speaking_parser)
    every = plugs(desks)
    _add_own(commands, parser, [own for plug in every for own in plug.exports])
    try:
        for plug in every:
            plug.add_commands(commands)
        for add in commands_beside() if beside is None else beside:
            add(commands)
    except argparse.ArgumentError as error:
        told = said("two commands have one name: {problem}", problem=error)
        raise BadSettings(problem=told) from None
    complete(parser)
    return parser


def _add_own(
    commands: Commands, parser: argparse.ArgumentParser, exports: Sequence["OwnExport"]
) -> None:
    runs: dict[str, Run] = {
        "chat": _chat,
        "ui": _ui,
        "serve": _serve,
        "check": _check,
        "completion": partial(completion, parser),
    }
    add_commands(commands, texts.beside(__file__, "cli"), runs)
    commands.choices["ingest"].formatter_class = SpeakingRawFormatter
    token = commands.add_parser("token", help="make, list and revoke tokens for a server's callers")
    kinds = token.add_subparsers(metavar="KIND", required=True)
    add_commands(kinds, texts.beside(own_commands.__file__, "token"))
    _add_of_dossiers(commands, exports)


def _add_of_dossiers(commands: Commands, exports: Sequence["OwnExport"]) -> None:
    """Register the commands on stored dossiers; ``exports``: what desks hand over beside memos."""
    table = texts.beside(own_commands.__file__, "dossiers")

    def first(name: str, parser: argparse.ArgumentParser) -> None:
        if table[name].get("of_dossier", True):
            parser.add_argument("dossier", metavar="ID", help=WHICH)
        if name == "export":
            _add_formats(parser, exports)

    def run(place: str, options: argparse.Namespace) -> int:
        return command_at(place)(options)

    runs = {name: partial(refusing, partial(run, told["run"])) for name, told in table.items()}
    add_commands(commands, table, runs, first)


def _add_formats(export: argparse.ArgumentParser, exports: Sequence["OwnExport"]) -> None:
    formats = export.add_mutually_exclusive_group()
    for name in FORMATS:
        formats.add_argument(f"--{name}", dest="format", action="store_const", const=name)
    for own in exports:
        formats.add_argument(f"--{own.name}", choices=own.formats, help=f"its {own.name} instead")
        if own.forms:
            export.add_argument("--form", choices=own.forms, help=f"of the {own.name}")
    export.set_defaults(exports=exports)


def _version() -> int:
    from importlib.metadata import version

    print(f"tess {version('tess')}")
    return DONE


def _chat(options: argparse.Namespace, rest: list[str]) -> int:
    # A server elsewhere may have other desks than this installation.
    desk = options.desk if options.url is not None else desk_of(options)
    if options.url is None:
        name_dossiers(options)
    elif options.dossier is not None:
        token = options.read_settings().token if options.token is None else options.token
        options.dossier = named_over_wire(options.dossier, options.url, token)

    command = [sys.executable, str(SHIPPED / "terminal_chat.py")]
    given = {"--dossier": options.dossier, "--url": options.url, "--desk": desk}
    command += [f"{name}={value}" for name, value in given.items() if value is not None]
    command += ["--json"] * options.json
    return _client("chat", command, options, desk)


def _ui(options: argparse.Namespace, rest: list[str]) -> int:
    desk = desk_of(options)
    if find_spec("streamlit") is None:
        tell(
            said(
                "The web page needs Streamlit: install tess[web], for example pip install 'tess[web]'."
            )
        )
        return BROKEN
    page = str(SHIPPED / "ui_streamlit.py")
    command = [sys.executable, "-m", "streamlit", "run", page, *rest]
    return _client("ui", command, options, desk)


def _client(name: str, command: list[str], options: argparse.Namespace, desk: str | None) -> int:
    """Run a client as what it is, a program of its own that knows nothing but an address."""
    from src.commands.local_server import any_server, end

    settings: Settings = options.read_settings()
    ours = server_url(settings)
    # With an address of its own it asks no server of this machine.
    elsewhere = getattr(options, "url", None) is not None
    token = settings.token if (given := getattr(options, "token", None)) is None else given
    known = {"TESS_COMMAND": f"{CALLED} {name}", "TESS_DESK": desk or settings.tess_desk or ""}
    known |= {"TESS_HOSTS": settings.tess_hosts or "", "TESS_ORIGINS": settings.tess_origins or ""}
    # It reads no .env, where the token may stand; and among a program's options others could read it.
    known |= {"TESS_TOKEN": token, "TESS_TOKEN_FILE": ""}
    with nullcontext(ours) if elsewhere else any_server(ours) as url:
        known |= {
            "TAX_WS_URL": "" if elsewhere else url,
            "TESS_OWN_SERVER": url if url != ours else "",
        }
        process = subprocess.Popen(command, env={**os.environ, **known})
        try:
            # The client has Ctrl-C too, and knows whether it means the reply or the end.
            signal.signal(signal.SIGINT, lambda *_: None)
            status = process.wait()
        finally:
            end(process)
    return BY_SIGNAL - status if status < 0 else status


def _serve(options: argparse.Namespace, rest: list[str]) -> int:
    gc.disable()  # until it listens: what a start makes stays, and is not looked through again and again
    from src.api.server import serve

    given = {"api_host": options.host, "api_port": options.port}
    named = {name: value for name, value in given.items() if value is not None}
    settings: Settings = options.read_settings(**named)
    make_door = None
    if settings.tess_mcp == "on":
        # It takes over a second to import: only who opens the door pays.
        from src.mcp_server.http import McpDoor

        make_door = McpDoor

    def announce(where: str) -> None:
        gc.freeze()
        gc.enable()
        print(where, flush=True)

    serve(settings, announce, desks=options.desks, make_door=make_door)
    # Python looks through all that is left before it ends, for 0.3 s; the system takes it back at once.
    gc.freeze()
    return DONE


def _check(options: argparse.Namespace, rest: list[str]) -> int:
    if options.dossier is not None:
        from src.commands.reviewing import check

        return refusing(check, options, rest)
    if options.answer is not None or options.json or not options.check_code:
        tell(said("Name the dossier whose answers are to be checked: tess check ID."))
        return BROKEN
    return int(options.check_code())


if __name__ == "__main__":
    sys.exit(main())
