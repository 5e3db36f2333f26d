"""What the commands about documentation do: where is searched, what was thought of an answer, how a turn went."""

import json

from clients.desk import scope_in, searched_in, versions_in
from clients.terminal.chat import Chat, Unusable
from clients.terminal.words import one_line
from tess_client.wire import Frame, harmless, rows_in

EVERY = ("all", "alles", "*")
"""Says that all collections are meant."""


def show_collections(chat: Chat, _: str) -> None:
    """Print the collections that can be searched, those in which the dossier is searched marked."""
    chosen, version = scope_in(chat.dossier() if chat.dossier_id else {})
    found = rows_in(chat.server.page("/collections"), "collections")
    if not found:
        chat.say("no_collections")
    searched = searched_in(found, chosen)
    for collection in found:
        mark = "●" if harmless(collection.get("name")) in searched else "○"
        name = one_line(collection.get("name"))
        chat.screen.entry(f"  {mark} {name}  ", _about(chat, collection))
    if version:
        chat.say("scope_version", "dim", version=version)


def _about(chat: Chat, collection: Frame) -> str:
    told = [chat.words("sections", count=collection.get("sections", 0))]
    if versions := versions_in(collection):
        told.append(chat.words("versions", versions=", ".join(versions)))
    newest = chat.words.day(collection.get("newest"))
    return " · ".join([*told, *([chat.words("newest", day=newest)] if newest else [])])


def choose_scope(chat: Chat, argument: str) -> None:
    """Search in one collection, or in several with commas between, and in one version of them."""
    named, _, version = argument.partition(" ")
    names = [] if named.lower() in EVERY else [one for one in named.split(",") if one]
    body: Frame = {"collections": names, "version": version.strip()}
    if chat.dossier_id:
        chat.changed(body, "scope")
    else:
        chat.begun({**body, **({"desk": chat.desk_name} if chat.desk_name else {})}, "/scope")


def up(chat: Chat, _: str) -> None:
    """Keep that the last answer was helpful."""
    chat.changed({"up": True}, "feedback")


def down(chat: Chat, argument: str) -> None:
    """Keep that it was not, and why."""
    chat.changed({"up": False, "why": argument}, "feedback")


def show_trace(chat: Chat, argument: str) -> None:
    """Print the tools that ran in a turn, and the stages of one from before models decided in rounds."""
    if not chat.dossier_id:
        raise Unusable(chat.words("no_dossier"))
    if argument and not (argument.isdecimal() and len(argument) < 9):
        raise Unusable(chat.words("usage", usage="/trace [N]"))
    query = {"turn": argument} if argument else {}
    traced = chat.server.page("/dossiers", chat.dossier_id, "trace", **query)
    chat.screen.say(chat.words("turn", version=traced.get("turn", "")), "bold")
    for stage in rows_in(traced, "stages"):
        _show_stage(chat, stage)
    for call in rows_in(traced, "calls"):
        told = f"{one_line(call.get('arguments'))} · {one_line(call.get('outcome'))}"
        chat.screen.entry(f"  {one_line(call.get('tool'))}  ", told, "dim")


def _show_stage(chat: Chat, stage: Frame) -> None:
    name, seed_name = one_line(stage.get("name")), one_line(stage.get("seed_name"))
    named = f"{name} ({seed_name})" if seed_name not in ("", name) else name
    took = f"{one_line(stage.get('outcome'))} · {one_line(stage.get('milliseconds'))} ms"
    chat.screen.entry(f"  {named}  ", took)
    wrote = stage.get("wrote")
    for attribute, value in wrote.items() if isinstance(wrote, dict) else ():
        told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        chat.screen.entry(f"      {one_line(attribute)}: ", one_line(told), "dim")
