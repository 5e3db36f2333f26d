"""What must hold of a dossier before items are tagged or written; code, which no words get past. Pure."""

from src.desks.backlog.errors import ItemsMissing, WritingPlanMissing
from src.desks.backlog.kept import candidates_in, items_in, tags_in
from src.desks.backlog.tracker_item import key_of
from src.dossier.models import Dossier
from src.dossier.plan import confirmable
from src.errors import NothingSelected, SelectionNotShown, TessError
from src.tools.base import Condition


def _sources_seen(dossier: Dossier) -> TessError | None:
    if not dossier.selected_ids:
        return NothingSelected()
    compared = {key_of(near.id) for tag in tags_in(dossier).values() for near in tag.related}
    unseen = {*map(key_of, {*dossier.selected_ids} - {*(dossier.shown_selection or ())})}
    return SelectionNotShown() if dossier.shown_selection is None or unseen - compared else None


ITEMS_THERE = Condition(
    "items_there", lambda dossier: None if items_in(dossier) else ItemsMissing()
)
"""There are items, whatever their state."""

ANYTHING_THERE = Condition(
    "items_there",
    lambda dossier: None if items_in(dossier) or candidates_in(dossier) else ItemsMissing(),
)
"""There are items, or candidates to make some of."""

SOURCES_SEEN = Condition("sources_seen", _sources_seen)
"""The user saw all that is selected, but for work items that a tag is about, at any revision: a plan has them."""

PLAN_SHOWN = Condition(
    "plan_shown", lambda dossier: None if confirmable(dossier) else WritingPlanMissing()
)
"""A plan was shown whole, as it is now, and waits for a person."""
