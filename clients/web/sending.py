"""Sending a message and telling how it goes; a turn that the page lost sight of is taken up again."""

import time
from dataclasses import dataclass, field
from itertools import pairwise

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.mutable_status_container import StatusContainer

from clients.desk import digest_of
from clients.web.address import NEW
from clients.web.conversation import TESS, show_words
from clients.web.live import announce
from clients.web.replies import reply
from clients.web.text import literal
from clients.web.words import word
from tess_client.wire import Asked, Frame, Server, WireError, dossier_id_in, harmless, rows_in


@dataclass
class Progress:
    """Where the progress of a turn is shown, and what has come of its reply."""

    status: StatusContainer
    steps: DeltaGenerator
    answer: DeltaGenerator
    told: str = ""
    claims: int = -1
    pieces: list[str] = field(default_factory=list)
    stages: list[tuple[str, float]] = field(default_factory=list)
    """The stages of the turn, and when each began."""

    def show(self, frame: Frame) -> None:
        """Show what a progress frame tells."""
        if dossier_id := dossier_id_in(frame):
            # From here on a reload shows this dossier.
            st.query_params["dossier"] = dossier_id
        if frame.get("event") == "delta":
            self.pieces.append(harmless(frame.get("text")))
            self.answer.markdown(reply("".join(self.pieces)), anchors=False)
            return
        if frame.get("event") == "verified":
            self.claims = int(frame.get("claims") or 0)
        if frame.get("event") == "writing":
            written = word("model_writes", pieces=int(frame.get("pieces") or 0))
            self.status.update(label=f"{self.told or word('deciding')} ({written}) …")
            return
        if (told := step_in(frame)) != self.told:
            self.told = told
            self.status.update(label=f"{told} …")
            if frame.get("event") == "stage":
                self.stages.append((told, time.monotonic()))
            lines = [*self._passed(), *([] if self.stages else [told])]
            self.steps.markdown("  \n".join(f":small[{line}]" for line in lines))

    def _passed(self) -> list[str]:
        """Return the stages so far, each that is over with the seconds that it took."""
        over = [
            f"{stage} ({until - began:.0f} s)"
            for (stage, began), (_, until) in pairwise(self.stages)
        ]
        return [*over, *(stage for stage, _ in self.stages[-1:])]

    def lost(self) -> None:
        """Show that the connection was lost and is made again."""
        self.status.update(label=f"{word('lost')} …")


def step_in(frame: Frame) -> str:
    """Return in words what a progress frame tells."""
    event = str(frame.get("event"))
    if event in ("tool", "stage", "operation"):
        label = literal(frame.get("label"))
        told = "operation" if event == "operation" else "doing"
        return word(told, label=label) if label else word("tool")
    if event == "retrieved":
        titles = "; ".join(literal(row.get("title")) for row in rows_in(frame, "sources"))
        count = len(rows_in(frame, "sources"))
        return word("retrieved", count=word("count_sources", count=count)) + (
            titles and f": {titles}"
        )
    if event == "verified":
        struck = word("dropped", dropped=frame["dropped"]) if frame.get("dropped") else ""
        return word("verified", claims=frame.get("claims")) + struck
    return word(event if event in ("accepted", "deciding", "stored") else "tool")


def send(server: Server, dossier_id: str, message: str, desk: str = "") -> None:
    """Make this the message that is under way; an id of our own keeps even a first one from being asked twice."""
    asked = Asked(message, dossier_id or server.new_dossier_id(), desk=desk)
    st.session_state["under_way"] = (asked, dossier_id)
    st.session_state.pop("failed", None)


def confirm(dossier_id: str, plan: Frame) -> None:
    """Make the confirmation of a plan what is under way."""
    st.session_state["under_way"] = (Asked("", dossier_id, confirm=digest_of(plan)), dossier_id)
    st.session_state.pop("failed", None)


def under_way(dossier_id: str) -> Asked | None:
    """Return the message to this dossier whose reply has not come yet."""
    asked, sent_from = st.session_state.get("under_way", (None, NEW))
    accepted = asked is not None and asked.seq > 0
    # Until the server has accepted it, the address still says where it was sent from.
    here = asked is not None and dossier_id in (
        asked.dossier_id,
        *(() if accepted else (sent_from,)),
    )
    return asked if here else None


def follow(server: Server, asked: Asked) -> None:
    """Show how the turn goes until its reply has come, and then the dossier as it is."""
    show_words(asked.message or word("confirmed"))
    with st.chat_message("assistant", avatar=TESS):
        status = st.status(f"{word('deciding')} …", expanded=True, type="compact")
        progress = Progress(status, status.container(gap="xsmall"), st.empty())
        try:
            frame = server.follow(asked, progress.show, progress.lost)
        except WireError as error:
            frame = {"error": error.frame(server.language)["error"]}
    _, sent_from = st.session_state.pop("under_way", (None, NEW))
    if frame.get("status") == "success":
        st.query_params["dossier"] = dossier_id_in(frame) or asked.dossier_id
        ready = word("done_answer", count=progress.claims) if progress.claims > 0 else word("done")
        announce(asked.message_id, ready)
    else:
        st.session_state["failed"] = (asked, frame)
        if sent_from == NEW:
            st.query_params.pop("dossier", None)  # it was not made
    st.rerun()


def _show_findings(frame: Frame) -> None:
    """Show what may not be in the message, masked, and let its text with marks be taken: it fills the box alone."""
    for one in rows_in(frame, "findings"):
        st.markdown(f"- {literal(one.get('kind'))}: {literal(one.get('masked'))}")
    redacted = harmless(frame.get("redacted"))
    if redacted:
        st.button(
            word("take_redaction"),
            key="redaction",
            on_click=st.session_state.update,
            args=({"ask": redacted},),
            icon=":material/edit_note:",
        )


def show_failure(dossier_id: str) -> None:
    """Show the message that got no answer and why, with a way to send it again."""
    asked, frame = st.session_state.get("failed", (None, {}))
    if not asked or dossier_id not in (NEW, asked.dossier_id):
        return
    show_words(asked.message or word("confirmed"))
    st.error(f"{word('not_stored')} {literal(frame.get('error'))}", icon=":material/error:")
    _show_findings(frame)
    if st.button(word("again"), key="again", icon=":material/refresh:"):
        # The progress of the failed try is not to be followed: it would only give the same error.
        asked.seq = 0
        st.session_state["under_way"] = (asked, dossier_id)
        st.session_state.pop("failed", None)
        st.rerun()
