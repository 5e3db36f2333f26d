"""A plan of what is to be written outside: shown whole, confirmed by a person, and what became of it. Pure.

The digest covers all of a plan, the dossier and the desk: who confirms it confirms this and nothing else. What was
confirmed and what came of it is the artifact ``written``, which no undo touches: it tells of the world.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from operator import not_
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, JsonValue, StringConstraints, ValidationError, model_validator

from src.dossier.blobs import sha256_of
from src.dossier.models import Artifact, Dossier, Frozen, Observation
from src.dossier.patch import DossierPatch
from src.errors import PlanGone, PlanNotShown, PlanOutdated, TessError

KIND, WRITTEN = "plan", "written"
"""Kinds of artifact."""

MOST_OPERATIONS = 200

LARGEST_RESULT = 4_000
"""Bytes of what an operation brought, as JSON: names, revisions and addresses, so that all results fit an artifact."""

DIGEST = r"^[0-9a-f]{64}$"

State = Literal["waiting", "begun", "done", "failed", "unknown"]


class Basis(Frozen):
    """A source or an artifact that an operation stands on, and the state that it was in then."""

    id: str
    revision: str


class Operation(Frozen):
    """One thing that is to be written to a foreign system."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    title: str
    """What it does, for people."""
    system: str
    """What is written to, for people."""
    body: dict[str, JsonValue] = {}
    """All that is written."""
    based_on: tuple[Basis, ...] = ()
    tool: str = ""
    """Name of the tool of the desk that carries it out."""
    target: str = Field("", exclude_if=not_)
    """The one thing in that system that it changes, by the name that it has there; empty: something new, or several."""


class Plan(Frozen):
    """Operations in the order in which they are carried out; the data of an artifact."""

    operations: tuple[Operation, ...] = Field(min_length=1, max_length=MOST_OPERATIONS)
    nonce: str
    """32 random hex digits: they set equal plans apart, and nobody can guess at one that is gone by its digest."""
    digest: str

    @model_validator(mode="after")
    def _told_apart(self) -> Self:
        if len({operation.id for operation in self.operations}) < len(self.operations):
            raise ValueError("two operations of a plan have one id")
        targets = [(entry.system, entry.target) for entry in self.operations if entry.target]
        if len({*targets}) < len(targets):  # the first would make the second fail, or undo it
            raise ValueError("two operations of a plan change one thing: they are one operation")
        return self


class OperationStatus(Frozen):
    """How an operation stands."""

    operation: str
    """Its id."""
    key: str
    """By which the foreign system, or who looks there, knows it again."""
    state: State = "waiting"
    attempts: int = 0
    result: dict[str, JsonValue] = {}
    """What the system said, at most ``LARGEST_RESULT`` bytes."""
    problem: str = ""
    """Why it failed, or why nobody knows."""
    # What follows is stored where it says something: a program of before reads all else as it did.
    stops: bool = Field(True, exclude_if=bool)
    """Of one that failed: whether those after it are not begun."""
    look_again: datetime | None = Field(None, exclude_if=not_)
    """From when it is looked up once more: what was on its way may have arrived by then."""
    twins: tuple[dict[str, JsonValue], ...] = Field((), exclude_if=not_)
    """What the system has of it beyond the result: it was carried out more than once."""

    @model_validator(mode="after")
    def _is_small(self) -> Self:
        for kept in (self.result, self.twins):
            if len(json.dumps(kept, ensure_ascii=False, allow_nan=False)) > LARGEST_RESULT:
                raise ValueError(f"a result has more than {LARGEST_RESULT} characters")
        return self


