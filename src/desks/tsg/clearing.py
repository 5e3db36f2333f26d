"""The personal-data gate: nothing is stored, logged or sent before it has let it pass. It fails closed."""

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from src.desks.tsg.artifacts import AT_ONCE, AtOnce, Clearance
from src.desks.tsg.kept import notes_of, put, texts_beside
from src.desks.tsg.plain_words import asks_at_once
from src.dossier.journal import Request
from src.dossier.models import Dossier, Picture, SourceBase
from src.dossier.patch import DossierPatch
from src.errors import MaskedFinding, TessError
from src.errors.base import ForOperator, RedactableError
from src.masking import sensitive
from src.masking.masking import Marks, SensitiveSpan
from src.masking.personal import masked


class PersonalDataFound(RedactableError):
    """What was sent, or was to go out, holds personal data or a secret; details: ``kinds``."""

    code = "personal_data_found"


class PersonalDataGateFailed(ForOperator):
    """The gate could not look, or not in time; details: ``problem``."""

    code = "personal_data_gate_failed"


SECONDS = 5.0
"""For one check, with what a service says."""

LONGEST = 1_000_000
"""Characters of all texts of one check; more is refused unseen."""

EDGE = 600
"""Characters at the end of one text and the beginning of another that a key may be cut over."""

PersonalSpans = tuple[SensitiveSpan, ...]
"""Kind, start and end, in the order of the text; no two overlap."""


class FindsPersonal(Protocol):
    """Looks besides the rules: a service; whatever it raises refuses."""

    name: str

    async def find(self, text: str) -> PersonalSpans: ...

    async def close(self) -> None: ...


def find_personal(text: str, public: Collection[str] = ()) -> PersonalSpans:
    """Return the personal data and secrets in a text; a value that stands in one of the ``public`` pages is none."""
    found = sensitive.find(text)
    return tuple(
        span for span in found if not _is_public(sensitive.value_as_read(text, span), public)
    )


def _is_public(value: str, public: Collection[str]) -> bool:
    """Whether a value stands in a public page, and not as a part of a longer one."""
    holding = [page for page in public if value in page]
    if not holding:
        return False
    whole = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
    return any(whole.search(page) for page in holding)


def meets_clear(text: str, added: str) -> bool:
    """Whether nothing is cut over the end of a text and what is added to it, both of which the gate let pass."""
    return not any(_by_rules((text[-EDGE:], added[:EDGE]), ()))


class Gate:
    """Lets texts pass that hold no personal data and no secret, and nothing else."""

    def __init__(self, service: FindsPersonal | None = None, seconds: float = SECONDS) -> None:
        """Ask ``service`` besides, where there is one."""
        self._service = service
        self._seconds = seconds

    async def close(self) -> None:
        if self._service is not None:
            await self._service.close()

    async def check(self, texts: Sequence[str], public: Collection[str] = ()) -> Clearance:
        """Return the clearance of these texts together, the message first; a key may be cut over two of them.

        Raises ``PersonalDataFound`` with masked findings and the redacted texts, and ``PersonalDataGateFailed`` where
        the gate could not look, or not in time.
        """
        if sum(map(len, texts)) > LONGEST:
            raise PersonalDataGateFailed(problem="gate_too_long")
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._found(texts, public)
        except TimeoutError as error:
            raise PersonalDataGateFailed(problem="gate_slow") from error
        if any(found):
            raise await asyncio.to_thread(_refusal, texts, found)
        whole = "\n".join(texts)
        return Clearance(
            sha256=hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest(),
            counts=sensitive.marks_in(whole),
            service=self._service.name if self._service else "",
        )

    async def _found(self, texts: Sequence[str], public: Collection[str]) -> list[PersonalSpans]:
        found = await asyncio.to_thread(_by_rules, texts, public)
        if self._service is None or any(found):  # what is refused anyway is sent nowhere
            return found
        told = [await self._told(self._service, text, public) for text in texts]
        return [
            sensitive.united((*mine, *theirs)) for mine, theirs in zip(found, told, strict=True)
        ]

    async def _told(
        self, service: FindsPersonal, text: str, public: Collection[str]
    ) -> PersonalSpans:
        try:
            found = await service.find(text)
        except TessError as error:
            problem = error.details.get("problem", "gate_service_failed")
            raise PersonalDataGateFailed(problem=problem) from error
        return tuple(span for span in found if not _is_public(text[span.start : span.end], public))


