"""The ``tess`` command. Parts are imported by the command that needs them, so that ``tess --help`` is quick."""

import argparse
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from src.commands.doctor.command import add_doctor_command
from src.commands.dossiers import add_check_options, add_dossier_commands, check_answers
from src.commands.evaluate import add_eval_command
from src.commands.local_server import NoServer
from src.commands.token import add_token_command
from src.desks.tax.commands.ingest import add_ingest_command
from src.desks.tax.commands.lint import add_lint_command
from src.desks.tax.commands.search import add_search_command
from src.errors import TessError, sentence

if TYPE_CHECKING:
    from rich.console import Console

    from src.settings import Settings

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, REFUSED, BROKEN, INTERRUPTED = 0, 1, 2, 130
BY_SIGNAL = 128


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 done, 1 refused, 2 wrong use or broken, 130 interrupted."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and not options.passes_rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.shows_version:
        return _version()
    if options.run is None:
        parser.error("which COMMAND? See tess --help")
    if options.run is not _serve:  # it has handlers of its own
        _unwind_on_signals()
    try:
        return int(options.run(options, rest))
    except TessError as error:
        _tell(sentence(error.code, error.details, "en"))
        return BROKEN
    except NoServer as gone:
        _tell(str(gone))
        return BROKEN
    except BrokenPipeError:
        # Whoever reads has enough (`tess log ID | head`); Python's own flush at the end must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED


def _unwind_on_signals() -> None:
    """Let SIGTERM and a closed terminal end this process by way of every ``finally``, where children are ended."""
    signals = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    heeded = [one for one in signals if one and signal.getsignal(one) == signal.SIG_DFL]

    def leave(number: int, _: FrameType | None) -> None:
        for one in heeded:
            signal.signal(one, signal.SIG_IGN)
        sys.exit(BY_SIGNAL + number)

    for one in heeded:
        signal.signal(one, leave)


def _tell(sentence: str) -> None:
    """Print to standard error, on a terminal wrapped at words."""
    from rich.text import Text

    console = _stderr()
    console.print(Text(sentence), soft_wrap=not console.is_terminal)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tess",
        description="TESS answers questions of Dutch tax law, with sources that you can check.",
    )
    parser.add_argument(
        "--version", dest="shows_version", action="store_true", help="print the version"
    )
    parser.set_defaults(run=None, passes_rest=False)
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_conversations(commands)
    _add_workshop(commands)
    return parser


def _add_conversations(commands: "Commands") -> None:
    demo = commands.add_parser(
        "demo", help="hold a whole conversation and show it; no key, no network"
    )
    demo.set_defaults(run=_demo)

    ask = commands.add_parser("ask", help="send one message and print the reply")
    ask.add_argument("text", help="your question, in Dutch or English")
    ask.add_argument("--dossier", metavar="ID", help="go on with this dossier")
    ask.add_argument("--as-of", metavar="DATE", help="the day whose law counts, e.g. 2024-01-01")
    ask.add_argument("--json", action="store_true", help="print the whole reply frame as JSON")
    ask.set_defaults(run=_ask)

    chat = commands.add_parser("chat", help="talk in the terminal")
    chat.add_argument("--dossier", metavar="ID", help="go on with this dossier")
    chat.add_argument("--url", help="WebSocket of a server that runs, e.g. ws://127.0.0.1:8000/ws")
    chat.add_argument("--json", action="store_true", help="print each reply as one line of JSON")
    chat.add_argument("--token", help="for a server that asks for one; better in TESS_TOKEN")
    chat.set_defaults(run=_chat)

    ui = commands.add_parser(
        "ui",
        help="talk in the browser (options go to streamlit run)",
        usage="tess ui [-h] [OPTION ...]",
        epilog="All other options go to streamlit run, for instance --server.port 8502 or --server.headless true.",
        allow_abbrev=False,
    )
    ui.set_defaults(run=_ui, passes_rest=True)


def _add_workshop(commands: "Commands") -> None:
    serve = commands.add_parser("serve", help="run the server in the foreground")
    serve.add_argument("--host", help="address to listen on (API_HOST)")
    serve.add_argument("--port", type=int, help="port to listen on, 0 for a free one (API_PORT)")
    serve.set_defaults(run=_serve)

    move = commands.add_parser(
        "move-store", help="copy every dossier with its journal into another folder or database"
    )
    move.add_argument("source", metavar="FROM", help="a folder, or postgresql://...")
    move.add_argument("target", metavar="TO", help="a folder, or postgresql://...")
    move.add_argument("--json", action="store_true", help="print what became of each as JSON")
    move.set_defaults(run=_move_store)

    add_doctor_command(commands)
    add_ingest_command(commands)
    add_lint_command(commands)
    add_eval_command(commands)
    add_search_command(commands)
    add_token_command(commands)
    add_dossier_commands(commands)

    check = commands.add_parser(
        "check", help="judge a dossier's answers anew, offline; without ID: check the code itself"
    )
    add_check_options(check)
    check.set_defaults(run=_check)

    pictures = commands.add_parser("pictures", help="make pictures of every state of the web page")
    pictures.add_argument(
        "folder", metavar="FOLDER", nargs="?", default="pictures", help="where to (pictures)"
    )
    pictures.set_defaults(run=_pictures)

    test = commands.add_parser(
        "test",
        help="run every check and every test (options go to pytest)",
        usage="tess test [-h] [OPTION ...]",
        epilog="All other options go to pytest, for instance -x or -k NAME or a path.",
        allow_abbrev=False,
    )
    test.set_defaults(run=_test, passes_rest=True)


