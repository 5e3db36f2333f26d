"""What a dossier holds: plain, frozen data. A change is always a new dossier, made by a patch."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    PlainValidator,
    SerializeAsAny,
    StringConstraints,
    field_validator,
)

from src.dossier.claims import Calculation as Calculation
from src.dossier.claims import Claim as Claim
from src.dossier.claims import ConclusionSentence as ConclusionSentence
from src.dossier.claims import EvidencePiece as EvidencePiece
from src.dossier.claims import Frozen as Frozen
from src.dossier.claims import Gloss as Gloss
from src.dossier.claims import Verdict as Verdict
from src.dossier.claims import is_empty as is_empty

if TYPE_CHECKING:
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

SCHEMA = 1
"""Version of the stored shape; a file with a higher number is refused, never rewritten."""

DOSSIER_ID = re.compile(r"dos-(?:[0-9a-f]{8}|[0-9a-f]{32})")
"""The only form of a dossier id (match it whole): 32 hex digits, or the 8 of the original program."""

LARGEST_ARTIFACT = 1_000_000
"""Bytes of an artifact's data as JSON. Never to be lowered: what is stored is checked by it when it is read."""

DEEPEST_ARTIFACT = 64
"""Levels of an artifact's data: a line of a journal that is nested over 200 deep can't be read."""

Language = Literal["nl", "en"]

Word = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""A lower-case word, as kinds are named by."""

LONGEST_LABEL = 60
Label = Annotated[str, StringConstraints(pattern=rf"^[^\x00-\x1f\x7f-\x9f]{{1,{LONGEST_LABEL}}}$")]
"""A word or a few that dossiers are told apart by, such as the name of a client."""


def json_of(data: Frozen) -> bytes:
    """Return data as JSON in UTF-8, as it is stored; ``model_dump_json`` would make a text of these bytes first."""
    return data.__pydantic_serializer__.to_json(data)


class Message(Frozen):
    """One thing that the user saw: their own words, or a reply."""

    role: Literal["user", "assistant"]
    content: str


class GlossTexts(Frozen):
    """What a source says in plain words of ours, sentence by sentence the same in each language: never quoted."""

    as_of: date
    """The day that the words are of, which need not be that of the source."""
    texts: dict[Language, str]


SOURCE_KINDS: dict[str, "type[SourceBase]"] = {}
"""The class of each kind of source that can be read; a desk adds its kinds by defining them."""


class SourceBase(Frozen):
    """What every source has; ``id`` is its identity, ``title`` its label for people and for the model."""

    id: str
    title: str
    content: str
    url: str = ""
    heading: str = ""
    as_of: date | None = None
    """The day that its text is of."""
    digest: bool = False
    """True for a digest of our own: it may be quoted as such, but it is not the text itself."""
    gloss: GlossTexts | None = Field(None, exclude_if=is_empty)
    """What it says in plain words, where we have written that; no part of its text."""
    kind: str
    """What it is, one lower-case word; a subclass that names its own is how stored sources of that kind are read."""

    @property
    def reference(self) -> str:
        """What it can be cited by for good; empty where there is nothing of the kind."""
        return ""

    @property
    def version_of(self) -> str:
        """What it is one version of, by a key that all its versions share; empty for what has no versions."""
        return ""

    @property
    def is_private(self) -> bool:
        """Whether it is the client's own matter: erased with the turn that brought it, as no public text is."""
        return False

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        kind = cls.model_fields["kind"].default
        if not isinstance(kind, str):
            return
        if SOURCE_KINDS.setdefault(kind, cls) is not cls:
            raise TypeError(f"two classes of sources are called {kind}")


class OpaqueSource(SourceBase, extra="allow"):
    """A source of a kind that is not known here: kept as it is, with all that it has."""


