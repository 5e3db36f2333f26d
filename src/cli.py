"""The ``tess`` command. Parts are imported by the command that needs them, so that ``tess --help`` is quick."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.dossier_commands import add_dossier_commands
from src.errors import TessError
from src.local_server import NoServer
from src.settings import PROJECT_ROOT, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

DONE, REFUSED, BROKEN = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 done, 1 refused, 2 wrong use or broken."""
    options, rest = _parser().parse_known_args(arguments)
    if rest and not options.passes_rest:
        _parser().error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        return int(options.run(options, rest))
    except TessError as error:
        from src.wording import WORDINGS

        print(WORDINGS["en"].error(error.code, error.details), file=sys.stderr)
        return BROKEN
    except NoServer as gone:
        print(
            f"The server at {gone} went away before it replied. Ask again; what it stored is kept.",
            file=sys.stderr,
        )
        return BROKEN
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tess",
        description="TESS answers questions of Dutch tax law, with sources that you can check.",
    )
    parser.set_defaults(passes_rest=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

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

    chat = commands.add_parser(
        "chat", help="talk in the terminal (options: --dossier ID, --url URL, ...)", add_help=False
    )
    chat.set_defaults(run=_chat, passes_rest=True)

    ui = commands.add_parser(
        "ui", help="talk in the browser (options go to streamlit run)", add_help=False
    )
    ui.set_defaults(run=_ui, passes_rest=True)

    serve = commands.add_parser("serve", help="run the server in the foreground")
    serve.add_argument("--host", help="address to listen on (API_HOST)")
    serve.add_argument("--port", type=int, help="port to listen on, 0 for a free one (API_PORT)")
    serve.set_defaults(run=_serve)

    ingest = commands.add_parser("ingest", help="read official law and ruling XML into the library")
    ingest.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files or folders")
    ingest.add_argument("--json", action="store_true", help="print the summary as JSON")
    ingest.set_defaults(run=_ingest)

    add_dossier_commands(commands)

    check = commands.add_parser(
        "check", help="run the linters, the type checker and the import contracts"
    )
    check.set_defaults(run=_check)

    test = commands.add_parser(
        "test", help="run every check and every test (options go to pytest)", add_help=False
    )
    test.set_defaults(run=_test, passes_rest=True)
    return parser


def _demo(options: argparse.Namespace, rest: list[str]) -> int:
    from src.demo import run_demo

    return run_demo(read_settings().tess_data_dir)


def _ask(options: argparse.Namespace, rest: list[str]) -> int:
    from src.local_server import any_server, send

    frame: dict[str, Any] = {"message": options.text}
    if options.dossier:
        frame["dossier_id"] = options.dossier
    if options.as_of:
        frame["as_of"] = options.as_of
    with any_server(_server_url(read_settings())) as url:
        reply = send(url, frame)
    if options.json:
        print(json.dumps(reply, ensure_ascii=False, indent=2))
    elif reply["status"] == "success":
        _show(reply)
    else:
        print(reply["error"], file=sys.stderr)
    return DONE if reply["status"] == "success" else REFUSED


def _show(reply: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    Console(highlight=False).print(Markdown(reply["response"]))
    print(f"\n[{reply['dossier_id']}, version {reply['version']}, model {reply['model']}]")
    print(f'Go on: ./tess ask "..." --dossier {reply["dossier_id"]}')


def _chat(options: argparse.Namespace, rest: list[str]) -> int:
    return _client([sys.executable, str(PROJECT_ROOT / "terminal_chat.py"), *rest], rest)


def _ui(options: argparse.Namespace, rest: list[str]) -> int:
    return _client(
        [sys.executable, "-m", "streamlit", "run", str(PROJECT_ROOT / "ui_streamlit.py"), *rest],
        rest,
    )


def _client(command: list[str], rest: list[str]) -> int:
    """Run a client as what it is, a program of its own that knows nothing but an address."""
    from src.local_server import any_server

    if "--url" in rest or {"-h", "--help"} & set(rest):
        return subprocess.call(command)
    with any_server(_server_url(read_settings())) as url:
        return subprocess.call(command, env={**os.environ, "TAX_WS_URL": url})


def _server_url(settings: Settings) -> str:
    return f"ws://{settings.api_host}:{settings.api_port}/ws"


def _serve(options: argparse.Namespace, rest: list[str]) -> int:
    from src.api.server import serve

    given = {"api_host": options.host, "api_port": options.port}
    serve(read_settings(**{name: value for name, value in given.items() if value is not None}))
    return DONE


def _ingest(options: argparse.Namespace, rest: list[str]) -> int:
    from rich.progress import Progress

    from src.retrieval.library import ingest

    settings = read_settings()
    with Progress(console=_stderr(), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(number: int, files: int, name: str) -> None:
            bar.update(task, completed=number - 1, total=files, description=name)

        report = ingest(tuple(options.paths), settings.library_dir, settings.starter_dir, show)
    counts = {name: value for name, value in vars(report).items() if name != "skipped"}
    skipped = [{"path": str(one.path), "reason": one.reason} for one in report.skipped]
    if options.json:
        print(json.dumps({**counts, "skipped": skipped}, ensure_ascii=False, indent=2))
    else:
        _print_ingested(counts, skipped)
    return DONE if report.read or report.already_there else REFUSED


def _print_ingested(counts: dict[str, int], skipped: list[dict[str, str]]) -> None:
    print(
        "Read {read} files ({already_there} were there already): {provisions} provisions, {rulings} rulings; "
        "left out {lapsed} lapsed articles and {without_text} without text.".format(**counts)
    )
    for one in skipped:
        print(f"Skipped {one['path']}: {one['reason']}")
    if counts["provisions"] or counts["rulings"] or counts["already_there"]:
        print(
            'Ask away: ./tess ask "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"'
        )


def _stderr() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


def _check(options: argparse.Namespace, rest: list[str]) -> int:
    from src.checks import run_checks

    return run_checks()


def _test(options: argparse.Namespace, rest: list[str]) -> int:
    from src.checks import run_tests

    return run_tests(rest)


if __name__ == "__main__":
    sys.exit(main())
