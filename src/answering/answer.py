"""The answer: claims that each stand on a quote, kept only where the quote stands in its source."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from src.answering.extract import Cutting, nearness
from src.answering.recording import Circumstances, RecordingDrafter, receipt
from src.answering.rules import AnswerRules, Policy
from src.answering.support import supported
from src.answering.task import cut, sent_hash
from src.answering.versions import NoVersions, Timeline, Versions
from src.dossier.models import Answer, Claim, Dossier, Gloss, GlossTexts, Language, Source
from src.dossier.receipt import Receipt
from src.errors import ModelKeyRefused, ModelUnavailable, TessError
from src.grounding.conclusion import renumbered
from src.grounding.gate import VERIFIED
from src.grounding.material import GENERATION, Material
from src.grounding.pieces import USER
from src.grounding.verification import JudgedDraft, after_mending, verified
from src.language.numbers import quantities
from src.language.sentences import sentences
from src.llm.forms import AnswerDraft, AnswerTask, FailedClaim, FailedSentence, RepairTask
from src.llm.protocol import ChatMessage, Drafter, Usage
from src.texts import beside


def with_glosses(
    claims: Iterable[Claim], dossier: Dossier, question: str, language: Language, cutting: Cutting
) -> tuple[Claim, ...]:
    """Return the claims, each with the gloss of its quote where its source has one; the same is not given twice."""
    glossed: list[Claim] = []
    for claim in claims:
        source = dossier.source(claim.source_id)
        gloss = _gloss(claim, source, dossier, question, language, cutting) if source else None
        new = gloss is not None and all(claim.gloss != gloss for claim in glossed)
        glossed.append(claim.model_copy(update={"gloss": gloss}) if new else claim)
    return tuple(glossed)


def _gloss(
    claim: Claim,
    source: Source,
    dossier: Dossier,
    question: str,
    language: Language,
    cutting: Cutting,
) -> Gloss | None:
    texts = source.gloss
    if texts is None or not texts.texts.get(language):
        return None
    if source.digest:
        return _translated(claim, source, texts, language)
    if dossier.as_of and texts.as_of > dossier.as_of:
        return None  # it tells of a later day than the one that counts
    nearest = _nearest(f"{question} {claim.quote}", texts, language, cutting)
    # A digest of a later day may tell of another rate or amount.
    return nearest if nearest and _numbers(nearest.text) <= _numbers(source.content) else None


def _translated(
    claim: Claim, source: Source, texts: GlossTexts, language: Language
) -> Gloss | None:
    """Return the sentences that stand where the quoted ones do; none where the texts do not run side by side."""
    original, translated = sentences(source.content), _sentences_of(texts, language)
    if claim.start is None or claim.end is None or len(original) != len(translated):
        return None
    quoted = [
        words
        for (start, end), words in zip(original, translated, strict=True)
        if start < claim.end and claim.start < end
    ]
    return Gloss(text=" ".join(quoted), as_of=texts.as_of, translation=True) if quoted else None


def _nearest(quoted: str, texts: GlossTexts, language: Language, cutting: Cutting) -> Gloss | None:
    told = _sentences_of(texts, language)
    every = (_sentences_of(texts, text) for text in texts.texts)
    alike = [row for row in every if len(row) == len(told)]
    near = [
        sum(scores)
        for scores in zip(*(nearness(row, quoted, cutting) for row in alike), strict=True)
    ]
    best = max(range(len(told)), key=lambda number: near[number], default=None)
    return None if best is None else Gloss(text=told[best], as_of=texts.as_of)


def _sentences_of(texts: GlossTexts, language: Language) -> list[str]:
    text = texts.texts.get(language, "")
    return [text[start:end] for start, end in sentences(text)]


def _numbers(text: str) -> set[str]:
    return {each.value for each in quantities(text)}


Verify = Callable[[AnswerDraft, Material], JudgedDraft]


@dataclass(frozen=True)
class FinishedAnswer:
    """An answer, which without claims is none, and how it came about."""

    answer: Answer
    cut: tuple[str, ...]
    """Titles of sources of which the model was given parts only."""
    refused: int
    """Claims that held and are not given all the same, by the policy ``refuse`` or as they make no answer."""
    draft: AnswerDraft
    """What the model filled in; only the answer's claims of it stand."""
    receipt: Receipt | None
    """None where there is no answer."""
    usage: Usage
    fallback: str = ""
    """Id of the model that drafted in place of the one asked; empty: none did."""


