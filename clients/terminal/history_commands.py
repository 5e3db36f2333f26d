"""What the commands about the dossier's history do."""

from datetime import date, datetime

from clients.terminal.chat import Chat, Unusable
from clients.terminal.picking import titled
from clients.terminal.source_commands import the_source
from clients.terminal.words import one_line
from tess_client.wire import Frame, harmless, rows_in

MOST_NAMES = 4
"""Names that a line of the log has; of the others it tells the number."""

ALONE = "local"
"""The author where nobody had to say who they are."""

LATEST = ("today", "vandaag", "latest", "nieuwste", "-")
DAYS = ("%Y-%m-%d", "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y")


def undo(chat: Chat, argument: str) -> None:
    """Take changes back."""
    chat.changed({"turns": _count(chat, "/undo", argument)}, "undo")


def redo(chat: Chat, argument: str) -> None:
    """Make changes again."""
    chat.changed({"turns": _count(chat, "/redo", argument)}, "redo")


def show_log(chat: Chat, _: str) -> None:
    """Print every turn in brief."""
    lines = chat.server.listing("/dossiers", _dossier_id(chat), "log")
    if not lines:
        chat.say("no_turns")
    for line in lines:
        said = chat.words("erased") if line.get("erased") else one_line(line.get("message"))
        author = one_line(line.get("author"))
        who = "" if author == ALONE else f"{author}  "
        head = f"{one_line(line.get('version')):>3}  {moment(chat, line)}  {who}"
        chat.screen.entry(head, f"“{said}”" if said else "")
        for change in rows_in(line, "changes"):
            chat.screen.entry("     ", _change(chat, change), "dim")


def show_why(chat: Chat, argument: str) -> None:
    """Print what happened to a source."""
    dossier = chat.dossier()
    number, source = the_source(chat, dossier, argument)
    events = chat.server.listing(
        "/dossiers", _dossier_id(chat), "why", source=str(source.get("id") or number)
    )
    chat.screen.say(f"[{number}] {titled(source)}", "bold")
    if not events:
        chat.say("no_events")
    for event in events:
        turn = chat.words("turn", version=event.get("version"))
        chat.screen.entry(f"  {turn} · {moment(chat, event)} · ", _event(chat, event))


def show_last(chat: Chat, argument: str) -> None:
    """Print the last questions and their replies."""
    count = _count(chat, "/last", argument)
    for message in last_exchanges(chat.dossier(), count):
        show_message(chat, message)


def show_message(chat: Chat, message: Frame) -> None:
    """Print one message of the conversation."""
    text = harmless(message.get("content"))
    chat.screen.say()
    if message.get("role") == "user":
        chat.screen.say(f"› {text}", "bold")
    else:
        chat.screen.markdown(text)


def fetch(chat: Chat, _: str) -> None:
    """Get the reply that nobody waited for."""
    if chat.pending is None:
        raise Unusable(chat.words("nothing_pending"))
    chat.await_reply(chat.pending)


def cancel(chat: Chat, _: str) -> None:
    """Have the server stop the turn that nobody waits for."""
    if chat.pending is None:
        raise Unusable(chat.words("nothing_pending"))
    told = chat.server.change({}, "/turns", chat.pending.message_id, "cancel")
    if told.get("cancelled") is not True:
        chat.say("not_cancelled")
        return
    chat.pending, chat.known = None, {}
    chat.learn()
    if not chat.known:
        chat.dossier_id = ""  # it would have made the dossier
    chat.say("cancelled")


def set_day(chat: Chat, argument: str) -> None:
    """Let a day count; without one, tell which does."""
    if not argument:
        as_of = chat.dossier().get("as_of") if chat.dossier_id else chat.as_of
        _tell_day(chat, one_line(as_of))
        return
    day = None if argument.lower() in LATEST else _day(chat, argument).isoformat()
    if chat.dossier_id:
        chat.changed({"day": day}, "as-of")
    else:
        chat.as_of = day or ""
        _tell_day(chat, chat.as_of)


def _tell_day(chat: Chat, day: str) -> None:
    name = "counts" if day else "latest"
    told = chat.desk.day(name, chat.words.language, day=chat.words.day(day))
    chat.screen.say(one_line(told))


def _day(chat: Chat, text: str) -> date:
    for form in DAYS:
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007  # a day that counts has no zone
        except ValueError:
            continue
    raise Unusable(chat.words("bad_day", day=text))


def _count(chat: Chat, name: str, argument: str) -> int:
    if not argument:
        return 1
    if not argument.isdecimal() or not 1 <= int(argument) <= 1_000_000:
        raise Unusable(chat.words("usage", usage=f"{name} [N]"))
    return int(argument)


def _dossier_id(chat: Chat) -> str:
    if not chat.dossier_id:
        raise Unusable(chat.words("no_dossier"))
    return chat.dossier_id


def moment(chat: Chat, row: Frame) -> str:
    """Return when something happened, on the clock of this machine; as it was told where that is no moment."""
    told = one_line(row.get("time"))
    try:
        here = datetime.fromisoformat(told).astimezone()
    except (ValueError, OverflowError):
        return told
    return f"{chat.words.day(here.date().isoformat())} {here:%H:%M}"


def _change(chat: Chat, change: Frame) -> str:
    names = [one_line(name) for name in change.get("names") or [] if isinstance(name, str)]
    if change.get("kind") == "as_of":
        names = [chat.words("log_latest") if day == "-" else chat.words.day(day) for day in names]
    more = [chat.words("more", count=len(names) - MOST_NAMES)] if len(names) > MOST_NAMES else []
    shown = "; ".join([*names[:MOST_NAMES], *more])
    if change.get("kind") == "as_of":
        return f"{one_line(chat.desk.day('of', chat.words.language)) or change['kind']}: {shown}"
    return chat.words.known("log", one_line(change.get("kind")), names=shown)


def _event(chat: Chat, event: Frame) -> str:
    kind = one_line(event.get("kind"))
    if kind == "used" and event.get("quoted"):
        kind = "quoted"
    told = {name: event.get(name) for name in ("rank", "query", "answer")}
    # A click or a command changes things without a word.
    said = chat.words("said", words=event.get("words")) if event.get("words") else ""
    return chat.words.known("why", kind, said=said, **told)


def last_exchanges(dossier: Frame, count: int) -> list[Frame]:
    """Return the last questions of a dossier, with all that was said after each."""
    said = rows_in(dossier, "conversation")
    questions = [at for at, message in enumerate(said) if message.get("role") == "user"]
    return said[questions[-count:][0] :] if questions else said
