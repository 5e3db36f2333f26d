"""What must hold of a dossier before items are tagged or written; code, which no words get past. Pure."""

from src.desks.backlog.kept import items_in
from src.desks.backlog.refusals import ItemsMissing, WritingPlanMissing
from src.dossier.models import Dossier
from src.dossier.plan import confirmable
from src.errors import TessError
from src.tools.base import Condition


def _items_there(dossier: Dossier) -> TessError | None:
    return None if items_in(dossier) else ItemsMissing()


def _plan_shown(dossier: Dossier) -> TessError | None:
    return None if confirmable(dossier) else WritingPlanMissing()


ITEMS_THERE = Condition("items_there", _items_there)
"""There are items, whatever their state."""

PLAN_SHOWN = Condition("plan_shown", _plan_shown)
"""A plan was shown whole, as it is now, and waits for a person."""