class Written(Frozen):
    """What became of a confirmed plan; the data of an artifact."""

    plan: str
    """Digest of the plan."""
    operations: tuple[OperationStatus, ...]
    inverse: tuple[Operation, ...] = ()
    """What would take back in the world what was done there, where the desk knows that."""

    @property
    def is_open(self) -> bool:
        """Whether there is something to carry out, or to look up, still."""
        states = [operation.state for operation in self.operations]
        unsure = "begun" in states or "unknown" in states
        return unsure or ("waiting" in states and not self.is_stopped)

    @property
    def is_stopped(self) -> bool:
        """Whether an operation failed that those after it are not begun without."""
        return any(operation.state == "failed" and operation.stops for operation in self.operations)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left, not even a second look."""
        return not self.is_open and not any(operation.look_again for operation in self.operations)

    @property
    def told(self) -> "Written":
        """The same as people are told it: that it will be looked up once more is no news."""
        known = (operation.model_copy(update={"look_again": None}) for operation in self.operations)
        return self.model_copy(update={"operations": tuple(known)})

    @property
    def has_touched(self) -> bool:
        """Whether something was written outside, or may have been."""
        return any(operation.state in ("done", "begun", "unknown") for operation in self.operations)

    def status(self, operation_id: str) -> OperationStatus:
        return next(status for status in self.operations if status.operation == operation_id)

    def with_status(self, status: OperationStatus) -> "Written":
        """Return the same with another status of one operation."""
        by_id = {each.operation: each for each in (*self.operations, status)}
        return self.model_copy(update={"operations": tuple(by_id.values())})


class StandingPlan(NamedTuple):
    """A plan that stands in a dossier: sound, and named by its own digest."""

    artifact: Artifact
    plan: Plan


# Making


def plan_put(
    dossier: Dossier, title: str, operations: Sequence[Operation], nonce: str, plan_id: str = KIND
) -> StandingPlan:
    """Return a plan as the artifact that puts it into the dossier, in place of an earlier one of this id."""
    steps = tuple(operations)
    digest = _digest(dossier, title, steps, nonce)
    plan = Plan(operations=steps, nonce=nonce, digest=digest)
    bases = dict.fromkeys(basis.id for step in steps for basis in step.based_on)
    data = plan.model_dump(mode="json")
    return StandingPlan(
        Artifact(id=plan_id, kind=KIND, title=title, data=data, based_on=tuple(bases)), plan
    )


def based_on(dossier: Dossier, *ids: str) -> tuple[Basis, ...]:
    """Return what an operation stands on, by the ids of sources and artifacts, as they are now; others are left out."""
    return tuple(
        Basis(id=text, revision=revision)
        for text in ids
        if (revision := _revision(dossier, text)) is not None
    )


def renewed(dossier: Dossier, standing: StandingPlan, nonce: str) -> StandingPlan | None:
    """Return the plan on what it stands on as that is now, under a digest of its own; None where some of it is gone."""
    operations = [
        operation.model_copy(
            update={"based_on": based_on(dossier, *(basis.id for basis in operation.based_on))}
        )
        for operation in standing.plan.operations
    ]
    pairs = zip(operations, standing.plan.operations, strict=True)
    if any(len(now.based_on) < len(then.based_on) for now, then in pairs):
        return None
    return plan_put(dossier, standing.artifact.title, operations, nonce, standing.artifact.id)


def intended(standing: StandingPlan, dossier_id: str) -> Artifact:
    """Return the artifact that says that a plan was confirmed, and that nothing of it is done yet."""
    (artifact, plan), digest = standing, standing.plan.digest
    waiting = tuple(
        OperationStatus(operation=operation.id, key=key_of(dossier_id, digest, operation.id))
        for operation in plan.operations
    )
    written = Written(plan=digest, operations=waiting)
    data, written_id = written.model_dump(mode="json"), f"{WRITTEN}-{digest[:16]}"
    return Artifact(
        id=written_id, kind=WRITTEN, title=artifact.title, data=data, based_on=(artifact.id,)
    )


# Names: what is derived from the same dossier, plan and operation is the same everywhere and at any time


def key_of(dossier_id: str, digest: str, operation_id: str) -> str:
    """Return the key by which an operation is known in the world, however often it is tried."""
    return hash_of(["operation", dossier_id, digest, operation_id])


def entry_id(dossier_id: str, digest: str, *step: str | int) -> str:
    """Return the message id of an entry about a plan; no client can send one that has a slash in it."""
    return f"effects/{hash_of(['entry', dossier_id, digest, *step])}"


# Reading


def plans_in(dossier: Dossier) -> list[StandingPlan]:
    """Return the plans that stand in a dossier; what was changed by anything but a new plan is none."""
    found = (_read(artifact, dossier) for artifact in dossier.artifacts if artifact.kind == KIND)
    return [pair for pair in found if pair]


def plan_in(dossier: Dossier, digest: str) -> StandingPlan | None:
    return next((plan for plan in plans_in(dossier) if plan.plan.digest == digest), None)


def all_written(dossier: Dossier) -> list[Written]:
    """Return what became of confirmed plans, as far as it was not forgotten."""
    return [written for _, written in _every_written(dossier)]


def is_settled(dossier: Dossier | None) -> bool:
    """Tell whether nothing that was confirmed is left to carry out, or to look up."""
    return dossier is None or all(written.is_settled for written in all_written(dossier))


def written_in(dossier: Dossier, digest: str) -> Written | None:
    """Return what became of the plan of this digest; None where nobody confirmed it."""
    return next((entry for entry in all_written(dossier) if entry.plan == digest), None)


def written_artifact(dossier: Dossier, digest: str) -> tuple[Artifact, Written] | None:
    return next((pair for pair in _every_written(dossier) if pair[1].plan == digest), None)


def unconfirmed(dossier: Dossier) -> list[StandingPlan]:
    """Return the plans that nobody confirmed yet."""
    standing = plans_in(dossier)
    confirmed = {written.plan for written in all_written(dossier)} if standing else ()
    return [pair for pair in standing if pair.plan.digest not in confirmed]


def confirmable(dossier: Dossier) -> list[StandingPlan]:
    """Return the plans that a person may confirm now."""
    return [pair for pair in unconfirmed(dossier) if refusal(dossier, pair.plan.digest) is None]


def refusal(dossier: Dossier, digest: str) -> TessError | None:
    """Return why the plan of this digest may not be confirmed: it must stand, as it was shown, on what it stood on."""
    standing = plan_in(dossier, digest)
    if standing is None:
        return PlanGone()
    if changed := outdated(dossier, standing.plan):
        return PlanOutdated(names=", ".join(dict.fromkeys(changed)))
    return None if digest in dossier.shown_plans else PlanNotShown()


def outdated(dossier: Dossier, plan: Plan) -> list[str]:
    """Return the ids of what a plan stands on and what is no more as it was then."""
    bases = (basis for operation in plan.operations for basis in operation.based_on)
    return [base.id for base in bases if _revision(dossier, base.id) != base.revision]


def without_written(dossier: Dossier) -> Dossier:
    """Return the dossier without what became of plans: that is a fact about the world, and no change of the dossier."""
    kept = tuple(artifact for artifact in dossier.artifacts if artifact.kind != WRITTEN)
    return dossier.model_copy(update={"artifacts": kept})


def taken_back(dossier: Dossier, patch: DossierPatch) -> list[tuple[Artifact, Written]]:
    """Return the plans that a patch takes out of a dossier, and of which something was written outside."""
    after = {pair.plan.digest for pair in plans_in(patch.apply(dossier))}
    gone = [pair for pair in plans_in(dossier) if pair.plan.digest not in after]
    pairs = ((pair.artifact, written_in(dossier, pair.plan.digest)) for pair in gone)
    return [(plan, written) for plan, written in pairs if written and written.has_touched]


def _read(artifact: Artifact, dossier: Dossier) -> StandingPlan | None:
    try:
        plan = Plan.model_validate(artifact.data)
    except ValidationError:  # what is left of a plan that was forgotten
        return None
    digest = _digest(dossier, artifact.title, plan.operations, plan.nonce)
    return StandingPlan(artifact, plan) if plan.digest == digest else None


def _every_written(dossier: Dossier) -> Iterator[tuple[Artifact, Written]]:
    for artifact in dossier.artifacts:
        if artifact.kind == WRITTEN:
            with suppress(ValidationError):  # forgotten
                yield artifact, Written.model_validate(artifact.data)


def _revision(dossier: Dossier, id_: str) -> str | None:
    """Return what tells one state of a source or an artifact from another: its own name for it, or a hash."""
    source = dossier.source(id_)
    if isinstance(source, Observation) and source.revision:
        return source.revision
    if source:
        return hash_of(source.model_dump(mode="json"))
    artifact = dossier.artifact(id_)
    return hash_of(artifact.model_dump(mode="json")) if artifact else None


def _digest(dossier: Dossier, title: str, operations: tuple[Operation, ...], nonce: str) -> str:
    steps = [operation.model_dump(mode="json") for operation in operations]
    about = {"dossier": dossier.id, "desk": dossier.desk, "title": title, "nonce": nonce}
    return hash_of({**about, "operations": steps})


def hash_of(value: object) -> str:
    """Return the SHA-256, in hex, of a value as JSON in one form."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256_of(text.encode(errors="surrogatepass"))
