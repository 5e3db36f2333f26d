"""What fills in the forms of segments and items by rules."""

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from src.desks.backlog.offline.needs import item_drafts
from src.desks.backlog.offline.segments import segment_begins

MEETING_FORMS: Mapping[type[BaseModel], Callable[[str], BaseModel | None]] = {
    SegmentBegins: segment_begins,
    ItemDrafts: item_drafts,
}