class Document(SourceBase):
    """One page or section of documentation; its id is that of its collection, or ``guide/setup.md#ports``.

    Or a document of the client, added to this dossier alone; id ``upload/`` and 32 digits of the file's SHA-256.
    """

    kind: Literal["document"] = "document"
    collection: str = ""
    """What it is part of: the folder or file that it was ingested from."""
    path: str = ""
    """Headings from the collection's top down to it, joined by `` > ``."""
    search_words: str = ""
    """Summary, key points and keywords that came with it: searched, never shown and never quoted."""
    client: bool = False
    """True for a document of the client: it may tell facts, and it is no authority whatever it says."""
    unmasked: bool = Field(False, exclude_if=is_empty)
    """True where the user lets personal data in a document of the client be quoted as it is."""
    file: str = Field("", exclude_if=is_empty)
    """The file of documentation that it stands in, below the folder that was ingested."""
    first_line: int = Field(0, exclude_if=is_empty)
    """Of the file, counted from 1; 0 where the form has no lines."""
    last_line: int = Field(0, exclude_if=is_empty)
    anchor: str = Field("", exclude_if=is_empty)
    """What a link to it has behind the ``#``."""
    version: str = Field("", exclude_if=is_empty)
    """Of the documentation that it is part of; empty where nobody said so."""
    updated: date | None = Field(None, exclude_if=is_empty)
    """Day on which its file was last changed, as its history or whoever ingested it says."""
    content_hash: str = Field("", exclude_if=is_empty)
    """SHA-256 of its text, by which it shows whether the section was changed since."""

    @property
    def section_id(self) -> str:
        """The id that the section has in its collection; a later text of it has its hash behind that in a dossier."""
        return self.id.removesuffix(f"@{self.content_hash[:8]}")

    @property
    def version_of(self) -> str:
        """The id that the section has in every version of its documentation; empty where nobody said its version."""
        return self.section_id.removesuffix(f"@{self.version}") if self.version else ""

    def renewed(self) -> "Document":
        """Return the section under an id of its text alone, for a dossier that has an earlier text of it."""
        return self.model_copy(update={"id": f"{self.id}@{self.content_hash[:8]}"})

    @property
    def is_private(self) -> bool:
        return self.client


class Observation(SourceBase):
    """What a foreign system said when it was asked; ``content`` is the body as it was said, what is secret masked."""

    kind: Literal["observation"] = "observation"
    system: str
    request: str
    """What the system was asked, without anything secret."""
    taken_at: datetime
    revision: str = ""
    """The system's own name for the state that it told of, such as an ETag; empty where it has none."""
    sha256: str
    """Of the masked body, in hex; empty once it was forgotten."""

    @property
    def is_private(self) -> bool:
        """Always: it tells of what is the client's."""
        return True


class Picture(SourceBase):
    """A picture of the client; ``content`` says what it shows. Its bytes are a blob beside the journal."""

    kind: Literal["picture"] = "picture"
    sha256: str
    """Of the bytes as they are kept, in hex, by which they are found; empty once it was forgotten."""
    media_type: Literal["image/png", "image/jpeg", "image/webp"]
    width: int
    height: int
    size: int
    """Bytes."""
    may_leave: Literal["", "read", "unread"] = Field("", exclude_if=is_empty)
    """Why a model may be sent it: its text passed, or a person said yes; empty: none is."""

    @property
    def is_private(self) -> bool:
        """Always: only the client brings pictures."""
        return True


def is_of_client(source: SourceBase) -> bool:
    return isinstance(source, Picture) or (isinstance(source, Document) and source.client)


def _of_its_kind(value: object) -> SourceBase:
    if isinstance(value, SourceBase):
        return value
    kind = value.get("kind") if isinstance(value, Mapping) else None
    return SOURCE_KINDS.get(str(kind), OpaqueSource).model_validate(value)


class _DescribedAsOpaque:
    """Describes every source by what all have: which kinds there are is nothing that a schema could close."""

    def __get_pydantic_json_schema__(
        self, _: "CoreSchema", handler: GetJsonSchemaHandler
    ) -> "JsonSchemaValue":
        described = handler(OpaqueSource.__pydantic_core_schema__)
        return described | {"title": "Source", "description": "What all have; more by its kind."}


Source = Annotated[SourceBase, PlainValidator(_of_its_kind), SerializeAsAny(), _DescribedAsOpaque()]
"""Read and stored as what each is, by its ``kind``."""


