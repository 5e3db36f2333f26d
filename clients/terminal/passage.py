"""A source as it is read: what an answer quotes of it is marked, what is far from that left out. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clients.sections import Line
from tess_client.wire import Frame, rows_in

LONGEST = 2_000
AROUND = 400
LEFT_OUT = " […] "
LINES_AROUND = 12


@dataclass(frozen=True)
class Quoted:
    """Where an answer quotes a source, in order and without overlaps, in characters of its text."""

    answer: str
    places: tuple[tuple[int, int], ...]
    verdicts: tuple[str, ...]


def quoted_in(dossier: Frame, source: Frame) -> Quoted | None:
    """Return what the newest answer that quotes this source quotes of it."""
    for answer in reversed(rows_in(dossier, "answers")):
        claims = [
            claim
            for claim in rows_in(answer, "claims")
            if claim.get("source_id") == source.get("id") and _place(claim, source)
        ]
        if claims:
            places = sorted(place for claim in claims if (place := _place(claim, source)))
            verdicts = dict.fromkeys(str(claim.get("verdict") or "none") for claim in claims)
            return Quoted(str(answer.get("id") or ""), tuple(_apart(places)), tuple(verdicts))
    return None


def pieces(
    content: str, places: tuple[tuple[int, int], ...], whole: bool
) -> list[tuple[str, bool]]:
    """Return the text in pieces that are marked or not; of a long one that is not wanted whole, what is near a mark."""
    marked: list[tuple[str, bool]] = []
    at = 0
    for start, end in places:
        marked += [(content[at:start], False), (content[start:end], True)]
        at = end
    marked.append((content[at:], False))
    if whole or len(content) <= LONGEST:
        return [piece for piece in marked if piece[0]]
    if not places:
        return [(_until_a_word(content[:LONGEST]) + LEFT_OUT.rstrip(), False)]
    last = len(marked) - 1
    return [
        (text if is_quote else _shortened(text, at > 0, at < last), is_quote)
        for at, (text, is_quote) in enumerate(marked)
        if text
    ]


def near_quotes(lines: Sequence[Line]) -> list[Line]:
    """Return of many lines those near what is quoted, the first ones where nothing is."""
    quoted = [line.number for line in lines if line.is_quoted]
    if not quoted:
        return list(lines[: 2 * LINES_AROUND])
    return [line for line in lines if any(abs(line.number - one) <= LINES_AROUND for one in quoted)]


def is_short(content: str) -> bool:
    """Return whether a text is shown whole in any case."""
    return len(content) <= LONGEST


def _place(claim: Frame, source: Frame) -> tuple[int, int] | None:
    """Return where the quote is: as the server says, or where it is found by an older one's answer."""
    content, start, end = str(source.get("content") or ""), claim.get("start"), claim.get("end")
    if type(start) is int and type(end) is int and 0 <= start < end <= len(content):
        return start, end
    quote = claim.get("quote")
    at = content.find(quote) if isinstance(quote, str) and quote else -1
    return None if at < 0 else (at, at + len(str(quote)))


def _apart(places: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the places, those that overlap as one."""
    waiting: tuple[int, int] | None = None
    for start, end in places:
        if waiting and start < waiting[1]:
            waiting = (waiting[0], max(waiting[1], end))
        else:
            if waiting:
                yield waiting
            waiting = (start, end)
    if waiting:
        yield waiting


def _shortened(text: str, follows: bool, precedes: bool) -> str:
    """Return a text between quotes, cut to what is near one."""
    near = AROUND * (follows + precedes)
    if len(text) <= near + len(LEFT_OUT):
        return text
    head = _until_a_word(text[:AROUND]) if follows else ""
    tail = _until_a_word(text[-AROUND:][::-1])[::-1] if precedes else ""
    return head + LEFT_OUT + tail


def _until_a_word(text: str) -> str:
    return text.rpartition(" ")[0] or text