@dataclass(frozen=True)
class Answering:
    """A desk that answers: its rules, the model that drafts, and its library."""

    rules: AnswerRules
    llm: Drafter
    library: Versions = field(default_factory=NoVersions)
    timeline: Timeline | None = None
    """None: no source of the desk counts on some days only."""
    verify: Verify = verified
    today: Callable[[], date] | None = None
    """None: the desk does not tell on which day an answer was given."""

    def under(self, policy: Policy) -> "Answering":
        return replace(self, rules=replace(self.rules, policy=policy))

    async def answer(self, dossier: Dossier, question: str) -> FinishedAnswer:
        """Return the answer to a question of this dossier from its selected sources; nothing is stored.

        What looks through long sources does so in a thread: a document of 300,000 characters takes a second.
        """
        await self.library.check()
        task = await asyncio.to_thread(self.rules.task, dossier, question, self.rules.cutting)
        material = await asyncio.to_thread(self._material, dossier, question)
        recording = RecordingDrafter(self.llm)
        drafted = await self._drafted(recording, task, material)
        return await asyncio.to_thread(
            self._finished, dossier, question, task, material, recording, drafted
        )

    def _finished(
        self,
        dossier: Dossier,
        question: str,
        task: AnswerTask,
        material: Material,
        recording: RecordingDrafter,
        drafted: tuple[tuple[JudgedDraft, ...], JudgedDraft, Usage],
    ) -> FinishedAnswer:
        judged, result, usage = drafted
        refused = not self.rules.bearing.suffices(result.claims)
        refused = refused or (bool(result.struck) and self.rules.policy == "refuse")
        if len(judged) > 1 and result.draft is not judged[0].draft and material.generation:
            result = after_mending(judged[0], result)
        asked, cutting = (task.question, task.language), self.rules.cutting
        glossed = with_glosses(result.claims, dossier, *asked, cutting)
        answer = Answer(
            question=question,
            language=task.language,
            claims=() if refused else glossed,
            facts=result.facts,
            conclusion="" if refused else result.conclusion,
            sentences=() if refused else result.sentences,
            calculations=() if refused else result.computed.made,
            unsourced=result.unsourced,
            left_out=result.left_out,
            open_points=result.open_points,
            missing_facts=result.missing_facts,
            struck=result.struck,
            unread=result.unread is not None,
            source_ids=tuple(source.id for source in dossier.selected),
            model=recording.id,
            sent_hash=sent_hash(task),
            based_on_version=dossier.version,
        )
        library, given_on = self.library.fingerprint, self.today() if self.today else None
        given = Circumstances(task, material, dossier.as_of, self.rules, library, given_on)
        return FinishedAnswer(
            answer,
            cut(dossier.selected, task),
            len(result.claims) if refused else 0,
            result.draft,
            receipt(recording, given, judged) if answer.claims else None,
            usage,
            recording.fallback,
        )

    def _material(self, dossier: Dossier, question: str) -> Material:
        versions = {source.id: self.library.versions(source) for source in dossier.selected}
        return self.rules.material(question, dossier.selected, versions, dossier)

    async def _drafted(
        self, llm: RecordingDrafter, task: AnswerTask, material: Material
    ) -> tuple[tuple[JudgedDraft, ...], JudgedDraft, Usage]:
        """Let the model draft an answer, and mend it where it has what may not stand; return all, and what of them.

        It may mend once: the form of its draft or what it says, never both.
        """
        # No tools here: text inside a source is data, and there is nothing that it could make the model do.
        messages = [
            ChatMessage("system", self.rules.prompt),
            ChatMessage("user", task.model_dump_json(exclude_defaults=material.generation > 0)),
        ]
        draft = await llm.chat_structured(messages, self.rules.form)
        first, usage = await self._verified(draft.value, material), draft.usage
        if first.is_whole or draft.repaired:
            first, more = await self._read(llm, first, material)
            usage += more
        if first.is_whole or draft.repaired:
            return (first,), first, usage
        suffices = self.rules.bearing.suffices
        messages += [
            ChatMessage("assistant", draft.value.model_dump_json()),
            ChatMessage("user", _repair(first, material.generation).model_dump_json()),
        ]
        try:
            reply = await llm.chat_structured(messages, self.rules.form, repair=False)
        except TessError as error:
            # What is there already stands on its quotes, whatever became of the model meanwhile.
            first, more = await self._read(llm, first, material)
            _told_as_away(first, error)
            return (first,), first, usage + more
        mended = await self._verified(renumbered(reply.value, first.draft), material)
        usage += reply.usage
        if not first.was_read:
            better, more = await self._read(llm, _better((first, mended), suffices), material)
            return (first, mended), better, usage + more
        again, more = await self._read(llm, mended, material)
        # What a reading struck stays away unless another reading lets its mending pass.
        better = _better((first, again), suffices) if again.was_read else first
        if again.unread:
            _told_as_away(better, again.unread)
        return (first, again), better, usage + more

    async def _verified(self, draft: AnswerDraft, material: Material) -> JudgedDraft:
        return await asyncio.to_thread(self.verify, draft, material)

    async def _read(
        self, llm: RecordingDrafter, judged: JudgedDraft, material: Material
    ) -> tuple[JudgedDraft, Usage]:
        """Return a draft as a second reading leaves it, where the desk asks for one and the model gives one."""
        if not (self.rules.support and judged.claims) or judged.was_read or llm.fallback:
            return judged, Usage()
        return await supported(llm, judged, material)