class Answer(Frozen):
    """A finished answer; every quote of its claims was found in its source when it was made."""

    id: str = ""
    """``a4`` for the answer of version 4 (``a4-2`` for a second one); given when it is committed."""
    question: str
    language: Language
    claims: tuple[Claim, ...]
    conclusion: str
    sentences: tuple[ConclusionSentence, ...] = Field((), exclude_if=is_empty)
    """The conclusion sentence by sentence, with those that may not stand; empty where it was judged as a whole."""
    calculations: tuple[Calculation, ...] = Field((), exclude_if=is_empty)
    unsourced: tuple[str, ...] = Field((), exclude_if=is_empty)
    """Open points and missing facts that name a day, an amount or a limit that no source has."""
    open_points: tuple[str, ...] = ()
    missing_facts: tuple[str, ...] = ()
    """Facts of the user's case on which the outcome depends, and which nobody has told."""
    facts: tuple[Claim, ...] = Field((), exclude_if=is_empty)
    """Quotes of the client's documents: what they tell of the case, and no part of what answers the question."""
    struck: tuple[Claim, ...] = ()
    """Claims that the model made and that may not stand, each with its verdict or its flags."""
    unread: bool = Field(False, exclude_if=is_empty)
    """Whether the second reading that its desk asks for could not be had."""
    left_out: tuple[ConclusionSentence, ...] = Field((), exclude_if=is_empty)
    """Open points and missing facts that may not stand, and sentences of a draft that its mending has no more."""
    source_ids: tuple[str, ...]
    """The selection that the model was given, in its order."""
    model: str
    sent_hash: str = ""
    """SHA-256 of the source block as the model was given it."""
    based_on_version: int
    sources_since_removed: tuple[str, ...] = ()
    """Sources of this answer that another turn had removed by the time it was committed."""


class Artifact(Frozen):
    """What a desk makes and goes on with: a draft, a plan, a question. Its data is plain JSON, kept as it is.

    What the data of a kind looks like is the desk's to say; a kind that is not known here is kept all the same.
    """

    id: str
    """Its identity; one that is put under the id of another takes its place."""
    kind: Word
    title: str = ""
    """Its label for people."""
    data: dict[str, JsonValue] = {}
    """At most ``LARGEST_ARTIFACT`` bytes and ``DEEPEST_ARTIFACT`` levels; no number that JSON has no form for."""
    based_on: tuple[str, ...] = ()
    """Ids of the sources and artifacts that it was made from."""

    @field_validator("data")
    @classmethod
    def _kept_as_it_is(cls, data: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if _depth(data) > DEEPEST_ARTIFACT:
            raise ValueError(f"the data of an artifact is nested over {DEEPEST_ARTIFACT} deep")
        if len(json.dumps(data, ensure_ascii=False, allow_nan=False).encode()) > LARGEST_ARTIFACT:
            raise ValueError(f"the data of an artifact has more than {LARGEST_ARTIFACT} bytes")
        return data

    @property
    def label(self) -> str:
        """Its title, or its id where it has none."""
        return self.title or self.id


def _depth(value: JsonValue) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


class Dossier(Frozen):
    """A client file: the conversation as the user saw it, the sources, the selection, the answers and the artifacts."""

    schema_version: int = SCHEMA
    id: str
    desk: str
    version: int = 0
    """Number of the last committed turn; every entry of the journal has the next one."""
    created_at: datetime
    title: str = ""
    """The name that the user gave it; empty: none."""
    conversation: tuple[Message, ...] = ()
    sources: tuple[Source, ...] = ()
    selected_ids: tuple[str, ...] = ()
    shown_selection: tuple[str, ...] | None = None
    """The selection that the user was last shown; None until sources have been shown."""
    answers: tuple[Answer, ...] = ()
    language: Language | None = None
    as_of: date | None = None
    on_hold: bool = False
    """True: a legal hold forbids to forget anything of it."""
    tenant: str = ""
    """Whose it is; empty where it was made without authentication. Once there is one, no turn changes it."""
    artifacts: tuple[Artifact, ...] = Field((), exclude_if=is_empty)
    shown_plans: tuple[str, ...] = Field((), exclude_if=is_empty)
    """Digests of the plans that the user was shown whole."""
    labels: tuple[Label, ...] = Field((), exclude_if=is_empty)
    archived: bool = Field(False, exclude_if=is_empty)
    """True: lists leave it out unless they are asked for it."""

    def source(self, source_id: str) -> Source | None:
        """Return the source with this id, or None."""
        return next((source for source in self.sources if source.id == source_id), None)

    def artifact(self, artifact_id: str) -> Artifact | None:
        """Return the artifact with this id, or None."""
        return next((artifact for artifact in self.artifacts if artifact.id == artifact_id), None)

    @property
    def selected(self) -> tuple[Source, ...]:
        selected = set(self.selected_ids)
        return tuple(source for source in self.sources if source.id in selected)

    @property
    def unselected(self) -> tuple[Source, ...]:
        """The sources that were found but are not selected now."""
        selected = set(self.selected_ids)
        return tuple(source for source in self.sources if source.id not in selected)

    @property
    def selection_was_shown(self) -> bool:
        """Whether the user was last shown all of the current selection; some of that may have been left out since."""
        return self.shown_selection is not None and {*self.shown_selection} >= {*self.selected_ids}
