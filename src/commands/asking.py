"""``tess ask``: one message to a server, and the reply; ``--yes`` confirms the sources that were found at once."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.commands.local_server import any_server, post, send, server_url
from src.commands.naming import in_terminal, named_over_wire, told_of
from src.commands.printing import print_json, show_markdown, tell
from src.desks.catalogue import plugs
from src.errors import EmptyMessage, UnknownDesk
from src.spoken import said, said_in

if TYPE_CHECKING:
    from src.settings import Settings

DONE, REFUSED, BROKEN = 0, 1, 2
STDIN = "-"
YES = {"nl": "ja"}
CONFIRMED = "Confirmed by --yes, unseen by anybody: {sources}."


def desk_of(options: argparse.Namespace) -> str | None:
    """Return the desk that is asked for; raises ``UnknownDesk`` for one that is not there."""
    names = [plug.name for plug in plugs(options.desks)]
    if options.desk is not None and options.desk not in names:
        raise UnknownDesk(desks=", ".join(names))
    return str(options.desk) if options.desk is not None else None


def ask(options: argparse.Namespace, _: list[str]) -> int:
    """Send the message and print the reply."""
    desk = desk_of(options)
    text = _text(options)
    if text is None:
        return BROKEN
    if not text.strip():
        tell(told_of(EmptyMessage()))  # before a server is started for it
        return REFUSED
    frame: dict[str, Any] = {"message": text}
    if desk:
        frame["desk"] = desk
    if options.as_of:
        frame["as_of"] = options.as_of
    settings: Settings = options.read_settings()
    with any_server(server_url(settings)) as url:
        return _asked(options, frame, url, settings)  # before a server of our own has ended


def _text(options: argparse.Namespace) -> str | None:
    """Return the question; None, once that was said, where there is none."""
    if options.text is not None and options.file is not None:
        tell(said("Give the question, or a file with it; not both."))
        return None
    file = options.file or STDIN
    if options.text not in (None, STDIN):
        return str(options.text)
    if file == STDIN and sys.stdin.isatty():
        tell(said('What is the question? ./tess ask "...", or -f FILE.'))
        return None
    try:
        return sys.stdin.read() if file == STDIN else Path(file).read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or said("it is no text")
        tell(said("{path} can't be read: {reason}.", path=file, reason=reason))
        return None


def _asked(
    options: argparse.Namespace, frame: dict[str, Any], url: str, settings: "Settings"
) -> int:
    token = settings.token
    named = "last" if options.goes_on else options.dossier
    if named:
        frame["dossier_id"] = named_over_wire(named, url, token)
    reply = send(url, {**frame, "straight": True} if options.yes else frame, token)
    sources = confirmable(reply) if options.yes else []
    if sources:
        yes = {"message": YES.get(reply["language"], "yes"), "dossier_id": reply["dossier_id"]}
        reply = {**send(url, yes, token), "confirmed": [source["id"] for source in sources]}
    if options.label and reply["status"] == "success":
        path = f"/dossiers/{reply['dossier_id']}/labels"
        labelled = post(url, path, {"add": options.label}, token)
        if "error" in labelled:
            tell(labelled["error"])
    _tell_reply(reply, sources, options)
    return DONE if reply["status"] == "success" else REFUSED


def confirmable(reply: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the sources that a reply shows and asks to confirm; none where it asks for anything else, as a plan."""
    if reply.get("outcome") != "request" or reply.get("plans") or reply.get("clarification"):
        return []
    return [entry for entry in reply["sources"] if entry["selected"]]


def _tell_reply(
    reply: Mapping[str, Any], sources: list[dict[str, Any]], options: argparse.Namespace
) -> None:
    if options.json:
        print_json(reply)
    elif reply["status"] != "success":
        tell(in_terminal(reply["code"], reply["error"]))
    else:
        show_markdown(f"{_confirmed(reply, sources)}{reply['response']}")
        tell_where(reply)
        if options.yes and reply.get("plans"):
            tell(said("A plan waits to be confirmed: --yes never does that."))


def _confirmed(reply: Mapping[str, Any], sources: list[dict[str, Any]]) -> str:
    """Return what ``--yes`` confirmed, before the answer; empty where it confirmed nothing."""
    if not sources:
        return ""
    from src.wording.markdown import each_once  # only here: it brings the dossier with it

    titles = each_once(source["title"] for source in sources)
    return f"{said_in(reply['language'], CONFIRMED, sources=titles)}\n\n"


def tell_where(reply: Mapping[str, Any]) -> None:
    """Say beside the answer where it is kept, and how to go on."""
    known = {"dossier": reply["dossier_id"], "version": reply["version"]}
    tell(said("[{dossier}, version {version}, model {model}]", **known, model=reply["model"]))
    tell(said('Go on: ./tess ask "..." --dossier {dossier}', dossier=reply["dossier_id"]))
