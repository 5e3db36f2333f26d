"""From a dossier's journal to the memo of one of its answers. Pure: the same journal always gives the same memo."""

import re
from collections.abc import Sequence
from functools import cached_property

from src.answering.handing_over import MemoSource
from src.answering.rules import AnswerRules
from src.answering.task import cut
from src.dossier import provenance
from src.dossier.chain import Line
from src.dossier.models import Claim, ConclusionSentence, Picture, Source, Verdict, is_of_client
from src.dossier.personal import as_quoted, marks_of
from src.export.memo import (
    ClientFact,
    Footnote,
    LeftOut,
    Memo,
    MemoGloss,
    MemoPicture,
    MemoSentence,
    RejectedClaim,
    SupportedClaim,
    Told,
)
from src.export.receipts import AnswerTurn, answer_turn, memo_receipt
from src.grounding.gate import VERIFIED, check
from src.grounding.units import Units
from src.language.sentences import split
from src.llm.protocol import OFFLINE
from src.masking.masking import Marks
from src.masking.personal import PERSONAL_DATA
from src.texts import beside
from src.wording import Wording
from src.wording.markdown import without_addresses

_ASKED, _ASKS = (re.compile(beside(__file__, "questions")[name]) for name in ("ends", "begins"))


def told_in(message: str) -> str:
    """Return what a message tells, in its own words; empty where it only asks."""
    said = (part for line in message.split("\n") for part in split(line))
    return " ".join(text for text in said if not (_ASKED.search(text) or _ASKS.match(text)))


MOVES = frozenset({"remove_sources", "restore_sources", "undo", "redo"})
"""Tools of a turn that only looked after sources: like those of one that asked for the answer, its words tell nothing
of the case."""


def compose(lines: Sequence[Line], answer_id: str | None, program: str, rules: AnswerRules) -> Memo:
    """Return the memo of an answer, of the newest where none is named; ``program`` is the version of TESS.

    Raises ``NoAnswerYet`` where there is none, ``UnknownAnswer`` for one that was never given or was withdrawn.
    """
    return _Composer(answer_turn(lines, answer_id), program, rules).memo()


