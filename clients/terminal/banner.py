"""What is shown first: whom one talks to, about which dossier, and what to try."""

from textwrap import shorten

from clients.terminal.chat import Chat
from clients.terminal.dossier_commands import show_where_it_stands
from clients.terminal.words import one_line
from tess_client.wire import Frame, WireError

LABEL = 9
LONGEST_TITLE = 80


def greet(chat: Chat) -> None:
    """Show the banner, and where a dossier that is continued stands; raises ``WireError`` where no server answers."""
    health = _health(chat)
    title = ""
    if chat.dossier_id:
        title = _open(chat)
    desk, language = chat.desk, chat.words.language
    chat.say("banner", "bold", tagline=desk.says("tagline", language) or desk.name)
    known = f"{chat.dossier_id}  {title}".rstrip() if title else chat.words("new")
    _row(
        chat,
        "dossier",
        known if chat.known or not chat.dossier_id else f"{chat.dossier_id} ({known})",
    )
    _row(chat, "desk", one_line(desk.name))
    _row(chat, "model", _model(chat, health))
    _row(chat, "library", one_line(desk.standing("line", language)))
    _row(chat, "server", chat.server.url)
    chat.screen.say()
    examples = desk.examples(language)
    if examples and not chat.known:
        chat.say("try", example=examples[0])
    chat.say("hint")
    if chat.known:
        show_where_it_stands(chat)
    chat.screen.say()


def _health(chat: Chat) -> Frame:
    try:
        health = chat.server.page("/healthz")
        if not health.get("model"):
            chat.server.page(
                "/dossiers"
            )  # only who is let in is told the model: now, not at the first question
        return health
    except WireError as error:
        # Every TESS server has this page: what answers here is something else.
        if error.code == "older_server":
            raise WireError("not_tess", chat.server.url) from error
        raise


def _open(chat: Chat) -> str:
    """Learn what is known of the dossier; return its title, empty where there is no such dossier yet."""
    chat.learn()
    if not chat.known:
        return ""
    conversation = chat.known.get("conversation") or [{}]
    first = conversation[0] if isinstance(conversation, list) else {}
    said = first.get("content") if isinstance(first, dict) else ""
    title = one_line(chat.known.get("title")) or one_line(said) or "·"
    return shorten(title, LONGEST_TITLE, placeholder="…")


def _row(chat: Chat, name: str, told: str) -> None:
    if told:
        chat.screen.entry(f"{chat.words(name):{LABEL}}", told, "dim")


def _model(chat: Chat, health: Frame) -> str:
    model = one_line(health.get("model"))
    return chat.words("offline") if model == "offline" else model or chat.words("unknown")
