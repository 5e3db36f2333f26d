"""Dossiers as the original program wrote them: two lists of sources, known by their titles."""

from typing import Literal

from pydantic import BaseModel
from pydantic_core import from_json

from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Message, Source
from src.dossier.patch import DossierPatch


class _TitledText(BaseModel):
    title: str
    content: str = ""


class _SaidText(BaseModel):
    """A message; unlike one of ours it may carry fields that we do not know."""

    role: Literal["user", "assistant"]
    content: str


class _SeedDossier(BaseModel):
    dossier_id: str
    legislation: list[_TitledText] = []
    case_law: list[_TitledText] = []
    selected_ids: list[str] = []
    conversation: list[_SaidText] = []


def is_seed_shaped(data: bytes) -> bool:
    """Return whether this is the JSON text of a dossier of the original program."""
    try:
        document = from_json(data)
    except ValueError:
        return False
    return (
        isinstance(document, dict) and "dossier_id" in document and "schema_version" not in document
    )


def seed_patch(data: bytes) -> tuple[str, DossierPatch]:
    """Return the id of such a dossier and all that it holds, as one patch; ValidationError where a field is wrong.

    A source known by nothing but its title gets the id ``title:<title>``, a ruling under the title of a law
    ``title:<title>#ruling``; a selected title without a source is dropped, as it never could be used.
    """
    seed = _SeedDossier.model_validate_json(data)
    taken = {item.title for item in seed.legislation}
    laws = [
        Legislation(id=f"title:{item.title}", title=item.title, content=item.content)
        for item in seed.legislation
    ]
    rulings = [
        CaseLaw(id=_ruling_id(item.title, taken), title=item.title, content=item.content)
        for item in seed.case_law
    ]
    selected = set(seed.selected_ids)
    sources: tuple[Source, ...] = (*laws, *rulings)
    patch = DossierPatch(
        add_messages=tuple(
            Message(role=said.role, content=said.content) for said in seed.conversation
        ),
        add_sources=sources,
        select_ids=tuple(source.id for source in sources if source.title in selected),
    )
    return seed.dossier_id, patch


def _ruling_id(title: str, laws: set[str]) -> str:
    return f"title:{title}#ruling" if title in laws else f"title:{title}"