def _version() -> int:
    from importlib.metadata import version

    print(f"tess {version('tess')}")
    return DONE


def _demo(options: argparse.Namespace, rest: list[str]) -> int:
    from src.commands.demo import run_demo
    from src.settings import read_settings

    settings = read_settings()
    return run_demo(settings.tess_data_dir, settings.token)


def _ask(options: argparse.Namespace, rest: list[str]) -> int:
    from src.commands.local_server import any_server, send
    from src.server_address import is_free

    frame: dict[str, Any] = {"message": options.text}
    if options.dossier:
        frame["dossier_id"] = options.dossier
    if options.as_of:
        frame["as_of"] = options.as_of
    with any_server(_prepare_to_ask, free=is_free()) as url:
        from src.settings import read_settings  # by now, a server of our own imports beside us

        reply = send(url, frame, read_settings().token)
        _tell_reply(reply, as_json=options.json)  # before a server of our own has ended
    return DONE if reply["status"] == "success" else REFUSED


def _prepare_to_ask() -> str:
    """Import what sends a message and what shows the reply; return where the settings expect a server."""
    for module in ("rich.markdown", "websockets.sync.client"):
        import_module(module)
    from src.settings import read_settings

    return _server_url(read_settings())


def _tell_reply(reply: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(reply, ensure_ascii=False, indent=2), flush=True)
    elif reply["status"] == "success":
        _show(reply)
    else:
        _tell(reply["error"])


def _show(reply: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    Console(highlight=False).print(Markdown(reply["response"]))
    print(f"\n[{reply['dossier_id']}, version {reply['version']}, model {reply['model']}]")
    print(f'Go on: ./tess ask "..." --dossier {reply["dossier_id"]}', flush=True)


def _chat(options: argparse.Namespace, rest: list[str]) -> int:
    from src.settings import PROJECT_ROOT

    command = [sys.executable, str(PROJECT_ROOT / "terminal_chat.py")]
    given = {"--dossier": options.dossier, "--url": options.url}
    command += [f"{name}={value}" for name, value in given.items() if value is not None]
    command += ["--json"] * options.json
    if options.url is not None:
        return _client("chat", command, options.token)
    return _client_beside_a_server("chat", command, options.token)


def _ui(options: argparse.Namespace, rest: list[str]) -> int:
    from src.settings import PROJECT_ROOT

    page = str(PROJECT_ROOT / "ui_streamlit.py")
    return _client_beside_a_server("ui", [sys.executable, "-m", "streamlit", "run", page, *rest])


def _client_beside_a_server(name: str, command: list[str], token: str | None = None) -> int:
    from src.commands.local_server import any_server
    from src.settings import read_settings

    settings = read_settings()
    ours = _server_url(settings)
    with any_server(lambda: ours) as url:
        own = url if url != ours else ""
        return _client(name, command, token, TAX_WS_URL=url, TESS_OWN_SERVER=own)


def _client(name: str, command: list[str], token: str | None = None, **environment: str) -> int:
    """Run a client as what it is, a program of its own that knows nothing but an address."""
    from src.commands.local_server import end
    from src.settings import read_settings

    known = {"TAX_WS_URL": "", "TESS_COMMAND": f"./tess {name}", **environment}
    # It reads no .env, where the token may stand; and among a program's options others could read it.
    shown = {"TESS_TOKEN": read_settings().token if token is None else token, "TESS_TOKEN_FILE": ""}
    process = subprocess.Popen(command, env={**os.environ, **known, **shown})
    try:
        # The client has Ctrl-C too, and knows whether it means the reply or the end.
        signal.signal(signal.SIGINT, lambda *_: None)
        status = process.wait()
    finally:
        end(process)
    return BY_SIGNAL - status if status < 0 else status


def _server_url(settings: "Settings") -> str:
    return f"ws://{settings.api_host}:{settings.api_port}/ws"


def _serve(options: argparse.Namespace, rest: list[str]) -> int:
    # What a start makes stays: to look for garbage among it takes a tenth of the start.
    gc.disable()
    # Nothing here multiplies matrices: the threads that numpy starts for it would only take turns from the start.
    os.putenv("OPENBLAS_NUM_THREADS", "1")
    from src.api.server import serve
    from src.settings import read_settings

    given = {"api_host": options.host, "api_port": options.port}
    settings = read_settings(**{name: value for name, value in given.items() if value is not None})
    serve(settings, _announce)
    # Python looks through all that is left before it ends, for 0.3 s; the system takes it back at once.
    gc.freeze()
    return DONE


def _announce(where: str) -> None:
    gc.enable()
    print(where, flush=True)


def _move_store(options: argparse.Namespace, rest: list[str]) -> int:
    from src.commands.move_store import move_store

    return move_store(options.source, options.target, as_json=options.json)


def _stderr() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


def _check(options: argparse.Namespace, rest: list[str]) -> int:
    if options.dossier is not None:
        return check_answers(options, rest)
    if options.answer is not None or options.json:
        _tell("Name the dossier whose answers are to be checked: tess check ID.")
        return BROKEN
    from src.commands.checks import run_checks

    return run_checks()


def _pictures(options: argparse.Namespace, rest: list[str]) -> int:
    from src.commands.checks import make_pictures

    return make_pictures(Path(options.folder))


def _test(options: argparse.Namespace, rest: list[str]) -> int:
    from src.commands.checks import run_tests

    return run_tests(rest)


if __name__ == "__main__":
    sys.exit(main())
