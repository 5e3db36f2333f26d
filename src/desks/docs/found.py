"""What a search through collections brings, and the door to it: plain data and a protocol."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from src.desks.docs.artifacts import Scope, SearchQuality, SearchStats
from src.dossier.models import Document
from src.errors import ForModel


class ScopeUnknown(ForModel):
    """Details: ``name``, ``names``."""

    code = "scope_unknown"


@dataclass(frozen=True)
class DocsHit:
    """A section that was found."""

    document: Document
    score: float
    exact: bool
    """Whether the question has an identifier of it as it is."""


@dataclass(frozen=True)
class DocsFound:
    """What a search found, best first, and how good that is."""

    hits: tuple[DocsHit, ...]
    quality: SearchQuality
    stats: SearchStats
    is_lacking: bool = False
    """Whether the documentation most likely lacks what was asked: nothing that was found is near to it."""
    firsts: frozenset[str] = frozenset()
    """Ids of what each wording found best, where several were searched for."""


_NUMBERS = re.compile(r"\d+")


class CollectionInfo(NamedTuple):
    """A collection by name, with the versions that it has sections of; none where nobody said."""

    name: str
    versions: tuple[str, ...]
    has_unversioned: bool = False
    """Whether it has sections beside those, of which nobody said the version."""
    is_own: bool = False
    """Whether it is the program's own documentation: searched where it is chosen, or where there is no other."""
    sections: int = 0
    """How many there are to search; 0 where it is still to be made."""

    @property
    def newest_first(self) -> tuple[str, ...]:
        """Its versions, the newest one first."""
        return tuple(sorted(self.versions, key=lambda text: text != self.newest))

    @property
    def newest(self) -> str | None:
        """The version that is searched where none is asked for; None: all there is."""
        if self.has_unversioned or not self.versions:
            return None
        return max(self.versions, key=lambda text: ([int(n) for n in _NUMBERS.findall(text)], text))


class DocsSearch(Protocol):
    """The collections that there are."""

    @property
    def known(self) -> tuple[CollectionInfo, ...]:
        """The collections as last looked, by name; nothing is looked up."""

    async def search(self, query: str, own: str, scope: Scope) -> DocsFound:
        """Return what is found within a scope, 24 sections at most; names in the user's ``own`` words count beside it.

        Raises ``ScopeUnknown`` where a collection or version of the scope is not there (any more).
        """

    async def collections(self) -> tuple[CollectionInfo, ...]:
        """Return what there is to search, by name, with the program's own documentation among them."""

    async def listed(self) -> tuple[CollectionInfo, ...]:
        """Return what is there already, by name."""

    async def linked(self, source: Document, link: str) -> tuple[Document, ...]:
        """Return the sections that a link in the text of a section leads to, the first ones of a page."""


def in_view(hits: Sequence[DocsHit], most: int, firsts: Collection[str] = ()) -> list[DocsHit]:
    """Return the best hits in their order, among them the ``firsts`` and the best of each collection."""
    names = dict.fromkeys(hit.document.collection for hit in hits)
    share = max(1, most // (2 * max(1, len(names))))
    kept = [at for at, hit in enumerate(hits) if hit.document.id in firsts]
    kept += [
        at
        for name in names
        for at in [n for n, hit in enumerate(hits) if hit.document.collection == name][:share]
    ]
    ranked = dict.fromkeys((*kept, *range(len(hits))))
    return [hits[at] for at in sorted([*ranked][:most])]


def within(scope: Scope, every: Sequence[CollectionInfo]) -> list[CollectionInfo]:
    """Return the collections that a scope lets be searched, whatever the version; where it names none all."""
    return [pair for pair in every if not scope.collections or pair.name in scope.collections]


def check_scope(scope: Scope, every: Sequence[CollectionInfo]) -> None:
    """Raise ``ScopeUnknown``, which names what there is, where a collection or the version of a scope is not there."""
    names = {pair.name for pair in every}
    missing = next((text for text in scope.collections if text not in names), None)
    if missing is not None:
        raise ScopeUnknown(name=missing[:100], names=", ".join(sorted(names)) or "-")
    versions = {version for pair in within(scope, every) for version in pair.versions}
    if scope.version and scope.version not in versions:
        raise ScopeUnknown(name=scope.version[:100], names=", ".join(sorted(versions)) or "-")
