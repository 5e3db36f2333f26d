"""What notes lack and what to look up, by rules: error texts and codes first. Pure."""

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import HEADINGS, SectionName
from src.desks.tsg.forms import MOST_QUERIES, PlanTask, ResearchPlan
from src.desks.tsg.missing import fixed_texts
from src.desks.tsg.offline.draft import title_of
from src.desks.tsg.offline.errors import error_texts
from src.desks.tsg.offline.placing import placed

LONGEST_QUERY = 150
_MADE: frozenset[SectionName] = frozenset(("questions", "tags", "root_cause", "related"))
"""Sections that a guide has without the notes telling of them."""


def plan(task: PlanTask) -> ResearchPlan:
    """Return what to look up for these notes."""
    topic = title_of(task.notes)[0]
    errors = [words for words, _ in error_texts("\n".join([task.notes, *task.pictures]))]
    wanted = [task.focus, *errors, topic] if task.focus else [*errors, topic]
    asked = {one.casefold() for one in task.searched}
    queries = list(dict.fromkeys(_query(one) for one in wanted))
    told = {one.section for one in placed(task.notes)}
    return ResearchPlan(
        topic=topic,
        gaps=[
            fixed_texts((name, ""), task.language)[0]
            for name in HEADINGS
            if name not in told and name not in _MADE
        ],
        queries=[one for one in queries if one and one.casefold() not in asked][:MOST_QUERIES],
        urls=list(dict.fromkeys(bearing.addresses(task.notes))),
    )


def _query(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= LONGEST_QUERY else words[:LONGEST_QUERY].rsplit(" ", 1)[0]