class _Composer:
    def __init__(self, turn: AnswerTurn, program: str, rules: AnswerRules) -> None:
        self._turn = turn
        self._then = turn.then
        self._answer = turn.answer
        self._program = program
        self._rules = rules
        self._words: Wording = rules.memo.wordings[turn.answer.language]

    def memo(self) -> Memo:
        answer = self._answer
        claims, gone = self._claims()
        removed = self._since_removed()
        return Memo(
            language=answer.language,
            dossier_id=self._turn.now.id,
            version=self._turn.entry.version,
            answer_id=answer.id,
            answered_on=self._turn.entry.time.date(),
            as_of=self._then.as_of,
            head=self._rules.memo.head(self._then, answer.language),
            title=self._shown(self._turn.now.title),
            question=self._shown(answer.question),
            facts=self._facts(),
            client_facts=self._client_facts(),
            conclusion=self._conclusion(),
            sentences=self._sentences() if self._conclusion() else (),
            claims=claims,
            struck=(
                *gone,
                *(
                    self._struck_claim(claim, claim.verdict or "not-found")
                    for claim in answer.struck
                ),
            ),
            open_points=tuple(map(without_addresses, answer.open_points)),
            missing_facts=tuple(map(without_addresses, answer.missing_facts)),
            doubts=self._doubts(),
            warnings=self._warnings(len(claims), len(gone), removed),
            sources_used=tuple(self._source(source) for source in self._used()),
            pictures=self._pictures(),
            sources_left_out=self._left_out(),
            sources_since_removed=removed,
            receipt=memo_receipt(self._turn, self._program),
            limits=self._limits(),
        )

    def _conclusion(self) -> str:
        """Return the conclusion; it stands before the passages, which once stood above it."""
        said = self._answer.conclusion
        if said == self._words.offline_conclusion_many:
            return self._words.memo["offline_many"]
        if any(claim.quote in said for claim in self._answer.claims if self._is_fact(claim)):
            return ""  # the client's own words, which answer nothing
        return without_addresses(self._shown(said))

    def _sentences(self) -> tuple[MemoSentence, ...]:
        """Return the conclusion with its footnotes; none where no sentence names what it follows from."""
        said = self._answer.sentences
        return tuple(map(self._sentence, said)) if any(sentence.claims for sentence in said) else ()

    def _sentence(self, sentence: ConclusionSentence) -> MemoSentence:
        if sentence.struck:
            return MemoSentence(text=self._words.left_out(sentence), left_out=True)
        notes = tuple(self._numbers[claim] for claim in sentence.claims if claim in self._numbers)
        said = without_addresses(self._shown(sentence.text))
        return MemoSentence(text=said, notes=notes, exception=sentence.exception)

    # Claims

    @cached_property
    def _verdicts(self) -> dict[int, Verdict]:
        every = enumerate(self._answer.claims, start=1)
        return {
            number: _verdict(claim, self._then.source(claim.source_id), self._rules.units)
            for number, claim in every
            if not self._is_fact(claim)
        }

    @cached_property
    def _numbers(self) -> dict[int, int]:
        good = [
            number
            for number, text in self._verdicts.items()
            if text in VERIFIED and self._then.source(self._answer.claims[number - 1].source_id)
        ]
        return {number: note for note, number in enumerate(good, start=1)}

    def _claims(self) -> tuple[tuple[SupportedClaim, ...], tuple[RejectedClaim, ...]]:
        """Return the claims that may carry a footnote, and those whose quote is not there any more."""
        good: list[SupportedClaim] = []
        bad: list[RejectedClaim] = []
        for place, verdict in self._verdicts.items():
            claim = self._answer.claims[place - 1]
            source = self._then.source(claim.source_id)
            if source is None or place not in self._numbers:
                bad.append(self._struck_claim(claim, verdict))
                continue
            number = self._numbers[place]
            gloss = MemoGloss(**claim.gloss.model_dump()) if claim.gloss else None
            footnote = Footnote(
                number=number, quote=claim.quote, source=self._source(source), gloss=gloss
            )
            said = self._rules.memo.claim(claim, self._answer.language)
            good.append(
                SupportedClaim(
                    number=number,
                    text=without_addresses(said),
                    verdict=verdict,
                    flags=claim.flags,
                    exception=claim.exception,
                    footnote=footnote,
                )
            )
        return tuple(good), tuple(bad)

    def _is_fact(self, claim: Claim) -> bool:
        """Return whether a claim rests on a document of the client, which once could be quoted as what answers."""
        source = self._then.source(claim.source_id)
        return source is not None and is_of_client(source)

    def _client_facts(self) -> tuple[ClientFact, ...]:
        """Return what is quoted of the client's documents, where it stands there still."""
        claims = (*filter(self._is_fact, self._answer.claims), *self._answer.facts)
        found = ((claim, self._then.source(claim.source_id)) for claim in claims)
        return tuple(
            ClientFact(
                text=without_addresses(self._shown(claim.text))
                + (f" ({self._words.of_document})" if claim.of_document else ""),
                quote=as_quoted(claim.quote, source, self._marks),
                source=self._source(source),
            )
            for claim, source in found
            if source is not None and _verdict(claim, source, self._rules.units) in VERIFIED
        )

    @cached_property
    def _marks(self) -> Marks:
        return marks_of(self._then.sources)

    def _shown(self, words: str) -> str:
        """Return words of a person or a model as they may be handed over: personal data in them is masked."""
        return PERSONAL_DATA.mask(words, self._marks)

    def _struck_claim(self, claim: Claim, verdict: Verdict) -> RejectedClaim:
        title, found_in = self._title(claim.source_id), self._title(claim.found_in)
        reason = self._words.struck(claim, verdict, title, found_in)
        return RejectedClaim(
            text=without_addresses(claim.text),
            quote=claim.given or claim.quote,
            verdict=verdict,
            reason=reason,
            source=title,
        )

    def _title(self, source_id: str) -> str:
        source = self._then.source(source_id)
        return as_quoted(source.title, source, self._marks) if source else source_id

    # What was told

    def _facts(self) -> tuple[Told, ...]:
        told = []
        known = MOVES | {self._rules.tool}
        for entry in self._turn.past:
            words = told_in(entry.request.message) if entry.request else ""
            moves = entry.tools and all(tool.tool in known for tool in entry.tools)
            if words and not moves and words.strip() != self._answer.question.strip():
                told.append(Told(version=entry.version, words=self._shown(words)))
        return tuple(told)

    # Sources

    def _used(self) -> list[Source]:
        found = (self._then.source(source_id) for source_id in self._answer.source_ids)
        return [source for source in found if source is not None]

    def _pictures(self) -> tuple[MemoPicture, ...]:
        found = ((self._source(each), each) for each in self._used() if isinstance(each, Picture))
        return tuple(
            MemoPicture(
                number=named.number,
                name=named.title,
                alternative=as_quoted(picture.content, picture, self._marks),
                **picture.model_dump(include={"width", "height", "size", "sha256", "media_type"}),
            )
            for named, picture in found
        )

    def _source(self, source: Source) -> MemoSource:
        ids = [source.id for source in self._then.sources]
        number, language = ids.index(source.id) + 1, self._answer.language
        title = as_quoted(source.title, source, self._marks)
        source = source.model_copy(update={"title": title}) if title != source.title else source
        return self._rules.memo.source(number, source, language)

    def _left_out(self) -> tuple[LeftOut, ...]:
        used = self._answer.source_ids
        return tuple(self._decision(entry) for entry in self._then.sources if entry.id not in used)

    def _decision(self, source: Source) -> LeftOut:
        events = [
            each
            for each in provenance.events(self._turn.past, source.id)
            if each.source_id == source.id
        ]
        moved = [event for event in events if event.kind in ("left_out", "undone", "redone")]
        shown = self._source(source)
        if not moved:
            return LeftOut(source=shown)
        last = moved[-1]
        return LeftOut(
            source=shown,
            version=last.version,
            day=last.time.date(),
            author=last.author,
            words=self._shown(last.words),
        )

    def _since_removed(self) -> tuple[MemoSource, ...]:
        marked = self._answer.sources_since_removed
        return tuple(
            self._source(source)
            for source in self._used()
            if source.id in marked or source.id not in self._turn.now.selected_ids
        )

    # What a reader must know

    def _warnings(self, claims: int, gone: int, removed: Sequence[MemoSource]) -> tuple[str, ...]:
        words = self._words.memo
        stands_on = {claim.source_id for claim in (*self._answer.claims, *self._answer.facts)}
        titles = "; ".join(source.title for source in removed if source.id in stands_on)
        part = self._sent_in_part()
        told = [
            (not claims, words["no_claims"]),
            (bool(gone), words["quote_gone"].format(count=gone)),
            (bool(part), self._words.cut.format(titles="; ".join(part))),
            (bool(titles), words["since_removed"].format(titles=titles)),
        ]
        return tuple(sentence for applies, sentence in told if applies)

    def _sent_in_part(self) -> tuple[str, ...]:
        """Return the titles of the sources of which the model was given a part only, by what it is given now."""
        used = {"selected_ids": self._answer.source_ids, "language": self._answer.language}
        then = self._then.model_copy(update=used)
        task = self._rules.task(then, self._answer.question, self._rules.cutting)
        return cut(then.selected, task)

    def _doubts(self) -> tuple[str, ...]:
        left_out = dict.fromkeys(map(self._words.left_out, self._answer.left_out))
        of_desk = self._rules.memo.doubts(self._used(), self._then, self._answer.language)
        return (*of_desk, *left_out)

    def _limits(self) -> tuple[str, ...]:
        words = self._words.memo
        offline = self._answer.model == OFFLINE
        of_desk = self._rules.memo.limits(self._used(), self._answer.language)
        return (
            words["limit_quote"],
            words["limit_offline" if offline else "limit_model"],
            *of_desk,
        )


def _verdict(claim: Claim, source: Source | None, units: Units) -> Verdict:
    """Return how a claim's quote stands to its source now, as it was given and as it is shown."""
    if claim.verdict is not None and claim.verdict not in VERIFIED:
        return claim.verdict
    quotes = (claim.given or claim.quote, claim.quote)
    given, shown = (check(quote, source, units=units).verdict for quote in quotes)
    return given if shown in VERIFIED else shown
