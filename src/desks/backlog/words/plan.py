"""What the operations of a plan say, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.dossier.models import Language


@dataclass(frozen=True)
class PlanTexts:
    """Texts of one language; names in braces are filled in."""

    of_item: str
    """{number}, {does}."""
    creates: str
    """{type}, {title}, {under}."""
    under: str
    """{above}."""
    changes: str
    """{item}, {revision}."""
    removes: str
    """{item}, {revision}."""
    reverts: str
    """{item}, {to}, {revision}."""
    work_item: str
    """A work item of which no more is known than its number: {id}."""
    description: str
    repro_steps: str
    priority: str
    criteria: str
    persona: str
    need: str
    benefit: str
    below: str
    tags: str


PLAN_TEXTS: Mapping[Language, PlanTexts] = {
    "nl": PlanTexts(
        of_item="Item {number}: {does}",
        creates="maak {type} “{title}” aan{under}",
        under=" onder {above}",
        changes="wijzig {item}: acceptatiecriteria erbij, als het nog op revisie {revision} staat",
        removes="Zet {item} in de prullenbak, als het nog op revisie {revision} staat",
        reverts="Zet {item} terug zoals het was op revisie {to}, als het nog op revisie {revision} staat",
        work_item="werkitem {id}",
        description="Omschrijving",
        repro_steps="Hoe het misgaat",
        priority="Prioriteit",
        criteria="Acceptatiecriteria",
        persona="Voor wie",
        need="Wat die wil",
        benefit="Waarom",
        below="Onder",
        tags="Tags",
    ),
    "en": PlanTexts(
        of_item="Item {number}: {does}",
        creates="new {type} “{title}”{under}",
        under=" under {above}",
        changes="change {item}: acceptance criteria added, if it still is at revision {revision}",
        removes="Put {item} into the recycle bin, if it still is at revision {revision}",
        reverts="Put {item} back as it was at revision {to}, if it still is at revision {revision}",
        work_item="work item {id}",
        description="Description",
        repro_steps="Repro steps",
        priority="Priority",
        criteria="Acceptance criteria",
        persona="For whom",
        need="What they want",
        benefit="Why",
        below="Under",
        tags="Tags",
    ),
}
