"""The web page of TESS: conversation, dossiers and sources; run it with ``streamlit run ui_streamlit.py``.

All state lives in the dossier on the server; the page's address says which dossier and in what language
the page itself is, so a reload or a second tab shows the same.
"""

import os
import re
from collections.abc import Mapping

import streamlit as st

from wire_client import (
    DEFAULT_URL,
    Frame,
    Language,
    Server,
    WireError,
    dossier_id_in,
    harmless,
    language_in,
    new_message_id,
    numbered_sources,
    progress_in,
    rows_in,
)

NEW = ""  # stands for the dossier that the first message will make

WORDS: Mapping[str, tuple[str, str]] = {
    "tagline": (
        "Vragen over Nederlands belastingrecht, beantwoord met de bron erbij.",
        "Questions on Dutch tax law, answered with the source beside it.",
    ),
    "welcome": (
        "TESS zoekt eerst wetgeving en rechtspraak bij uw vraag en laat zien wat er is gevonden. "
        "U bepaalt welke bronnen meetellen; daarna volgt het antwoord, met citaten.",
        "TESS first looks for legislation and case law and shows what was found. "
        "You decide which sources count; the answer follows, with quotes.",
    ),
    "try": ("Begin bijvoorbeeld met", "For instance, start with"),
    "ask": ("Stel uw vraag of zeg wat er moet veranderen", "Ask, or say what should change"),
    "language": ("Taal van deze pagina", "Language of this page"),
    "dossier": ("Dossier", "Dossier"),
    "new": ("Nieuw dossier", "New dossier"),
    "sources": ("Bronnen", "Sources"),
    "selected": ("Geselecteerd", "Selected"),
    "left_out": ("Weggelaten", "Left out"),
    "legislation": ("Wetgeving", "Legislation"),
    "case_law": ("Rechtspraak", "Case law"),
    "document": ("Documentatie", "Documentation"),
    "no_sources": (
        "Nog geen bronnen. Zij verschijnen hier zodra TESS ze heeft gevonden.",
        "No sources yet. They appear here once TESS has found them.",
    ),
    "quoted": (
        "Gemarkeerd: wat het laatste antwoord citeert.",
        "Marked: what the last answer quotes.",
    ),
    "own": ("eigen samenvatting", "our own digest"),
    "digest": (
        "Eigen samenvatting, niet de officiële tekst",
        "Our own digest, not the official text",
    ),
    "as_of": ("Versie van", "Version of"),
    "official": ("Officiële publicatie", "Official publication"),
    "model": ("Antwoorden door model {model}", "Answers by model {model}"),
    "offline": (
        "Antwoorden door het ingebouwde offline model: citaten uit de bronnen",
        "Answers by the built-in offline model: quotes from the sources",
    ),
    "not_stored": ("Dit bericht is niet verwerkt.", "This message was not processed."),
    "again": ("Opnieuw proberen", "Try again"),
}

QUESTIONS: tuple[tuple[str, str], ...] = (
    (
        "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
        "Within how many weeks must I object to a tax assessment?",
    ),
    (
        "Wanneer mag de inspecteur een navorderingsaanslag opleggen?",
        "When may the inspector impose an additional assessment?",
    ),
    (
        "Is de rente op mijn hypotheek aftrekbaar in box 1?",
        "Is the interest on my mortgage deductible in box 1?",
    ),
)


def language() -> Language:
    """Return the language of the page: the one in its address, else the browser's; replies do not change it."""
    browsers: Language = "en" if (st.context.locale or "").startswith("en") else "nl"
    return language_in({"language": st.query_params.get("lang")}, browsers)


def word(name: str) -> str:
    """Return one of the page's own phrases."""
    return WORDS[name][language() == "en"]


def literal(text: object) -> str:
    """Return text for a label, every mark in it shown as it is."""
    return re.sub(r"([\\`*_\[\]<>$:~#|!])", r"\\\1", " ".join(harmless(text).split()))


