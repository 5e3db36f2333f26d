"""From a dossier's journal to the memo of one of its answers. Pure: the same journal always gives the same memo."""

import hashlib
import json
import re
from collections.abc import Sequence

from src.answering.gate import VERIFIED, check
from src.answering.task import answer_task, cut
from src.desks.tax.law.versions import had_begun, may_have_changed
from src.desks.tax.sources import CaseLaw, Legislation
from src.desks.tax.words import TEXTS, WORDINGS
from src.dossier import history, why
from src.dossier.chain import Line, entries
from src.dossier.journal import JournalEntry, fold, receipt_of
from src.dossier.models import Answer, Claim, Dossier, Source, Verdict, is_of_client
from src.dossier.receipt import Round, SourceReceipt
from src.errors import NoAnswerYet, UnknownAnswer
from src.export.memo import (
    Draft,
    Footnote,
    LeftOut,
    Memo,
    MemoSource,
    Reasoned,
    Receipt,
    SentSource,
    Struck,
    Told,
    ToolUse,
)
from src.llm.protocol import OFFLINE
from src.wording import Wording
from src.wording.addresses import without_addresses

MOVES = frozenset({"remove_sources", "restore_sources", "generate_tax_answer", "undo", "redo"})
"""Tools of a turn that only looked after sources or asked for the answer: its words tell nothing of the case."""


def compose(lines: Sequence[Line], answer_id: str | None, program: str) -> Memo:
    """Return the memo of an answer, of the newest where none is named; ``program`` is the version of TESS.

    Raises ``NoAnswerYet`` where there is none, ``UnknownAnswer`` for one that was never given or was withdrawn.
    """
    every = entries(lines)
    now = fold(every)
    if now is None or not now.answers:
        raise NoAnswerYet
    named = {answer.id: answer for answer in now.answers}
    answer = named.get(answer_id) if answer_id else now.answers[-1]
    if answer is None:
        raise UnknownAnswer(answer=(answer_id or "-")[:40])
    return _Composer(every, lines, now, answer, program).memo()


