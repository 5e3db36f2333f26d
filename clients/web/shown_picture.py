"""A picture of the dossier as the page shows it: as the server keeps it, under the words that stand for it."""

import hashlib

import streamlit as st

from clients.web.service import connected
from clients.web.text import literal, note
from clients.web.words import word
from tess_client.wire import Frame, WireError, harmless

WIDEST = 480
KEPT = 20
"""Pictures that a session remembers, as every click draws the page anew."""


def show_picture(picture: Frame, dossier: Frame) -> None:
    """Show a picture with its text alternative, which stands there alone where the picture is missing."""
    alternative = literal(picture.get("content"))
    data = _content(str(dossier.get("id")), str(picture.get("sha256")))
    if data is None:
        note(f"{alternative} — {word('picture_gone')}")
        return
    width = picture.get("width")
    wide = min(width, WIDEST) if type(width) is int and width > 0 else WIDEST
    st.image(data, caption=alternative, width=wide, alt=harmless(picture.get("content")))


def _content(dossier_id: str, sha256: str) -> bytes | None:
    kept: dict[str, bytes] = st.session_state.setdefault("pictures", {})
    if sha256 not in kept:
        try:
            data = connected().file("/dossiers", dossier_id, "images", sha256)
        except WireError:
            return None
        if hashlib.sha256(data).hexdigest() != sha256:
            return None
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept)))
        kept[sha256] = data
    return kept[sha256]
