"""Dossiers as the original program wrote them: two lists of sources, known by their titles."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Dossier, Message, Source
from src.dossier.patch import DossierPatch


class _TitledText(BaseModel):
    title: str
    content: str = ""


class _SaidText(BaseModel):
    """A message; unlike one of ours it may carry fields that we do not know."""

    role: Literal["user", "assistant"]
    content: str


class _SeedDossier(BaseModel):
    model_config = ConfigDict(extra="allow")

    dossier_id: str
    legislation: list[_TitledText] = []
    case_law: list[_TitledText] = []
    selected_ids: list[str] = []
    conversation: list[_SaidText] = []


def read(data: bytes, created_at: datetime) -> Dossier | None:
    """Return the dossier that the original program wrote, in version 0; None where these bytes are none.

    A source known by nothing but its title gets the id ``title:<title>``, a ruling under the title of a law
    ``title:<title>#ruling``; a selected title without a source is dropped, as it never could be used.
    """
    try:
        seed = _SeedDossier.model_validate_json(data)
    except ValidationError:
        return None
    if "schema_version" in (seed.model_extra or ()):  # it is one of ours
        return None
    taken = {item.title for item in seed.legislation}
    laws = [
        Legislation(id=f"title:{item.title}", title=item.title, content=item.content)
        for item in seed.legislation
    ]
    rulings = [
        CaseLaw(
            id=f"title:{item.title}{'#ruling' if item.title in taken else ''}",
            title=item.title,
            content=item.content,
        )
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
    return patch.apply(Dossier(id=seed.dossier_id, desk="tax", created_at=created_at))
