"""The desk over REST, by the paths of the plan that it was made from: a dossier is a run."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from src.desks.backlog.errors import NoSuchRunFile, WritingPlanMissing
from src.desks.backlog.kept import items_in, run_in, segments_in, tags_in, written_steps
from src.desks.backlog.plan_words import in_words
from src.desks.backlog.seed_views import MEDIA_TYPES, NAMES, VectorsOfItems, phase_of, text_of
from src.desks.backlog.transcript import meeting_title
from src.desks.backlog.words import BUILTIN, TEXTS
from src.desks.desk import Route
from src.dossier.models import Dossier, is_empty
from src.dossier.plan import DIGEST, Operation, confirmable, plans_in
from src.dossier.store import utc_now
from src.errors import CheckFirst
from src.intake.language import detect
from src.masking.personal import PERSONAL_DATA
from src.masking.typed import mask
from src.presenter import lines_of, told_in_words
from src.tools.over_rest import BroughtDocument, RawFile, RestCall

READ = 4_000
"""Characters of a transcript that its language is told by."""


class Upload(BaseModel):
    """What is brought, and by which yes."""

    name: str = Field(min_length=1, max_length=200, description="The file's name: a label.")
    check_first: bool = Field(
        False, description="Only look what is in it: nothing is kept, and its SHA-256 is told."
    )
    agreed: str = Field("", max_length=64, description="The SHA-256 that was agreed to.")
    run_id: str = Field(
        "", max_length=64, description="An earlier run to add it to; empty: a new one."
    )


class Uploaded(BaseModel):
    """What is in a file, and the run that it is part of once it was agreed to."""

    run_id: str = ""
    """Empty while nothing is kept."""
    name: str
    sha256: str
    characters: int
    personal: dict[str, int]
    """Personal data that was found by its form: how often, by kind."""
    secrets: dict[str, int] = Field({}, exclude_if=is_empty)
    """Keys and passwords, which are masked before anything is kept: how many of each kind."""
    reply: str = ""


class RunWishes(BaseModel):
    """What to run with."""

    model_config = ConfigDict(extra="forbid")

    project: str = Field("", max_length=200, description="Whose backlog is read first.")
    message: str = Field(
        "", max_length=2_000, description="In place of that: what to do, in words."
    )


class RunTold(BaseModel):
    """How a turn of a run ended."""

    run_id: str
    outcome: str
    phase: str
    reply: str


class RunStatus(BaseModel):
    """How far a run has come."""

    run_id: str
    phase: str
    segment_count: int
    completed_segments: int
    story_count: int
    item_count: int
    tagged: dict[str, int]
    written: int
    errors: int
    tokens: int
    is_paused: bool
    plans: list[str]
    """Digests of the plans that stand in it, the newest last."""


class RunFiles(BaseModel):
    """The files of a run."""

    run_id: str
    artifacts: list[str]


class WriteWishes(BaseModel):
    """Whether to write, and which plan."""

    model_config = ConfigDict(extra="forbid")

    dry_run: bool = Field(
        True, description="Only make the plan and show it; the tracker looks at it."
    )
    plan: str = Field(
        "",
        pattern=rf"{DIGEST}|^$",
        description="Digest of the plan that was shown: for a real write.",
    )


class OperationTold(BaseModel):
    """An operation of a plan in words."""

    does: str
    """In a line."""
    lines: list[str]
    """Each field by its name, and below that its lines: behind a minus what goes, behind a plus what comes."""


class WriteTold(BaseModel):
    """What would be written, or what was."""

    run_id: str
    dry_run: bool
    outcome: str
    plan: str = ""
    """Digest that a real write takes; empty where there is nothing to write."""
    operations: list[dict[str, JsonValue]] = []
    """As they are stored, and sent."""
    in_words: list[OperationTold] = []
    """The same operations as a person reads them."""
    reply: str


async def upload(given: Upload, call: RestCall) -> Uploaded:
    """Look at a transcript, or keep it as a run once its SHA-256 was agreed to: the two steps of every document."""
    found = await call.document(given.name)
    told = Uploaded(
        name=mask(found.name),
        sha256=found.sha256,
        characters=len(found.text),
        personal=dict(found.personal_counts),
        secrets=dict(found.secrets),
    )
    if given.check_first or not given.agreed:
        return told
    if given.agreed != found.sha256:  # before a run is made for it
        raise CheckFirst
    run_id = given.run_id or str((await call.say(_begins(found, call)))["dossier_id"])
    await call.dossier(run_id)
    reply = await call.add(run_id, found, given.agreed)
    return told.model_copy(update={"run_id": run_id, "reply": reply})


def _begins(found: BroughtDocument, call: RestCall) -> str:
    """Return the message that begins a run: in the language of its user, who is taken to speak that of the meeting."""
    language = call.asked_language or detect(found.text[:READ], call.language)
    texts = TEXTS[language]
    name, text = map(PERSONAL_DATA.mask, (found.name, found.text[:READ]))
    title = meeting_title(name, text, texts.meeting, f"{utc_now():%Y-%m-%d}")
    return texts.begins.format(title=title)


async def run(run_id: str, given: RunWishes, call: RestCall) -> RunTold:
    """Have items made, or go on where it stood; what ends as ``continue`` is run once more."""
    language = (await call.dossier(run_id)).language or call.language
    texts = BUILTIN[language]
    asked = texts.make_for.format(project=given.project) if given.project else texts.make
    told = await call.say(given.message or asked, run_id)
    dossier = await call.dossier(run_id)
    return RunTold(
        run_id=run_id,
        outcome=str(told.get("outcome") or "done"),
        phase=phase_of(dossier),
        reply=str(told["response"]),
    )


async def status(run_id: str, call: RestCall) -> RunStatus:
    """Tell how far a run has come."""
    dossier = await call.dossier(run_id)
    state, items = run_in(dossier), items_in(dossier)
    places = segments_in(dossier)
    done = set(state.processed) if state else set()
    return RunStatus(
        run_id=run_id,
        phase=phase_of(dossier),
        segment_count=len(places),
        completed_segments=len(done & set(places)),
        story_count=sum(item.type == "story" for item in items.values()),
        item_count=len(items),
        tagged=dict(Counter(str(tag.tag) for tag in tags_in(dossier).values())),
        written=len(written_steps(dossier)),
        errors=len(state.errors) if state else 0,
        tokens=state.all_tokens if state else 0,
        is_paused=state.is_paused if state else False,
        plans=[plan.plan.digest for plan in plans_in(dossier)],
    )


async def files(run_id: str, call: RestCall) -> RunFiles:
    """List the files of a run."""
    await call.dossier(run_id)
    return RunFiles(run_id=run_id, artifacts=list(NAMES))


def file_with(vectors: VectorsOfItems | None) -> Callable[..., Awaitable[RawFile]]:
    """Return what handles a request for a file of a run."""

    async def file(run_id: str, name: str, call: RestCall) -> RawFile:
        """Return a file of a run."""
        dossier = await call.dossier(run_id)
        if name not in NAMES:
            raise NoSuchRunFile(names=", ".join(NAMES))
        kind = MEDIA_TYPES[name.rpartition(".")[2]]
        text = await asyncio.to_thread(text_of, dossier, name, vectors)
        return RawFile(name=name, media_type=kind, text=text)

    return file


async def write(run_id: str, given: WriteWishes, call: RestCall) -> WriteTold:
    """Make the plan and show it; with ``dry_run`` off, write the plan of the digest that was shown."""
    language = (await call.dossier(run_id)).language or call.language
    if given.dry_run:
        told = await call.say(BUILTIN[language].plan, run_id)
    elif given.plan:
        told = await call.confirm(run_id, given.plan)
    else:
        raise WritingPlanMissing
    dossier = await call.dossier(run_id)
    standing = confirmable(dossier)
    waits = standing[-1].plan if standing else None
    return WriteTold(
        run_id=run_id,
        dry_run=given.dry_run,
        outcome=str(told.get("outcome") or "done"),
        plan=waits.digest if waits else "",
        operations=[entry.model_dump(mode="json") for entry in waits.operations] if waits else [],
        in_words=[_told(operation, dossier) for operation in waits.operations] if waits else [],
        reply=str(told["response"]),
    )


def _told(operation: Operation, dossier: Dossier) -> OperationTold:
    told = told_in_words(operation, dossier, dossier.language or "en", in_words)
    if told is None:
        return OperationTold(does=operation.title, lines=[])
    return OperationTold(
        does=told.does, lines=[line for field in told.fields for line in lines_of(field)]
    )


def routes(vectors: VectorsOfItems | None = None) -> tuple[Route, ...]:
    """Return the routes of the desk; ``vectors``: those that its work items are searched by."""
    return (
        Route("POST", "upload", upload, at_root=True, body="file"),
        Route("POST", "run/{run_id}", run, at_root=True),
        Route("GET", "status/{run_id}", status, at_root=True),
        Route("GET", "artifacts/{run_id}", files, at_root=True),
        Route("GET", "artifacts/{run_id}/{name}", file_with(vectors), at_root=True),
        Route("POST", "write/{run_id}", write, at_root=True),
    )
