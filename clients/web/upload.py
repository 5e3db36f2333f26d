"""Adding a document or picture of the client: what it has is shown first, and nothing is added before a yes."""

import hashlib

import streamlit as st

from clients.desk import Desk
from clients.web.address import language
from clients.web.service import connected, desk_of, refusals_told, sentence
from clients.web.text import literal, note
from clients.web.words import WORDS, word
from wire_client import Frame, WireError, rows_in

KINDS = ("pdf", "docx", "txt", "md")
PICTURES = ("png", "jpg", "jpeg", "webp")


def show_upload(dossier: Frame) -> None:
    """Show where a document can be added; a dossier must be there to add it to."""
    if not dossier:
        return
    document = desk_of(dossier).says("document", language())
    label = word("add_document", document=document)
    with st.expander(label[:1].upper() + label[1:], icon=":material/upload_file:"):
        key = f"upload-{dossier.get('id')}-{dossier.get('version')}"
        chosen = st.file_uploader(word("choose_file"), KINDS, key=key)
        if chosen is not None:
            _show_check(dossier, chosen.name, chosen.getvalue())
    with st.expander(word("add_picture"), icon=":material/image:"):
        key = f"picture-{dossier.get('id')}-{dossier.get('version')}"
        chosen = st.file_uploader(word("choose_picture"), PICTURES, key=key)
        if chosen is not None:
            _show_picture_check(dossier, chosen.name, chosen.getvalue())


def _show_picture_check(dossier: Frame, name: str, data: bytes) -> None:
    """Show what a picture is, ask what it shows, and add it after a yes."""
    try:
        found = _checked("/images", name, data)
    except WireError as error:
        st.error(sentence(error), icon=":material/error:")
        return
    size = word("picture_size", width=found.get("width"), height=found.get("height"))
    st.markdown(f"**{literal(found.get('name'))}** · {size}")
    note(literal(found.get("notice")))
    sha256 = str(found.get("sha256"))
    shows = st.text_input(word("picture_shows"), max_chars=1000, key=f"shows-{sha256}")
    agreed = st.checkbox(word("agree_picture"), key=f"agree-{sha256}")
    if st.button(word("add"), key="add-picture", disabled=not agreed):
        with refusals_told():
            here = "/dossiers", str(dossier.get("id")), "images"
            connected().send_file(data, *here, name=name, agreed=sha256, shows=shows)
        st.rerun()


def _show_check(dossier: Frame, name: str, data: bytes) -> None:
    try:
        found = _checked("/documents", name, data)
    except WireError as error:
        st.error(sentence(error), icon=":material/error:")
        return
    about = [f"**{literal(found.get('name'))}**"]
    if found.get("pages"):
        about.append(word("pages", pages=found["pages"]))
    about.append(word("characters", count=found.get("characters")))
    st.markdown(" · ".join(about))
    personal = rows_in(found, "personal")
    st.markdown(f"**{word('personal')}**" if personal else word("nothing_personal"))
    if personal:
        st.markdown("\n".join(f"- {_line(row, desk_of(dossier))}" for row in personal))
    note(literal(found.get("notice")))
    mask = _chosen_mask(str(found.get("sha256"))) if personal else "quotes"
    agreed = st.checkbox(word("agree"), key=f"agree-{found.get('sha256')}")
    if st.button(word("add"), key="add-document", disabled=not agreed):
        with refusals_told():
            connected().send_file(
                data,
                "/dossiers",
                str(dossier.get("id")),
                "documents",
                name=name,
                agreed=str(found.get("sha256")),
                mask=mask,
            )
        st.rerun()


def _chosen_mask(sha256: str) -> str:
    """Return where personal data is to be masked, as the user chooses."""
    return str(
        st.radio(
            word("mask"),
            ("quotes", "text", "none"),
            key=f"mask-{sha256}",
            format_func=lambda one: word(f"mask_{one}"),
        )
    )


def _checked(path: str, name: str, data: bytes) -> Frame:
    """Return what the server finds in the file; asked once for each."""
    named = hashlib.sha256(name.encode() + b"\0" + data).hexdigest()
    kept = st.session_state.get(f"checked{path}")
    if not kept or kept[0] != named:
        with st.spinner(f"{word('checking')} …"):
            found = connected().send_file(data, path, "check", name=name)
        kept = st.session_state[f"checked{path}"] = (named, found)
    return dict(kept[1])


def _line(row: Frame, desk: Desk) -> str:
    kind = str(row.get("kind"))
    examples = row.get("examples")
    shown = ", ".join(literal(one) for one in examples) if isinstance(examples, list) else ""
    special = literal(desk.personal(kind, language()))
    named = special or (word(kind) if kind in WORDS else literal(kind))
    return f"{named}: {row.get('count')}" + (f" ({shown})" if shown else "")
