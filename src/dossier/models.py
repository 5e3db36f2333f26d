"""What a dossier holds: plain, frozen data. A change is always a new dossier, made by a patch."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from operator import not_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, SerializeAsAny

SCHEMA = 1
"""Version of the stored shape; a file with a higher number is refused, never rewritten."""

DOSSIER_ID = re.compile(r"dos-(?:[0-9a-f]{8}|[0-9a-f]{32})")
"""The only form of a dossier id (match it whole): 32 hex digits, or the 8 of the original program."""

Language = Literal["nl", "en"]


class Frozen(BaseModel):
    """Immutable data without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def json_of(data: Frozen) -> bytes:
    """Return data as JSON in UTF-8, as it is stored; ``model_dump_json`` would make a text of these bytes first."""
    return data.__pydantic_serializer__.to_json(data)


class Message(Frozen):
    """One thing that the user saw: their own words, or a reply."""

    role: Literal["user", "assistant"]
    content: str


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
    """Law: the day of the version that has the text. Ruling: the day of the decision. Digest: the day of its text."""
    digest: bool = False
    """True for a digest of our own: it may be quoted as such, but it is not the text itself."""
    kind: str
    """What it is, one lower-case word; a subclass that names its own is how stored sources of that kind are read."""

    @property
    def reference(self) -> str:
        """What it can be cited by for good; empty where there is nothing of the kind."""
        return ""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        kind = cls.model_fields["kind"].default
        if not isinstance(kind, str):
            return
        if SOURCE_KINDS.setdefault(kind, cls) is not cls:
            raise TypeError(f"two classes of sources are called {kind}")


class OpaqueSource(SourceBase):
    """A source of a kind that is not known here: kept as it is, with all that it has."""

    model_config = ConfigDict(extra="allow")


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
    """True for a document of the client: it may tell facts, and it is no law whatever it says."""


def is_of_client(source: SourceBase) -> bool:
    """Whether a source is a document of the client."""
    return isinstance(source, Document) and source.client


def _of_its_kind(value: object) -> SourceBase:
    if isinstance(value, SourceBase):
        return value
    kind = value.get("kind") if isinstance(value, Mapping) else None
    return SOURCE_KINDS.get(str(kind), OpaqueSource).model_validate(value)


Source = Annotated[SourceBase, PlainValidator(_of_its_kind), SerializeAsAny()]
"""Read and stored as what each is, by its ``kind``."""


Verdict = Literal["exact", "normalised", "misattributed", "other-version", "not-found", "too-short"]
"""What the quote gate says of a quote; only the first two may carry a footnote."""


class Claim(Frozen):
    """One sentence of an analysis, the words it stands on, and the source that they stand in."""

    text: str
    quote: str
    """As it is shown: with its whole sentence, where the quote is verified."""
    source_id: str
    given: str = ""
    """The quote as the model gave it, to which the verdict belongs; empty: as it is shown."""
    verdict: Verdict | None = None
    """None in answers from before there were verdicts."""
    start: int | None = None
    """Where the given quote begins in the text of its source, in characters; None where it is not verified."""
    end: int | None = None
    found_in: str = ""
    """Id of the other source, or of the other version, that has the words."""
    flags: tuple[str, ...] = ()
    """Numbers, rates, dates and articles of ``text`` that its source does not have."""


class Answer(Frozen):
    """A finished answer; every quote of its claims was found in its source when it was made."""

    id: str = ""
    """``a4`` for the answer of version 4 (``a4-2`` for a second one); given when it is committed."""
    question: str
    language: Language
    claims: tuple[Claim, ...]
    conclusion: str
    open_points: tuple[str, ...] = ()
    missing_facts: tuple[str, ...] = ()
    """Facts of the user's case on which the outcome depends, and which nobody has told."""
    struck: tuple[Claim, ...] = ()
    """Claims that the model made and that may not stand, each with its verdict or its flags."""
    source_ids: tuple[str, ...]
    """The selection that the model was given, in its order."""
    model: str
    sent_hash: str = ""
    """SHA-256 of the source block as the model was given it."""
    based_on_version: int
    sources_since_removed: tuple[str, ...] = ()
    """Sources of this answer that another turn had removed by the time it was committed."""


class Artifact(Frozen):
    """What a desk made and goes on with; ``data`` has the shape that its ``kind``, one lower-case word, stands for."""

    id: str
    kind: str
    title: str = ""
    data: dict[str, Any] = {}
    based_on: tuple[str, ...] = ()
    """Ids of the sources and artifacts that it was made from."""


class Dossier(Frozen):
    """A client file: the conversation as the user saw it, the sources, the selection and the answers."""

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
    artifacts: tuple[Artifact, ...] = Field((), exclude_if=not_)
    language: Language | None = None
    as_of: date | None = None
    on_hold: bool = False
    """True: a legal hold forbids to forget anything of it."""
    tenant: str = ""
    """Whose it is; empty where it was made without authentication. Once there is one, no turn changes it."""

    def source(self, source_id: str) -> Source | None:
        """Return the source with this id, or None."""
        return next((source for source in self.sources if source.id == source_id), None)

    @property
    def selected(self) -> tuple[Source, ...]:
        """The selected sources, in the order in which they entered the dossier."""
        selected = set(self.selected_ids)
        return tuple(source for source in self.sources if source.id in selected)

    @property
    def unselected(self) -> tuple[Source, ...]:
        """The sources that were found but are not selected now."""
        selected = set(self.selected_ids)
        return tuple(source for source in self.sources if source.id not in selected)

    @property
    def selection_was_shown(self) -> bool:
        """Whether the current selection is exactly what the user was last shown."""
        return self.shown_selection is not None and set(self.shown_selection) == set(
            self.selected_ids
        )
