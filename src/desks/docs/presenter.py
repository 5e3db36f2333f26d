"""What only this desk tells: answers whose quotes are cited by line, and what it asks back. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from src.desks.docs.artifacts import reading_of
from src.desks.docs.asking import NEAREST
from src.desks.docs.bearing import names_in, section_text, stands_in
from src.desks.docs.citing import linked
from src.desks.docs.disagreements import Disagreement, GivenValue, disagreements
from src.desks.docs.words import texts_of
from src.desks.docs.words.texts import DocsTexts
from src.dossier.clarification import pending
from src.dossier.models import Answer, Claim, Document, Dossier, Language, Source
from src.grounding.sentences import code_around
from src.llm.protocol import OFFLINE
from src.presenter import Presenter, SourceKind, Teller, Telling
from src.presenter.answer import conclusion_of, sources_of
from src.tools.base import Answered, Asked, Report
from src.tools.docs.reports import NothingAnswered, ScopeChosen, SectionsFound
from src.tools.rate import AnswerRated
from src.tools.read import PAGE, SourceRead
from src.wording import WORDINGS as ANY_DESK
from src.wording import Wording
from src.wording.markdown import bullets, inert, lead, plain

KINDS = (
    SourceKind(
        Document,
        {"nl": "Documentatie", "en": "Documentation"},
        group="collection",
        described={"nl": "documentatie", "en": "documentation"},
        dates={"updated": {"nl": "gewijzigd {day} ({age})", "en": "changed {day} ({age})"}},
    ),
)

_FENCE = re.compile(
    r"\A[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)\n(?P<code>.*?)\n?[ \t]*(?P=fence)?[ \t]*\Z",
    re.DOTALL,
)


def texts_for(telling: Telling) -> DocsTexts:
    """Return the texts of the language that the last question was in."""
    reading = reading_of(telling.dossier)
    return texts_of(reading.language if reading else telling.language)


def tell_docs_answer(reports: Sequence[Answered], telling: Telling) -> list[str]:
    """Return the answers of a turn, each claim with its quote and where that stands."""
    return [block for report in reports for block in _answered(report.answer, telling)]


def _answered(answer: Answer, telling: Telling) -> list[str]:
    texts = texts_for(telling)
    if not answer.claims:
        return [texts.not_in_these_docs, *_struck(answer, texts)]
    used = sources_of(answer, telling)
    blocks = [f"## {texts.answer_heading}"]
    conclusion = conclusion_of(answer, telling)
    blocks += [conclusion] if conclusion else []
    blocks += [_claim(one, telling, texts) for one in answer.claims]
    blocks += _disagreeing(answer, used, texts)
    for points, heading in (
        (answer.open_points, telling.words.open_heading),
        (answer.missing_facts, telling.words.missing_facts_heading),
    ):
        blocks += [f"**{heading}**", bullets(map(inert, points))] if points else []
    blocks += [f"## {texts.sources_heading}", _listed(used, telling, texts)]
    return [*blocks, "---", *_struck(answer, texts), *_label(answer, telling)]


def _claim(claim: Claim, telling: Telling, texts: DocsTexts) -> str:
    source = telling.dossier.source(claim.source_id)
    said = f"{lead(claim.text)}\n\n" if claim.text else ""
    where = f"\\[{telling.number(source)}\\] {linked(source, texts)}" if source else claim.source_id
    return f"{said}{_quoted(claim, source)}\n\n{where}"


def _quoted(claim: Claim, source: Source | None) -> str:
    """Return a quote, or the whole block of code that it is from, with its language."""
    if source is not None and claim.start is not None and claim.end is not None:
        block = code_around(source.content, claim.start, claim.end)
        found = _FENCE.match(source.content[block[0] : block[1]]) if block else None
        if found:
            return _fenced(found["code"], found["info"])
    return f"> “{inert(claim.quote)}”"


def _fenced(code: str, info: str) -> str:
    """Return code in a fence that nothing in it can close."""
    longest = max((len(one) for one in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    language = re.match(r"\s*\{?\.?([\w+#-]{1,30})", info)
    return f"{fence}{language[1] if language else ''}\n{code}\n{fence}"


def _disagreeing(answer: Answer, used: Sequence[Source], texts: DocsTexts) -> list[str]:
    quotes = [one.quote for one in answer.claims]
    found = disagreements(used, [answer.question, answer.conclusion, *quotes])
    told = [_both(one, texts) for one in found]
    return [f"**{texts.disagree}**", *told] if told else []


def _both(found: Disagreement, texts: DocsTexts) -> str:
    said = texts.disagree_on.format(name=inert(found.name))
    return f"{said}\n\n{_said(found.one, texts)}\n\n{_said(found.other, texts)}"


def _said(one: GivenValue, texts: DocsTexts) -> str:
    return f"> “{inert(one.quote)}”\n>\n> {linked(one.source, texts)}"


def _listed(sources: Sequence[Source], telling: Telling, texts: DocsTexts) -> str:
    return bullets(f"\\[{telling.number(one)}\\] {linked(one, texts)}" for one in sources)


def _struck(answer: Answer, texts: DocsTexts) -> list[str]:
    of_others = sum(one.verdict == "other-version" for one in answer.struck)
    counts = (
        (texts.struck, len(answer.struck) - of_others),
        (texts.other_version, of_others),
    )
    return [f"*{text.format(count=count)}*" for text, count in counts if count]


def _label(answer: Answer, telling: Telling) -> list[str]:
    words = telling.words
    return [f"*{words.offline_label}*"] if answer.model == OFFLINE else []


def tell_docs_question(
    reports: Sequence[Asked],
    telling: Telling,  # noqa: ARG001  # the shape of a teller
) -> list[str]:
    """Return what is asked back; each choice is a message that can be sent as it stands."""
    blocks: list[str] = []
    for report in reports:
        asked = report.clarification
        blocks.append(asked.question)
        choices = (inert(" ".join(one.split())) for one in asked.choices)
        numbered = "\n".join(f"{number}. {one}" for number, one in enumerate(choices, start=1))
        blocks += [numbered] if numbered else []
    return blocks


def tell_scope(reports: Sequence[ScopeChosen], telling: Telling) -> list[str]:
    """Return where is searched from now on."""
    texts, scope = texts_for(telling), reports[-1].scope
    named = [inert(one) for one in scope.collections]
    named += [texts.version_of.format(version=inert(scope.version))] if scope.version else []
    return [texts.scope_set.format(scope=", ".join(named)) if named else texts.scope_every]


def tell_rated(reports: Sequence[AnswerRated], telling: Telling) -> list[str]:
    """Return that a thumb was kept."""
    texts = texts_for(telling)
    return [texts.rated_up if reports[-1].feedback.up else texts.rated_down]


def tell_sections(reports: Sequence[SectionsFound], telling: Telling) -> list[str]:
    """Return the sections that come nearest, each with its passage, where nothing else of the turn tells of them."""
    if _is_told(telling):
        return []
    texts = texts_for(telling)
    hits = {one.id: one for report in reports for one in report.hits}
    passages = {name: said for report in reports for name, said in report.passages.items()}
    shown = list(hits.values())[:NEAREST]
    told = "\n".join(
        f"- \\[{telling.number(one)}\\] {linked(one, texts)}\n  > {plain(passages.get(one.id, ''))}"
        for one in shown
        if telling.dossier.source(one.id)
    )
    return [f"{texts.nearest}\n\n{told}"] if told else []


def tell_nothing_answered(reports: Sequence[NothingAnswered], telling: Telling) -> list[str]:
    """Return that no section says it, where the turn did not find an answer after all, and asks nothing."""
    if _is_told(telling):
        return []
    texts = texts_for(telling)
    return [texts.not_in_these_docs, *_struck(reports[-1].answer, texts)]


def tell_read(reports: Sequence[SourceRead], telling: Telling) -> list[str]:
    """Return the text of the section that was read last, where nothing else of the turn tells of it."""
    if _is_told(telling):
        return []
    source = reports[-1].source
    text = source.content[:PAGE] + (" …" if len(source.content) > PAGE else "")
    where = f"\\[{telling.number(source)}\\] {linked(source, texts_for(telling))}"
    return [where, _fenced(text, "markdown")]


def _is_told(telling: Telling) -> bool:
    """Tell whether the turn answered, or asks the user something."""
    dossier = telling.dossier
    answered = dossier.answers and dossier.answers[-1].based_on_version == dossier.version
    return bool(answered or pending(dossier.artifacts))


def may_say(text: str, dossier: Dossier) -> bool:
    """Return whether a model may say this in its own words: it may name only what a section or the user names."""
    named = [one for one in names_in(text) if not one.strip(".,v").isdecimal()]
    if not named:
        return True
    said = (one.content for one in dossier.conversation)
    told = "\n".join([*said, *(section_text(one) for one in dossier.sources)])
    return all(stands_in(one, told) for one in named)


AGAIN: Mapping[Language, str] = {
    "nl": "Zeg ‘ja’ voor een antwoord uit deze bronnen, of stel een andere vraag.",
    "en": "Say ‘yes’ for an answer from these sources, or ask another question.",
}
WORDINGS: Mapping[Language, Wording] = {
    language: replace(words, ask_whether_right=AGAIN[language])
    for language, words in ANY_DESK.items()
}
"""What every desk says; nobody has to confirm sources here, but where they chose others."""

TELL: Mapping[type[Report], Teller] = {
    Answered: tell_docs_answer,
    Asked: tell_docs_question,
    SectionsFound: tell_sections,
    NothingAnswered: tell_nothing_answered,
    SourceRead: tell_read,
    ScopeChosen: tell_scope,
    AnswerRated: tell_rated,
}

PRESENTER = Presenter(WORDINGS, KINDS, TELL, may_say)
"""How the desk speaks."""
