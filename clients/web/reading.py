"""What the frames of a dossier mean for the page: who said what, which answer, which footnotes. Pure."""

from dataclasses import dataclass

from tess_client.wire import Frame, harmless, rows_in

VERIFIED = ("exact", "normalised")
"""Verdicts with which a quote stands in its source."""


@dataclass(frozen=True)
class Footnote:
    """A claim of an answer with its number, and the source that it quotes, if the dossier still has it."""

    number: int
    claim: Frame
    source: Frame
    source_number: int


@dataclass(frozen=True)
class PastMessage:
    """One message of the conversation, and the turn that it belongs to."""

    role: str
    content: str
    version: int = 0
    """0 where the journal does not tell, as with dossiers of the original program."""
    told_by_page: bool = False
    """True for the reply to what was done beside the conversation: a tick, an undo."""
    answers: tuple[Frame, ...] = ()
    withdrawn: bool = False
    """True for an answer that was taken back."""
    pictures: tuple[Frame, ...] = ()
    """Those that the turn brought and the dossier still has."""
    made: tuple[Frame, ...] = ()
    """The artifacts that the turn put and the dossier still has."""
    outcome: str = ""
    """How the turn ended, where the journal tells."""


def numbered(dossier: Frame) -> dict[str, tuple[int, Frame]]:
    """Return each source by its id, with the number that replies give it."""
    rows = enumerate(rows_in(dossier, "sources"), start=1)
    return {str(row.get("id")): (number, row) for number, row in rows}


def footnotes(answer: Frame, dossier: Frame) -> list[Footnote]:
    """Return the footnotes of an answer in its order."""
    sources = numbered(dossier)
    notes = []
    for number, claim in enumerate(rows_in(answer, "claims"), start=1):
        source_number, source = sources.get(str(claim.get("source_id")), (0, {}))
        notes.append(Footnote(number, claim, source, source_number))
    return notes


def calculations(answer: Frame) -> list[Frame]:
    """Return the calculations of an answer; not those that only struck sentences rest on, and no number as it is."""
    rows = rows_in(answer, "calculations")
    told = [*rows_in(answer, "sentences"), *rows_in(answer, "left_out")]
    used: dict[bool, set[object]] = {True: set(), False: set()}
    for sentence in told:
        named = sentence.get("calculations")
        is_struck = sentence.get("struck") not in (None, "", "neither")
        used[is_struck].update(named if isinstance(named, list) else ())
    for row in reversed(rows):
        for ids in used.values():
            if row.get("id") in ids:
                ids.update(given.get("source_id") for given in rows_in(row, "inputs"))
    fallen = used[True] - used[False]
    return [
        row
        for row in rows
        if row.get("id") not in fallen and not str(row.get("expression")).strip().isidentifier()
    ]


def place_of(claim: Frame, source: Frame) -> list[tuple[int, int]]:
    """Return where a claim's quote stands in the text of a source; nothing where it does not."""
    start, end = claim.get("start"), claim.get("end")
    if claim.get("source_id") != source.get("id") or not (type(start) is type(end) is int):
        return []
    return [(start, end)] if 0 <= start < end <= len(str(source.get("content") or "")) else []


def quoted_in(dossier: Frame, source: Frame) -> list[tuple[int, int]]:
    """Return where claims of the last answer quote a source, in its order and without overlaps."""
    answers = rows_in(dossier, "answers")
    claims = rows_in(answers[-1], "claims") if answers else []
    apart: list[tuple[int, int]] = []
    for start, end in sorted(place for claim in claims for place in place_of(claim, source)):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return apart


def past_messages(dossier: Frame, journal: list[Frame]) -> list[PastMessage]:
    """Return the conversation, each message with its turn and, where it is one, its answer."""
    messages = rows_in(dossier, "conversation")
    # From the end: a dossier of the original program has messages from before its journal.
    turns = [entry for entry in journal for _ in _added(entry, "add_messages")][-len(messages) :]
    unknown: list[Frame] = [{}] * (len(messages) - len(turns))
    return [
        _past_message(message, entry, dossier)
        for message, entry in zip(messages, unknown + turns, strict=True)
    ]


def _past_message(message: Frame, entry: Frame, dossier: Frame) -> PastMessage:
    role = "user" if message.get("role") == "user" else "assistant"
    made = (
        _added(entry, "add_answers")
        if role == "assistant" and entry.get("request") is not None
        else []
    )
    version = entry.get("version")
    answers = answers_of(dossier, version) if made and type(version) is int else ()
    return PastMessage(
        role=role,
        content=harmless(message.get("content")),
        version=version if type(version) is int else 0,
        told_by_page=role == "assistant" and bool(entry) and entry.get("request") is None,
        answers=answers,
        withdrawn=bool(made) and not answers,
        pictures=_pictures(entry, dossier) if role == "assistant" else (),
        made=_made(entry, dossier) if role == "assistant" else (),
        outcome=harmless(entry.get("outcome")) if role == "assistant" else "",
    )


def _made(entry: Frame, dossier: Frame) -> tuple[Frame, ...]:
    put = {row.get("id") for row in _added(entry, "put_artifacts")}
    return tuple(row for row in rows_in(dossier, "artifacts") if row.get("id") in put)


def _pictures(entry: Frame, dossier: Frame) -> tuple[Frame, ...]:
    brought = {row.get("id") for row in _added(entry, "add_sources")}
    return tuple(
        row
        for row in rows_in(dossier, "sources")
        if row.get("kind") == "picture" and row.get("sha256") and row.get("id") in brought
    )


def _added(entry: Frame, name: str) -> list[Frame]:
    patch = entry.get("patch")
    return rows_in(patch, name) if isinstance(patch, dict) else []


def answers_of(dossier: Frame, version: int) -> tuple[Frame, ...]:
    """Return the answers that this version gave and that still stand."""
    return tuple(
        answer
        for answer in rows_in(dossier, "answers")
        if str(answer.get("id")).partition("-")[0] == f"a{version}"
    )


def title_of(dossier: Frame) -> str:
    """Return a dossier's name, or its first question where it has none."""
    named = harmless(dossier.get("title"))
    asked = (row for row in rows_in(dossier, "conversation") if row.get("role") == "user")
    return " ".join((named or harmless(next(asked, {}).get("content"))).split())


def first_drawn(count: int, most: int, at_a_time: int) -> int:
    """Return the index of the first of so many messages that is drawn; it moves on by so many at a time."""
    return -(-max(0, count - most) // at_a_time) * at_a_time
