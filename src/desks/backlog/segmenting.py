"""A transcript in segments: a model names the lines at which one begins, code cuts, so that no word is lost."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from src.desks.backlog.artifacts import SegmentPlace
from src.desks.backlog.filling import FormFiller
from src.desks.backlog.forms import SegmentBegin, SegmentBegins, SegmentLine, SegmentTask
from src.desks.backlog.transcript import Utterance, utterances
from src.errors import ModelGaveNoAnswer
from src.llm.protocol import Usage
from src.search.documents.analysers import telling_words

WINDOW, OVERLAP = 250, 30
"""Lines that a model is given at once, and how many of these it is given again with the next ones."""

MOST_TOKENS, FEWEST_TOKENS = 1_200, 80
"""Of a segment; a smaller one goes with the next where that is about the same."""

ALIKE = 1 / 3
"""Share of the words of a small part that the next one has where both are about the same."""

MOST_INTENTS = 5

CHARACTERS_PER_TOKEN = 4
"""About; only a provider knows how many it counts."""

LONGEST_SHOWN = 1_000
"""Characters of a line that a model is shown to cut by."""


@dataclass(frozen=True)
class Segmenter(FormFiller):
    """Cuts transcripts, at the lines that a model names."""

    async def segments(
        self, source_id: str, text: str, language: str
    ) -> tuple[tuple[SegmentPlace, ...], Usage]:
        """Return the segments of a transcript, and what they took; ``ModelGaveNoAnswer`` where a model fails twice."""
        said = utterances(text)
        begins: dict[int, SegmentBegin] = {}
        usage = Usage()
        for window, decides in windows(len(said)):
            named, used = await self._begins(said, window, language)
            begins |= {begin.line - 1: begin for begin in named if begin.line - 1 in decides}
            usage += used
        named_at = [(said[number].start, begins[number]) for number in sorted(begins)]
        places: list[SegmentPlace] = []
        about: SegmentBegin | None = None
        for place in cut(said, begins, source_id):
            within = [begin for start, begin in named_at if place.start <= start < place.end]
            fresh = next((begin for begin in within if begin.intents), None)
            about = fresh or (about if place.continues else None)
            told: dict[str, object] = {"version": self.version}
            if about:
                intents = tuple(about.intents[:MOST_INTENTS])
                told |= {"intents": intents, "dominant_intent": about.dominant_intent}
            places.append(place.model_copy(update=told))
        return tuple(places), usage

    async def _begins(
        self, said: Sequence[Utterance], window: range, language: str
    ) -> tuple[list[SegmentBegin], Usage]:
        """Return what a model names in a window; asked again once where that is nothing usable."""
        lines = [
            SegmentLine(number=n + 1, speaker=said[n].speaker, said=said[n].said[:LONGEST_SHOWN])
            for n in window
        ]
        task = SegmentTask(language=language, lines=lines, total=len(said))
        usage = Usage()
        for is_last in (False, True):
            try:
                reply = await self.llm.chat_structured(
                    self.asked(task), SegmentBegins, repair=False
                )
            except ModelGaveNoAnswer as error:
                if is_last:
                    error.tokens += usage.total
                    raise
                usage += Usage(error.tokens)
                continue
            usage += reply.usage
            named = [segment for segment in reply.value.segments if segment.line - 1 in window]
            if named or not reply.value.segments:
                return named, usage
        raise ModelGaveNoAnswer(usage.total, reason="malformed")


def windows(count: int) -> Iterator[tuple[range, range]]:
    """Yield the windows over so many lines, each with the lines that it decides: of an overlap half each."""
    start = decided = 0
    while decided < count:
        end = min(start + WINDOW, count)
        until = count if end == count else end - OVERLAP // 2
        yield range(start, end), range(decided, until)
        start, decided = end - OVERLAP, until


def cut(
    said: Sequence[Utterance], begins: Collection[int], source_id: str = ""
) -> tuple[SegmentPlace, ...]:
    """Return the segments that begin at these utterances, from 0, none too large and none needlessly small."""
    if not said:
        return ()
    starts = sorted({0, *(begin for begin in begins if 0 < begin < len(said))})
    parts = [range(number, behind) for number, behind in pairwise([*starts, len(said)])]
    sized = [
        (piece, piece.start > part.start)
        for part in _merged(said, parts)
        for piece in _split(said, part)
    ]
    return tuple(
        SegmentPlace(
            order=order,
            source_id=source_id,
            start=said[part[0]].start,
            end=said[part[-1]].end,
            lines=(said[part[0]].line, said[part[-1]].line),
            continues=continues,
        )
        for order, (part, continues) in enumerate(sized, start=1)
    )


def _size(said: Sequence[Utterance], part: range) -> int:
    return math.ceil((said[part[-1]].end - said[part[0]].start) / CHARACTERS_PER_TOKEN)


def _merged(said: Sequence[Utterance], parts: Sequence[range]) -> Iterator[range]:
    """Yield the parts, each that is too small together with the next one where that is about the same."""
    start = parts[0].start
    for part, behind in pairwise(parts):
        whole = range(start, part.stop)
        if _size(said, whole) >= FEWEST_TOKENS or not _holds(said, whole, behind):
            yield whole
            start = behind.start
    yield range(start, parts[-1].stop)


def _holds(said: Sequence[Utterance], small: range, behind: range) -> bool:
    words, others = (
        {word for number in part for word in telling_words(said[number].said) if len(word) > 3}
        for part in (small, behind)
    )
    return len(words & others) >= ALIKE * len(words)


def _split(said: Sequence[Utterance], part: range) -> Iterator[range]:
    """Yield a part, or as many as it takes where it is too large: cut where somebody says the most."""
    start = part.start
    while start < part.stop - 1 and _size(said, range(start, part.stop)) > MOST_TOKENS:
        places = range(start + 1, part.stop)
        room = [*takewhile(lambda number: _size(said, range(start, number)) <= MOST_TOKENS, places)]  # noqa: B023  # used up here
        late = [entry for entry in room if 3 * _size(said, range(start, entry)) >= 2 * MOST_TOKENS]
        at = max(late or room[-1:] or [start + 1], key=lambda number: len(said[number].said))
        yield range(start, at)
        start = at
    yield range(start, part.stop)
