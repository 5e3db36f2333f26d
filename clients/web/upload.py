"""Adding documents and pictures: what each has is shown first, and nothing is added before a yes."""

import hashlib
from datetime import datetime

import streamlit as st

from clients.desk import Desk
from clients.file_names import file_stem, is_address
from clients.web.address import language
from clients.web.service import connected, desk_of, refusals_told, sentence
from clients.web.text import day, literal, note, one_line
from clients.web.words import WORDS, word
from tess_client.wire import Frame, WireError, harmless, rows_in

KINDS = ("pdf", "docx", "html", "htm", "txt", "md", "vtt", "srt")
PICTURES = ("png", "jpg", "jpeg", "webp")
LONGEST_PASTED = 200_000
KEPT = 50
"""Files of which a session remembers what was found in them, as every click draws the page anew."""

Named = tuple[str, bytes | str]
"""A file: its name and what is in it. A page: no name, and its address."""


def show_upload(dossier: Frame) -> None:
    """Show where documents and pictures can be added; a dossier must be there to add them to."""
    if not dossier:
        return
    document = desk_of(dossier).says("document", language())
    label = word("add_document", document=document)
    # What was chosen or pasted stays until it was added, whatever else is done in the dossier; then all is shut.
    place = f"{dossier.get('id')}-{st.session_state.get(_added(dossier), 0)}"
    label = label[:1].upper() + label[1:]
    with st.expander(label, key=f"documents-{place}", icon=":material/upload_file:"):
        chosen = st.file_uploader(
            word("choose_file"), KINDS, accept_multiple_files=True, key=f"upload-{place}"
        )
        typed = st.text_area(
            word("paste"), key=f"paste-{place}", max_chars=LONGEST_PASTED, height=100
        )
        files: list[Named] = [(one.name, one.getvalue()) for one in chosen]
        pasted = _fetched(typed.strip(), place) if is_address(typed) else _pasted(typed)
        _show_documents(dossier, files + pasted)
    with st.expander(word("add_picture"), key=f"pictures-{place}", icon=":material/image:"):
        pictures = st.file_uploader(
            word("choose_picture"), PICTURES, accept_multiple_files=True, key=f"picture-{place}"
        )
        _show_pictures(dossier, [(one.name, one.getvalue()) for one in pictures])


def _pasted(typed: str) -> list[Named]:
    """Return what was pasted as a file that is named by its first words; nothing where nothing was."""
    first = file_stem(one_line(typed, 40), datetime.now().astimezone().date())
    return [(f"{first}.txt", typed.encode())] if typed.strip() else []


def _fetched(address: str, place: str) -> list[Named]:
    """Return a page, once its user asked for it: to fetch it tells its site that somebody does."""
    asked = f"fetched-{place}"
    note(word("fetch_told"))
    if st.button(word("fetch"), key=f"fetch-{place}", icon=":material/language:"):
        st.session_state[asked] = address
    return [("", address)] if st.session_state.get(asked) == address else []


def _show_pictures(dossier: Frame, files: list[Named]) -> None:
    """Show what each picture is, ask what it shows, and add all of them after a yes."""
    at = str(dossier.get("desk") or "")
    found = [(one, _checked("/images", *one, **({"desk": at} if at else {}))) for one in files]
    sound = [(data, told) for (_, data), told in found if told]
    for _, told in sound:
        size = word("picture_size", width=told.get("width"), height=told.get("height"))
        st.markdown(f"**{literal(told.get('name'))}** · {size}")
        note(literal(told.get("notice")))
        st.text_input(word("picture_shows"), max_chars=1000, key=f"shows-{told.get('sha256')}")
    if not sound:
        return
    agreed = st.checkbox(word("agree_picture"), key=f"agree-{_hash_of(sound)}")
    asked = any(told.get("asks_unread") for _, told in sound)
    unread = asked and st.checkbox(word("picture_unread"), key=f"unread-{_hash_of(sound)}")
    options = {"unread": "true"} if unread else {}
    if st.button(word("add"), key="add-picture", disabled=not agreed):
        for data, told in sound:
            shows = str(st.session_state.get(f"shows-{told.get('sha256')}", ""))
            _add(dossier, "images", data, told, shows=shows, **options)
        st.rerun()