def markdown(text: object) -> str:
    """Return a message's Markdown with nothing in it that a browser would fetch, run or set as a formula."""
    shown = harmless(text).replace("![", "!\\[").replace("$", "\\$")
    return re.sub(r"([`~]{3,})[ \t]*mermaid", r"\1text", shown, flags=re.IGNORECASE)


def note(text: str) -> None:
    """Show a line of lesser weight; a caption would be too pale to read with ease."""
    st.markdown(f":small[{text}]")


def say(role: str, text: object) -> None:
    """Show one message: a reply as Markdown, the user's own words as they were typed."""
    avatar = ":material/person:" if role == "user" else ":material/balance:"
    with st.chat_message(role, avatar=avatar):
        if role == "user":
            st.text(harmless(text))
        else:
            st.markdown(markdown(text))


def open_dossier(dossier_id: str) -> None:
    """Make this dossier the page's address."""
    st.session_state.pop("failed", None)
    if dossier_id == NEW:
        st.query_params.pop("dossier", None)
    else:
        st.query_params["dossier"] = dossier_id


def dossier_title(dossier: Frame) -> str:
    """Return a dossier's first words, with the end of its id to tell twins apart."""
    title = " ".join(harmless(dossier.get("title")).split())
    return f"{title} · {harmless(dossier.get('id'))[-4:]}"


def show_dossiers(dossiers: list[Frame], current: str) -> None:
    """Show which dossier is open, with the others to choose from."""
    titles = {NEW: f"{word('new')} …", current: current or f"{word('new')} …"}
    titles |= {harmless(dossier.get("id")): dossier_title(dossier) for dossier in dossiers}
    st.session_state["chosen"] = current
    st.selectbox(
        word("dossier"),
        list(titles),
        key="chosen",
        format_func=lambda one: titles.get(one, one),
        on_change=lambda: open_dossier(st.session_state["chosen"]),
        help=current or None,
    )
    st.button(
        word("new"),
        on_click=open_dossier,
        args=(NEW,),
        disabled=current == NEW,
        key="new",
        width="stretch",
    )


def show_language() -> None:
    """Show the language of the page, with the other to choose."""
    st.session_state["lang"] = language()
    st.radio(
        word("language"),
        ("nl", "en"),
        key="lang",
        format_func=lambda one: {"nl": "Nederlands", "en": "English"}[one],
        on_change=lambda: st.query_params.update(lang=st.session_state["lang"]),
        horizontal=True,
        label_visibility="collapsed",
    )


def source_label(number: int, source: Frame) -> str:
    """Return what a folded source shows: number, title, subject and whether it is our own digest."""
    told = [literal(f"[{number}] {harmless(source.get('title'))}"), literal(source.get("heading"))]
    mark = f" :orange-badge[{word('own')}]" if source.get("digest") else ""
    return " — ".join(filter(None, told)) + mark


def quoted_in(dossier: Frame, source: Frame) -> list[tuple[int, int]]:
    """Return where claims of the last answer quote a source, in its order and without overlaps."""
    answers = rows_in(dossier, "answers")
    claims = rows_in(answers[-1], "claims") if answers else []
    places: list[tuple[int, int]] = []
    for claim in claims:
        start, end = claim.get("start"), claim.get("end")
        if claim.get("source_id") == source.get("id") and type(start) is type(end) is int:
            places.append((start, end))
    apart: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if start < end and (not apart or start >= apart[-1][1]):
            apart.append((start, end))
    return apart


def show_text(content: str, quoted: list[tuple[int, int]]) -> None:
    """Show a source's text as it is, the passages that the last answer quotes marked."""
    at = 0
    for start, end in quoted:
        if content[at:start].strip():
            st.text(harmless(content[at:start]).strip())
        st.markdown(f":green-background[{literal(content[start:end])}]")
        at = end
    if content[at:].strip() or not quoted:
        st.text(harmless(content[at:]).strip() if quoted else harmless(content))


def show_source(number: int, source: Frame, quoted: list[tuple[int, int]]) -> None:
    """Show one source, its text folded away."""
    with st.expander(source_label(number, source)):
        if source.get("digest"):
            st.badge(word("digest"), color="orange")
        if quoted:
            note(word("quoted"))
        show_text(str(source.get("content") or ""), quoted)
        if as_of := literal(source.get("as_of")):
            note(f"{word('as_of')} {as_of}")
        url = harmless(source.get("url"))
        if url.startswith("https://"):
            st.link_button(word("official"), url)