class _Composer:
    def __init__(
        self,
        every: Sequence[JournalEntry],
        lines: Sequence[Line],
        now: Dossier,
        answer: Answer,
        program: str,
    ) -> None:
        version = int(re.sub(r"\D.*", "", answer.id[1:]))
        place = next(n for n, entry in enumerate(every) if entry.version == version)
        self._past = every[: place + 1]
        self._entry = every[place]
        self._line = lines[place]
        self._then = history.at(every, version)
        self._now = now
        self._answer = answer
        self._program = program
        self._words: Wording = WORDINGS[answer.language]

    def memo(self) -> Memo:
        answer = self._answer
        claims, gone = self._claims()
        removed = self._since_removed()
        return Memo(
            language=answer.language,
            dossier_id=self._now.id,
            version=self._entry.version,
            answer_id=answer.id,
            answered_on=self._entry.time.date(),
            as_of=self._then.as_of,
            question=answer.question,
            facts=self._facts(),
            conclusion=self._conclusion(),
            claims=claims,
            struck=(*gone, *self._struck()),
            open_points=tuple(map(without_addresses, answer.open_points)),
            missing_facts=tuple(map(without_addresses, answer.missing_facts)),
            doubts=self._doubts(),
            warnings=self._warnings(len(claims), len(gone), removed),
            sources_used=tuple(self._source(one) for one in self._used()),
            sources_left_out=self._left_out(),
            sources_since_removed=removed,
            receipt=self._receipt(),
            limits=self._limits(),
        )

    def _conclusion(self) -> str:
        """Return the conclusion; in a memo it stands before the passages that a reply shows above it."""
        if self._answer.conclusion == self._words.offline_conclusion_many:
            return self._words.memo["offline_many"]
        return without_addresses(self._answer.conclusion)

    # Claims

    def _claims(self) -> tuple[tuple[Reasoned, ...], tuple[Struck, ...]]:
        """Return the claims that may carry a footnote, and those whose quote is not there any more."""
        good: list[Reasoned] = []
        bad: list[Struck] = []
        for claim in self._answer.claims:
            source = self._then.source(claim.source_id)
            verdict = _verdict(claim, source)
            if source is None or verdict not in VERIFIED:
                bad.append(self._struck_claim(claim, verdict))
                continue
            number = len(good) + 1
            note = Footnote(number=number, quote=claim.quote, source=self._source(source))
            text = without_addresses(claim.text)
            good.append(
                Reasoned(
                    number=number, text=text, verdict=verdict, flags=claim.flags, footnote=note
                )
            )
        return tuple(good), tuple(bad)

    def _struck(self) -> tuple[Struck, ...]:
        return tuple(
            self._struck_claim(one, one.verdict or "not-found") for one in self._answer.struck
        )

    def _struck_claim(self, claim: Claim, verdict: Verdict) -> Struck:
        title = self._title(claim.source_id)
        if claim.flags and verdict in VERIFIED:
            reason = self._words.adds.format(flags=", ".join(claim.flags), source=title)
        else:
            found_in = self._title(claim.found_in)
            reason = self._words.struck(verdict, claim.given or claim.quote)
            reason = reason.format(source=title, found_in=found_in)
        return Struck(
            text=without_addresses(claim.text),
            quote=claim.given or claim.quote,
            verdict=verdict,
            reason=reason,
            source=title,
        )

    def _title(self, source_id: str) -> str:
        source = self._then.source(source_id)
        return source.title if source else source_id

    # What was told

    def _facts(self) -> tuple[Told, ...]:
        told = []
        for entry in self._past:
            words = entry.request.message if entry.request else ""
            moves = entry.tools and all(one.tool in MOVES for one in entry.tools)
            if words and not moves and words.strip() != self._answer.question.strip():
                told.append(Told(version=entry.version, words=words))
        return tuple(told)

    # Sources

    def _used(self) -> list[Source]:
        found = (self._then.source(source_id) for source_id in self._answer.source_ids)
        return [source for source in found if source is not None]

    def _source(self, source: Source) -> MemoSource:
        ids = [one.id for one in self._then.sources]
        return MemoSource(
            number=ids.index(source.id) + 1,
            id=source.id,
            title=source.title,
            heading=source.heading,
            url=source.url,
            as_of=source.as_of,
            since=source.since if isinstance(source, Legislation) else None,
            digest=source.digest,
            case_law=isinstance(source, CaseLaw),
            client=is_of_client(source),
        )

    def _left_out(self) -> tuple[LeftOut, ...]:
        used = self._answer.source_ids
        return tuple(self._decision(one) for one in self._then.sources if one.id not in used)

    def _decision(self, source: Source) -> LeftOut:
        """Return the last turn that took the source out, with its words."""
        events = [one for one in why.why(self._past, source.id) if one.source_id == source.id]
        moved = [one for one in events if one.kind in ("left_out", "undone", "redone")]
        shown = self._source(source)
        if not moved:
            return LeftOut(source=shown)
        last = moved[-1]
        return LeftOut(
            source=shown,
            version=last.version,
            day=last.time.date(),
            author=last.author,
            words=last.words,
        )

    def _since_removed(self) -> tuple[MemoSource, ...]:
        """Return the sources of the answer that are not selected any more, whenever that happened."""
        marked = self._answer.sources_since_removed
        return tuple(
            self._source(one)
            for one in self._used()
            if one.id in marked or one.id not in self._now.selected_ids
        )

    # What a reader must know

    def _warnings(self, claims: int, gone: int, removed: Sequence[MemoSource]) -> tuple[str, ...]:
        words = self._words.memo
        titles = "; ".join(source.title for source in removed)
        part = self._sent_in_part()
        told = [
            (not claims, words["no_claims"]),
            (bool(gone), words["quote_gone"].format(count=gone)),
            (bool(part), self._words.cut.format(titles="; ".join(part))),
            (bool(removed), words["since_removed"].format(titles=titles)),
        ]
        return tuple(sentence for applies, sentence in told if applies)

    def _sent_in_part(self) -> tuple[str, ...]:
        """Return the titles of the sources of which the model was given a part only, by what it is given anew."""
        used = {"selected_ids": self._answer.source_ids, "language": self._answer.language}
        then = self._then.model_copy(update=used)
        return cut(then.selected, answer_task(then, self._answer.question))

    def _doubts(self) -> tuple[str, ...]:
        day = self._then.as_of
        if day is None:
            return ()
        shown = f"{day:%d-%m-%Y}" if self._answer.language == "nl" else day.isoformat()
        used = self._used()
        told = (
            (
                TEXTS[self._answer.language].not_in_force,
                [one for one in used if not had_begun(one, day)],
            ),
            (
                TEXTS[self._answer.language].uncertain,
                [one for one in used if may_have_changed(one, day)],
            ),
        )
        return tuple(
            sentence.format(titles="; ".join(one.title for one in sources), as_of=shown)
            for sentence, sources in told
            if sources
        )

    def _limits(self) -> tuple[str, ...]:
        words = self._words.memo
        offline = self._answer.model == OFFLINE
        digests = any(source.digest for source in self._used())
        names = ["limit_quote", "limit_offline" if offline else "limit_model"]
        names += ["limit_digest"] if digests else []
        names += ["limit_client"] if any(map(is_of_client, self._used())) else []
        return tuple(words[name] for name in [*names, "limit_advice"])

    def _receipt(self) -> Receipt:
        kept = receipt_of(self._entry, self._answer.id)
        parameters = kept.parameters if kept else self._entry.model.parameters
        return Receipt(
            recorded=kept is not None,
            dossier_state=history.state_hash(self._then),
            journal_line=self._line.hash,
            model=kept.model if kept else self._answer.model,
            parameters=json.dumps(parameters, sort_keys=True) if parameters else "",
            prompt_hash=kept.prompt_hash if kept else "",
            policy=kept.policy if kept else "",
            library=kept.library if kept else "",
            made_by=kept.program if kept else "",
            sources=tuple(map(_sent, kept.sources)) if kept else (),
            drafts=tuple(map(_draft, kept.rounds)) if kept else (),
            sent_hash=self._answer.sent_hash,
            author=self._entry.author,
            tools=tuple(ToolUse(tool=one.tool, outcome=one.outcome) for one in self._entry.tools),
            program=self._program,
        )


def _sent(source: SourceReceipt) -> SentSource:
    return SentSource(source=source.id, text_hash=source.text_hash, sent_hash=source.sent_hash)


def _draft(one: Round) -> Draft:
    if one.failure:
        return Draft(failure=one.failure)
    return Draft(sha256=hashlib.sha256(one.output.encode()).hexdigest())


def _verdict(claim: Claim, source: Source | None) -> Verdict:
    """Return how a claim's quote stands to its source now, as it was given and as it is shown."""
    if claim.verdict is not None and claim.verdict not in VERIFIED:
        return claim.verdict
    given, shown = (check(one, source).verdict for one in (claim.given or claim.quote, claim.quote))
    return given if shown in VERIFIED else shown