def _by_rules(texts: Sequence[str], public: Collection[str]) -> list[PersonalSpans]:
    found = [list(find_personal(text, public)) for text in texts]
    for entry, other in _meeting(len(texts)):
        for number, span in _over_both(texts, entry, other):
            found[number].append(span)
    return [sensitive.united(spans) for spans in found]


def _meeting(texts: int) -> Iterator[tuple[int, int]]:
    """Yield which text may end with what which begins with: the message and any other, and those side by side."""
    for number in range(1, texts):
        yield from ((0, number), (number, 0))
        if number > 1:
            yield number - 1, number


def _over_both(texts: Sequence[str], entry: int, other: int) -> Iterator[tuple[int, SensitiveSpan]]:
    tail = texts[entry].rstrip()[-EDGE:]
    head = texts[other][:EDGE]
    begin, cut = len(texts[entry].rstrip()) - len(tail), len(tail) + 1
    for span in sensitive.over_lines(f"{tail}\n{head}"):
        if span.start < cut - 1 and span.end > cut:
            yield entry, SensitiveSpan(span.kind, begin + span.start, begin + len(tail))
            yield other, SensitiveSpan(span.kind, 0, span.end - cut)


def _refusal(texts: Sequence[str], found: Sequence[PersonalSpans]) -> PersonalDataFound:
    """Return what is told of findings: kinds and counts, each masked, and every text with the same marks."""
    counts = Counter(span.kind for spans in found for span in spans)
    error = PersonalDataFound(kinds=", ".join(f"{kind}: {count}" for kind, count in counts.items()))
    error.findings = tuple(
        MaskedFinding(span.kind, _masked(text, span), span.start, span.end, number)
        for number, (text, spans) in enumerate(zip(texts, found, strict=True))
        for span in spans
    )
    marks = Marks()
    for text in texts:
        sensitive.skip_marks(text, marks)
    error.redacted = tuple(
        sensitive.redact(sensitive.marked(text, spans, marks), marks)
        for text, spans in zip(texts, found, strict=True)
    )
    return error


def _masked(text: str, span: SensitiveSpan) -> str:
    """Return a value as it may be shown: of a secret nothing."""
    if span.kind in sensitive.SECRET_NAMES:
        return "***"
    return masked(text[span.start : span.end])


LONGEST_TAIL = 4_000
"""Characters of an earlier text, all of which was looked at when it came."""


class NoPersonalData:
    """Refuses what holds personal data or a secret, also one of which half stands in what came before."""

    name = "personal"

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return whether all is to be done at once; raises ``PersonalDataFound`` or ``PersonalDataGateFailed``."""
        await self._gate.check([request.message, *_before(dossier)])
        was_wanted = dossier.artifact(AT_ONCE) is not None
        if (request.straight or asks_at_once(request.message)) == was_wanted:
            return DossierPatch()
        if was_wanted:
            return DossierPatch(remove_artifact_ids=(AT_ONCE,))
        return DossierPatch(put_artifacts=(put(AT_ONCE, AtOnce()),))

    async def admit(self, dossier: Dossier, source: SourceBase) -> None:
        """Raise what a message would be refused with, where a document or picture holds personal data."""
        said = [source.content, source.title] if isinstance(source, Picture) else [source.content]
        await self._gate.check([*said, *_before(dossier)])


def _before(dossier: Dossier) -> list[str]:
    """Return the end of what came before: a secret may be cut where one text ends and the next begins."""
    notes = notes_of(dossier)
    texts = [*([notes.text] if notes else []), *texts_beside(dossier)]
    return [text[-LONGEST_TAIL:] for text in texts]
