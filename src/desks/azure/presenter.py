"""What only the Azure desk tells: a diagnosis in three sections, calls, and what was looked at in vain. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import src.desks.azure.trace as trace
from src.desks.azure.answering import when_read
from src.desks.azure.diagnosis import (
    KIND,
    Diagnosis,
    DiagnosisDraft,
    DiagnosisFinding,
    diagnosis_of,
)
from src.desks.azure.filling import case_of, with_blanks
from src.desks.azure.knowledge import ErrorCode, talk
from src.desks.azure.knowledge.causes import Proof, causes, kind_of
from src.desks.azure.lines import line_of, observations
from src.desks.azure.offline.evidence import Case
from src.desks.azure.offline.next_calls import is_ruled_out
from src.desks.azure.offline.proofs import likely, proven, told
from src.desks.azure.steps import without_commands
from src.desks.azure.words import TEXTS, WORDINGS
from src.dossier import clarification
from src.dossier.models import Language, Observation
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.protocol import OFFLINE
from src.masking.secrets import mask
from src.presenter import Presenter, SourceKind, Teller, Telling, changes
from src.presenter.answer import AnswerInWords, not_stated
from src.presenter.quotes import Piece
from src.presenter.reply import TELLERS
from src.tools.azure.reports import (
    DiagnosisShown,
    ErrorsExplained,
    GaveUp,
    Observed,
    Part,
    Unproven,
)
from src.tools.base import Answered, Asked, Refused, Report
from src.tools.calculate import Calculated
from src.tools.rate import AnswerRated
from src.wording.markdown import bullets, inert, lead, plain

WARNS_AT = 1
"""Turns left from which on each turn tells so."""

_FAILED = ("failed", ModelGaveNoAnswer.code, ModelUnavailable.code)
"""Refusals by which a diagnosis was not made, whatever was found."""

_SCHEME = re.compile(r"\bhttps?://(?=\w)")
"""Of an address in a finding, which its reply has, too: without it the address is told as words, and is no link."""

KINDS = (
    SourceKind(
        Observation,
        {"nl": "Antwoorden van Azure", "en": "Replies of Azure"},
        group="heading",
        described={"nl": "antwoord van Azure", "en": "reply of Azure"},
        dates={"taken_at": {"nl": "gelezen {day} om {time} UTC", "en": "read {day} at {time} UTC"}},
    ),
)


def tell_diagnosed(reports: Sequence[Answered], telling: Telling) -> list[str]:
    """Return diagnoses: what shows, how it was looked for, what to do."""
    told = [block for report in reports for block in _answered(report, telling)]
    return [*told, *_turns_left(KIND, telling)]


def _turns_left(ending: str, telling: Telling) -> list[str]:
    """Return that a trace is near its end, once a turn: behind what ends it, which is the first of these there."""
    ends = (KIND, clarification.KIND, trace.MISSING, trace.EXPLANATION)
    number = telling.dossier.version + 1
    made = {"-".join(artifact.id.split("-")[:2]) for artifact in telling.dossier.artifacts}
    last = next((end for end in ends if f"{end}-{number}" in made), trace.CALL)
    left = trace.turns_left(telling.dossier)
    if last != ending or left > WARNS_AT or not trace.trace_of(telling.dossier).turns:
        return []
    return [f"*{TEXTS[telling.language].turns_left.format(left=left)}*"]


def _answered(report: Answered, telling: Telling) -> list[str]:
    if not (report.answer.claims and isinstance(report.draft, DiagnosisDraft)):
        return [TEXTS[telling.language].unproven]
    found = diagnosis_of(report.draft, report.answer, telling.dossier)
    if not report.rules:
        return [*_diagnosis(found, telling, lead(found.conclusion)), *_remarks(report, telling)]
    said = _Concluded(report, telling)
    struck = said.struck()
    left_out = [f"**{telling.words.struck_heading}**", bullets(struck)] if struck else []
    told = [*_diagnosis(found, telling, said.concluded()), *said.not_stated()]
    return [*told, *left_out, *_remarks(report, telling)]


class _Concluded(AnswerInWords):
    """An answer whose findings stand beside their lines: its footnotes are the numbers of replies."""

    def _mark(self, piece: Piece) -> str:
        source = self._telling.dossier.source(piece.source_id)
        return str(self._telling.number(source)) if source else ""

    def concluded(self) -> str:
        """Return the conclusion with its footnotes, and when the newest of its replies was read."""
        read = [source for source in self._quotes.sources if isinstance(source, Observation)]
        newest = max(read, key=lambda observation: observation.taken_at, default=None)
        day = f"*({when_read(newest, self._telling.language)})*" if newest else ""
        return " ".join(filter(None, (self.conclusion(), day)))


def _remarks(report: Answered, telling: Telling) -> list[str]:
    """Return how many findings were left out, as was told before, and what the built-in model is."""
    struck = 0 if report.rules else len(report.answer.struck)
    told = [TEXTS[telling.language].struck.format(count=struck)] if struck else []
    told += [telling.words.offline_label] if report.answer.model == OFFLINE else []
    told += [telling.words.unread] if report.answer.unread else []
    return ["---", *(f"*{text}*" for text in told)] if told else []


def tell_observed(reports: Sequence[Observed], telling: Telling) -> list[str]:
    """Return what was read, a line each."""
    texts = TEXTS[telling.language]
    if telling.dossier.artifact(f"{KIND}-{telling.dossier.version + 1}"):
        return []  # the diagnosis tells it
    told = [
        (texts.from_dossier if report.before else texts.asked).format(
            number=telling.number(observation), title=plain(observation.title)
        )
        for report in reports
        for observation in report.observations
    ]
    ended = any(isinstance(report, Asked | GaveUp | Unproven) for report in telling.reports)
    found = [] if ended else _so_far(telling)
    return [*([bullets(told)] if told else []), *found, *_turns_left(trace.CALL, telling)]


def _so_far(telling: Telling) -> list[str]:
    texts, case = TEXTS[telling.language], case_of(telling.dossier)
    shown = (proven(cause, case) for cause in likely(case) or causes().cause)
    found = next(filter(None, shown), [])
    numbers = {source.id: telling.number(source) for source in telling.dossier.sources}
    lines = [
        f"{plain(evidence.text.in_(telling.language))} "
        f"`{inert(evidence.line).replace('`', chr(39))}` \\[{numbers[evidence.source_id]}\\]"
        for evidence in found
    ]
    return [f"**{texts.so_far}**", bullets(lines)] if lines else []


def tell_explained(reports: Sequence[ErrorsExplained], telling: Telling) -> list[str]:
    """Return what errors mean, what they are mistaken for and what to look at first; what proves it is told alone."""
    if telling.dossier.artifact(f"{KIND}-{telling.dossier.version + 1}"):
        return []
    unfit = {name for report in reports for name in report.unfit}
    fitting = [
        replace(report, codes=tuple(code for code in report.codes if code.name not in unfit))
        for report in reports
    ]
    # That nothing fits is told where no card is.
    is_shown = any(report.codes and not report.is_beside for report in fitting)
    told = [each for each in fitting if each.codes or each.elsewhere or not is_shown]
    blocks = [block for report in told for block in _explained(report, telling)]
    return [*dict.fromkeys(blocks), *_turns_left(trace.EXPLANATION, telling)]


def _explained(report: ErrorsExplained, telling: Telling) -> list[str]:
    texts = TEXTS[telling.language]
    if report.elsewhere:
        return [report.elsewhere]
    if report.is_beside:
        return []
    if not report.codes:
        return [texts.not_in_table]
    blocks = [texts.another] if report.another else []
    blocks += [] if report.is_sure else [texts.perhaps]
    case = case_of(telling.dossier)
    blocks += [
        block
        for code in report.codes
        if not is_ruled_out(code, case)
        for block in _entry(code, case, telling)
    ]
    reads = any(code.causes for code in report.codes)
    if reads and report.logged_in:
        return blocks
    return [*blocks, texts.log_in if reads else texts.not_read]


def _entry(of: ErrorCode, case: Case, telling: Telling) -> list[str]:
    texts, language = TEXTS[telling.language], telling.language
    called = of.called(language)
    title = f", {of.title.in_(language)}" if called == of.name else ""
    title = (texts.can_mean if case.seen else texts.explained).format(
        name=called, title=title, family=of.family, means=of.means.in_(language)
    )
    lines = [
        texts.mistaken.format(text=of.mistaken.in_(language)),
        texts.look_first.format(text=of.first.in_(language)),
    ]
    said = [
        texts.you_say.format(
            words=inert(words).replace("`", "'"), text=_shows(proof, words, of, language)
        )
        for cause in causes().of(of)
        for proof, words in told(cause, case)[:1]
    ]
    return [
        title,
        bullets([*lines, *said]),
        *([_command(of.command, case, telling)] if of.command else []),
    ]


def _shows(proof: Proof, words: str, of: ErrorCode, language: Language) -> str:
    """Return what words of the user show, of the resource that they name."""
    named = sorted(name for kind in proof.of for name in kind_of(kind).named_in(words)) or [
        of.family
    ]
    return proof.text.in_(language).format_map(
        {"name": named[0], "value": line_of(words).value or words}
    )


def _command(command: str, case: Case, telling: Telling) -> str:
    """Return a command with its gaps filled; one that has others is told with what the user fills in."""
    told = with_blanks(command, case, telling.language)
    return f"    {told[1:-1]}" if told.endswith("`") else told


def tell_asked(reports: Sequence[Asked], telling: Telling) -> list[str]:
    """Return the questions as any desk asks them, and how many turns are left."""
    told = TELLERS[Asked](reports, telling)
    return [*told, *_turns_left(clarification.KIND, telling)]


def tell_gave_up(reports: Sequence[GaveUp], telling: Telling) -> list[str]:
    """Return what was looked at, what to look at by hand, and what could not be looked at."""
    texts = TEXTS[telling.language]
    blocks = []
    for up in reports:
        failed = any(isinstance(each, Refused) and each.code in _FAILED for each in telling.reports)
        blocks.append(f"**{texts.not_made if failed else texts.gave_up}**")
        for heading, lines in (
            (texts.looked_at, up.checked),
            (texts.by_hand, up.by_hand),
            (texts.missing, up.missing),
        ):
            if lines:
                blocks += [f"**{heading}**", bullets(map(plain, lines))]
    return [*blocks, *_turns_left(trace.MISSING, telling)] if blocks else []


def tell_unproven(reports: Sequence[Unproven], telling: Telling) -> list[str]:
    """Return that a cause was thought of which no line shows, and what is left open, apart and with its line."""
    if telling.dossier.artifact(f"{KIND}-{telling.dossier.version + 1}"):
        return []  # a later one of this turn stands
    thought = [
        f"{lead(claim.text)} `{inert(claim.quote).replace('`', chr(39))}`"
        for report in reports[-1:]
        for claim in report.unsettled
    ]
    told = not_stated(thought, telling)
    return [TEXTS[telling.language].unproven, *told] if reports else []


def tell_rated(reports: Sequence[AnswerRated], telling: Telling) -> list[str]:
    texts = TEXTS[telling.language]
    return [texts.rated_up if reports[-1].feedback.up else texts.rated_down]


def tell_refused(reports: Sequence[Refused], telling: Telling) -> list[str]:
    """Return why calls did nothing, without what a model wrote in them that looks like a command."""
    told = changes.tell_refused(reports, telling)
    return [mask(without_commands(text, telling.language)) for text in told]


def tell_shown(reports: Sequence[DiagnosisShown], telling: Telling) -> list[str]:
    """Return parts of diagnoses again: the lines of the evidence, or what to do by commands or in the portal."""
    return [block for report in reports for block in _shown(report, telling)]


def _shown(report: DiagnosisShown, telling: Telling) -> list[str]:
    texts, found = TEXTS[telling.language], report.diagnosis
    if found is None or (report.part == "alternatives" and report.codes):
        return [block for code in report.codes for block in _of_card(report.part, code, telling)]
    if report.part in ("summary", "alternatives"):
        return [lead(found.conclusion)]
    if report.part == "evidence":
        findings = bullets(_finding(finding, telling) for finding in found.findings)
        return [lead(found.conclusion), findings, *_points(found, telling)]
    if report.part == "steps":
        return [texts.only_reads, *(_actions(found, telling) or [texts.no_actions])]
    pages = [f"{lead(one.what)}: **{page}**" for one in found.actions if (page := _page(one.name))]
    return [texts.only_reads, *([texts.in_portal, bullets(pages)] if pages else [texts.no_actions])]


def _of_card(part: Part, of: ErrorCode, telling: Telling) -> list[str]:
    """Return a part of what is known of an error for which no diagnosis stands."""
    texts, language, case = TEXTS[telling.language], telling.language, case_of(telling.dossier)
    read = _readings(telling)
    only = talk().says["only_told"].in_(language).format(name=of.called(language))
    if part == "alternatives":
        return [texts.mistaken.format(text=of.mistaken.in_(language)), *([] if read else [only])]
    if part == "evidence" and read:
        return [f"**{texts.looked_at}**", bullets(read)]
    if part in ("evidence", "summary"):
        return [of.means.in_(language) if read else f"{of.means.in_(language)} {only}"]
    first = texts.look_first.format(text=of.first.in_(language))
    named = [  # those that the user's own words call for, else all
        step
        for cause in causes().of(of)
        for step in [step for proof, _ in told(cause, case) for step in proof.steps] or cause.steps
    ]
    steps = [(causes().step[name], lead(causes().step[name].what.in_(language))) for name in named]
    if part == "portal":
        pages = [f"{what}: **{step.portal}**" for step, what in steps]
        where = [texts.in_portal, bullets(pages)]
        return [first, *(where if pages else [talk().says["first_checks"].in_(language)])]
    does = [f"{what}: {with_blanks(step.command, case, language, step.of)}" for step, what in steps]
    blocks = [first, *([_command(of.command, case, telling)] if of.command else [])]
    return [*blocks, *([texts.if_so, bullets(does), texts.only_reads] if does else [])]


def _readings(telling: Telling) -> list[str]:
    """Return what was read, a line each, by its number."""
    return [
        f"\\[{telling.number(seen)}\\] {plain(seen.title)}"
        for seen in observations(telling.dossier)
    ]


def _actions(found: Diagnosis, telling: Telling) -> list[str]:
    case = case_of(telling.dossier, with_stale=True)
    return [
        f"{lead(action.what)}\n\n{_command(action.command, case, telling)}"
        if action.command
        else ": ".join(
            [lead(action.what), *(f"**{page}**" for page in [_page(action.name)] if page)]
        )
        for action in found.actions
    ]


def _page(step: str) -> str:
    found = causes().step.get(step)
    return found.portal if found else ""


def _diagnosis(found: Diagnosis, telling: Telling, concluded: str) -> list[str]:
    texts = TEXTS[telling.language]
    findings = [_finding(finding, telling) for finding in found.findings]
    blocks = [f"## {texts.analysis}"]
    blocks += [concluded] if concluded else []
    blocks += [bullets(findings), f"## {texts.process}", bullets(_readings(telling))]
    blocks += [f"## {texts.actions}", *(_actions(found, telling) or [texts.no_actions])]
    return [*blocks, *_points(found, telling)]


def _points(found: Diagnosis, telling: Telling) -> list[str]:
    points = [*found.open_points, *found.missing_facts]
    heading = f"**{TEXTS[telling.language].open_points}**"
    return [heading, bullets(map(plain, points))] if points else []


def _finding(finding: DiagnosisFinding, telling: Telling) -> str:
    texts = TEXTS[telling.language]
    source = telling.dossier.source(finding.source_id)
    line = texts.line_of.format(
        line=inert(finding.quote).replace("`", "'"),
        resource=plain(finding.resource),
        number=telling.number(source) if source else "?",
    )
    return f"**{texts.roles[finding.role]}**: {lead(_SCHEME.sub('', finding.text))} {line}"


TELL: Mapping[type[Report], Teller] = {
    Answered: tell_diagnosed,
    Observed: tell_observed,
    DiagnosisShown: tell_shown,
    ErrorsExplained: tell_explained,
    Asked: tell_asked,
    GaveUp: tell_gave_up,
    Unproven: tell_unproven,
    AnswerRated: tell_rated,
    Calculated: changes.tell_calculated,
    Refused: tell_refused,
}
PRESENTER = Presenter(WORDINGS, KINDS, TELL)
"""How the Azure desk speaks."""