def show_sources(dossier: Frame) -> None:
    """Show the selected sources and those left out, each grouped by law, case law and documentation."""
    st.subheader(word("sources"))
    if not rows_in(dossier, "sources"):
        note(word("no_sources"))
    for heading, wanted in (("selected", True), ("left_out", False)):
        group = numbered_sources(dossier, wanted)
        if group:
            st.markdown(f"**{word(heading)} ({len(group)})**")
        for kind in ("legislation", "case_law", "document"):
            of_kind = [one for one in group if one[1].get("kind") == kind]
            if of_kind:
                note(word(kind))
            with st.container(gap="xsmall"):
                for number, source in of_kind:
                    show_source(number, source, quoted_in(dossier, source))


def show_welcome() -> str | None:
    """Show what TESS does; return the example question that was picked."""
    st.title("TESS", anchor=False)
    st.markdown(f"*{word('tagline')}*")
    st.markdown(word("welcome"))
    note(word("try"))
    picked = None
    for number, question in enumerate(QUESTIONS):
        text = question[language() == "en"]
        if st.button(text, key=f"question-{number}", width="stretch"):
            picked = text
    return picked


def show_conversation(dossier: Frame) -> None:
    """Show every message of the dossier."""
    for message in rows_in(dossier, "conversation"):
        say("user" if message.get("role") == "user" else "assistant", message.get("content"))


def show_failure() -> str | None:
    """Show the message that got no answer and why; return it when it is to be sent again."""
    if "failed" not in st.session_state:
        return None
    message, _, error = st.session_state["failed"]
    say("user", message)
    st.error(f"{word('not_stored')} {literal(error)}")
    return message if st.button(word("again"), key="again") else None


def send(server: Server, dossier_id: str, message: str) -> None:
    """Send one message, tell how it goes, and show the dossier as it is afterwards."""
    before, message_id, _ = st.session_state.get("failed", ("", "", ""))
    message_id = message_id if before == message else new_message_id()
    say("user", message)
    page_language = language()
    with st.status(progress_in({}, page_language)) as status:
        try:
            frame = server.ask(
                message,
                dossier_id,
                message_id,
                lambda told: status.update(label=progress_in(told, page_language)),
            )
        except WireError as error:
            frame = error.frame(page_language)
    st.session_state.pop("failed", None)
    if frame.get("status") == "success":
        open_dossier(dossier_id_in(frame) or dossier_id)
    else:
        st.session_state["failed"] = (message, message_id, harmless(frame.get("error")))
    st.rerun()


def show_page(server: Server) -> None:
    """Show the page; raises ``WireError`` where the server can't be read."""
    model = harmless(server.page("/healthz").get("model"))
    dossiers = rows_in(server.page("/dossiers"), "dossiers")
    current = st.query_params.get("dossier", NEW)
    dossier: Frame = {}
    with st.sidebar:
        show_language()
        show_dossiers(dossiers, current)
    if current:
        dossier = server.page("/dossiers", current)
    with st.sidebar:
        show_sources(dossier)
    if rows_in(dossier, "conversation"):
        show_conversation(dossier)
        asked = None
    else:
        asked = show_welcome()
    asked = show_failure() or asked
    about = word("offline") if model == "offline" else word("model").format(model=literal(model))
    typed = st.chat_input(word("ask"), key="ask")
    with st.bottom:
        note(about)
    if message := typed or asked:
        send(server, current, message)


def main() -> None:
    """Show the page, or say in words why it can't be shown."""
    st.set_page_config(page_title="TESS", layout="centered", initial_sidebar_state=380)
    server = Server(os.environ.get("TAX_WS_URL") or DEFAULT_URL)
    server.language = language()
    try:
        show_page(server)
    except WireError as error:
        st.error(literal(error.frame(language())["error"]))
        st.button(word("again"), key="reload")


main()