def _told_as_away(left: JudgedDraft, error: TessError) -> None:
    """Raise that the model was away where nothing stands without it: that is no word of what the sources say."""
    if isinstance(error, ModelUnavailable | ModelKeyRefused) and not left.claims:
        raise error


def _better(
    judged: Sequence[JudgedDraft], suffices: Callable[[Sequence[Claim]], bool]
) -> JudgedDraft:
    def worth(draft: JudgedDraft) -> tuple[bool, int, int]:
        stands = sum(not sentence.struck for sentence in draft.sentences)
        return (suffices(draft.claims), len(draft.claims), stands)

    return judged[-1] if worth(judged[-1]) >= worth(judged[0]) else judged[0]


PROBLEMS: Mapping[str, str] = beside(__file__, "problems")
"""Why something may not stand, in words that a model can act on, by the word of the gate."""


def problem_of(word: str, settled_by: str = "") -> str:
    """Return the sentence for a word of the gate, with the sentence of the source that decided it."""
    told = PROBLEMS.get(word, word)
    return f"{told}; the source says: “{settled_by}”" if settled_by else told


def _problem(claim: Claim, generation: int) -> str:
    """Return why a claim fell, in words that its verdict alone does not give; the first rules told no more."""
    if claim.turned:
        return problem_of(claim.turned, claim.settled_by)
    if generation < 1:
        return ""
    if claim.verdict not in VERIFIED:
        return problem_of(claim.verdict or "not-found")
    if any(piece.verdict not in VERIFIED for piece in claim.evidence):
        return problem_of("evidence")
    if claim.source_id in USER:
        return problem_of("told")
    return problem_of("adds" if claim.flags else "unfit")


def problems_in(answer: Answer) -> list[str]:
    """Return what of an answer's draft may not stand, each with its reason, in words that a model can act on."""
    fell = [(one.text or one.quote, _problem(one, GENERATION), one.flags) for one in answer.struck]
    fell += [
        (sentence.text, problem_of(sentence.struck, sentence.settled_by), sentence.added)
        for sentence in (*answer.sentences, *answer.left_out)
        if sentence.struck
    ]
    named = ((text, why, f" ({', '.join(words)})" if words else "") for text, why, words in fell)
    return [f"“{text}”: {why}{words}." for text, why, words in named]


def _repair(result: JudgedDraft, generation: int) -> RepairTask:
    """Return which claims, sentences and calculations may not stand, and why, for the model to mend."""
    failed = [
        FailedClaim(
            text=claim.text,
            quote="" if claim.text and generation else claim.given or claim.quote,
            source_id="" if claim.text and generation else claim.source_id,
            verdict=claim.verdict or "not-found",
            not_in_source=list(claim.flags),
            problem=_problem(claim, generation),
        )
        for claim in result.struck
    ]
    sentences = [
        FailedSentence(
            text=sentence.text,
            problem=problem_of(sentence.struck, sentence.settled_by),
            not_in_source=list(sentence.added),
        )
        for sentence in result.sentences
        if sentence.struck
    ]
    return RepairTask(
        failed=failed,
        failed_sentences=[*sentences, *result.computed.failed],
        corrected=result.computed.put_right,
    )