def _show_documents(dossier: Frame, files: list[Named]) -> None:
    """Show what stands in each document of personal data, and add all of them after a yes."""
    found = [(one, _checked("/documents", *one)) for one in files]
    sound = [(data, told) for (_, data), told in found if told]
    for _, told in sound:
        _show_document(told, dossier)
    if not sound:
        return
    named = _hash_of(sound)
    personal = any(rows_in(told, "personal") for _, told in sound)
    mask = _chosen_mask(named) if personal else "quotes"
    agreed = st.checkbox(word("agree"), key=f"agree-{named}")
    if st.button(word("add"), key="add-document", disabled=not agreed):
        for data, told in sound:
            _add(dossier, "documents", data, told, mask=mask)
        st.rerun()


def _show_document(found: Frame, dossier: Frame) -> None:
    about = [f"**{literal(found.get('name'))}**"]
    if found.get("address"):
        about.append(word("fetched", day=day(found.get("fetched"), language())))
    if found.get("pages"):
        about.append(word("pages", pages=found["pages"]))
    about.append(word("characters", count=found.get("characters")))
    st.markdown(" · ".join(about))
    if found.get("address"):
        note(literal(found.get("address")))
        st.markdown(f"{word('begins')}: “{literal(found.get('beginning'))} …”")
    personal = rows_in(found, "personal")
    st.markdown(f"**{word('personal')}**" if personal else word("nothing_personal"))
    if personal:
        st.markdown("\n".join(f"- {_line(row, desk_of(dossier))}" for row in personal))
    note(literal(found.get("notice")))


def _hash_of(sound: list[tuple[bytes | str, Frame]]) -> str:
    """Return what names these files together, so that a yes to some is none to others."""
    told = "".join(str(found.get("sha256")) for _, found in sound)
    return hashlib.sha256(told.encode()).hexdigest()


def _add(dossier: Frame, what: str, data: bytes | str, found: Frame, **options: str) -> None:
    here = "/dossiers", str(dossier.get("id")), what
    told = options if isinstance(data, str) else {"name": harmless(found.get("name")), **options}
    with refusals_told():
        connected().send_file(data, *here, agreed=str(found.get("sha256")), **told)
        st.session_state[_added(dossier)] = st.session_state.get(_added(dossier), 0) + 1


def _added(dossier: Frame) -> str:
    """Return the name under which a session counts what it added to a dossier."""
    return f"added-{dossier.get('id')}"


def _chosen_mask(named: str) -> str:
    """Return where personal data is to be masked, as the user chooses."""
    return str(
        st.radio(
            word("mask"),
            ("quotes", "text", "none"),
            key=f"mask-{named}",
            format_func=lambda one: word(f"mask_{one}"),
        )
    )


def _checked(path: str, name: str, data: bytes | str, **at: str) -> Frame:
    """Return what the server finds in the file, asked once for each; say why and return nothing where it refuses."""
    content = data.encode() if isinstance(data, str) else data
    named = hashlib.sha256(f"{at} {name}".encode() + b"\0" + content).hexdigest()
    given = ({"name": name} if name else {}) | at
    kept: dict[str, Frame] = st.session_state.setdefault(f"checked{path}", {})
    if named not in kept:
        try:
            with st.spinner(f"{word('checking' if name else 'fetching')} …"):
                found = connected().send_file(data, path, "check", **given)
        except WireError as error:
            about = f"{literal(name, 60)}: " if name else ""
            st.error(f"{about}{sentence(error)}", icon=":material/error:")
            return {}
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept)))
        kept[named] = found
    return dict(kept[named])


def _line(row: Frame, desk: Desk) -> str:
    kind = str(row.get("kind"))
    examples = row.get("examples")
    shown = ", ".join(literal(one) for one in examples) if isinstance(examples, list) else ""
    special = literal(desk.personal(kind, language()))
    named = special or (word(kind) if kind in WORDS else literal(kind))
    return f"{named}: {row.get('count')}" + (f" ({shown})" if shown else "")
