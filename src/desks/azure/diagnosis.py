"""A diagnosis: claims that each stand on a line of what Azure said, one of which is the cause. Pure."""

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, Field

import src.desks.azure.trace as trace
from src.desks.azure.filling import QuotedReply
from src.desks.azure.knowledge.causes import Role, causes
from src.desks.azure.lines import observations
from src.desks.azure.steps import Action, fill
from src.dossier.models import Answer, Artifact, Claim, Dossier, Observation
from src.llm.forms import AnswerDraft, AnswerTask, ClaimDraft, Form

KIND, STEPS = trace.DIAGNOSIS, trace.STEPS


class DiagnosisTask(AnswerTask):
    """Find the cause of this error in what Azure said, line by line."""

    commands: dict[str, str]
    """What each command of the table does, by its name: a step names one of these."""
    known: str
    """Which calls brought the sources, and who asked: JSON."""


class RoleClaim(ClaimDraft):
    """One finding; its quote is one whole line of the source."""

    role: Role = Field(description="cause, contributing, or ruled_out for what it was not.")


class StepDraft(Form):
    """One thing to do."""

    command: str = Field(description="The name of a command of the table.")
    source_id: str = Field(
        description="The id of the source about the resource that it is done to."
    )


class DiagnosisDraft(AnswerDraft):
    """A diagnosis whose every finding stands on a line."""

    cause: str = Field(description="The cause in a word or two, such as storage_firewall.")
    claims: list[RoleClaim] = Field(description="Findings, the cause first.")
    conclusion: str = Field(
        description="What goes wrong and why, in one to four sentences, from the claims alone."
    )
    steps: list[StepDraft] = Field(description="What to do, in order.")
    open_points: list[str] = Field(description="What the replies leave open.")
    missing_facts: list[str] = Field(
        description="Facts that nobody has told and that would matter."
    )


class DiagnosisFinding(BaseModel):
    """A claim that stands, and the line of evidence for it."""

    role: Role
    text: str
    quote: str
    source_id: str
    resource: str
    """What the reply was about: the path that was asked."""
    taken_at: str


class ActionList(BaseModel):
    """The steps of a diagnosis; the data of an artifact."""

    actions: list[Action]


class Diagnosis(BaseModel):
    """What was found out; the data of an artifact."""

    cause: str
    conclusion: str
    findings: list[DiagnosisFinding]
    actions: list[Action]
    looked_at: list[str]
    open_points: list[str] = []
    missing_facts: list[str] = []
    struck: int = 0
    """Claims that may not stand."""


def diagnosis_of(draft: DiagnosisDraft, answer: Answer, dossier: Dossier) -> Diagnosis:
    """Return a diagnosis: the claims of an answer with their lines, and what of its draft the table of steps has."""
    findings = [_finding(claim, dossier) for claim in (*answer.claims, *answer.facts)]
    return Diagnosis(
        cause=draft.cause[:80],
        conclusion=answer.conclusion,
        findings=findings,
        actions=list(_actions(draft.steps, findings, dossier)) if answer.claims else [],
        looked_at=[observation.title for observation in observations(dossier)],
        open_points=list(answer.open_points),
        missing_facts=list(answer.missing_facts),
        struck=len(answer.struck),
    )


def as_artifacts(diagnosis: Diagnosis, dossier: Dossier) -> tuple[Artifact, ...]:
    """Return a diagnosis and its steps as they are kept."""
    bases = tuple(dict.fromkeys(finding.source_id for finding in diagnosis.findings))
    number = dossier.version + 1
    found = Artifact(
        id=f"{KIND}-{number}",
        kind=KIND,
        title=diagnosis.cause,
        data=diagnosis.model_dump(mode="json"),
        based_on=bases,
    )
    steps = ActionList(actions=diagnosis.actions).model_dump(mode="json")
    return found, Artifact(id=f"{STEPS}-{number}", kind=STEPS, data=steps, based_on=(found.id,))


def newest(dossier: Dossier) -> Diagnosis | None:
    """Return the last diagnosis of a dossier, or None."""
    made = [artifact for artifact in dossier.artifacts if artifact.kind == KIND]
    return Diagnosis.model_validate(made[-1].data) if made else None


def _finding(claim: Claim, dossier: Dossier) -> DiagnosisFinding:
    source = dossier.source(claim.source_id)
    return DiagnosisFinding(
        **claim.model_dump(include={"role", "text", "quote", "source_id"}),
        resource=source.title if source else "",
        taken_at=source.taken_at.isoformat() if isinstance(source, Observation) else "",
    )


def _actions(
    steps: Iterable[StepDraft], findings: Sequence[DiagnosisFinding], dossier: Dossier
) -> Iterable[Action]:
    language = dossier.language or "en"
    for draft in steps:
        source, known = dossier.source(draft.source_id), causes().step.get(draft.command)
        if known is None or not isinstance(source, Observation):
            continue
        quotes = [each.quote for each in findings if each.source_id == draft.source_id]
        command = fill(known.command, QuotedReply(source, quotes, dossier).gaps(known.of))
        yield Action(name=draft.command, command=command, what=known.what.in_(language))
