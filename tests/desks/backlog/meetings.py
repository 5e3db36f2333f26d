"""Meetings for tests, and the built-in model that reads them."""

from src.desks.backlog.offline.rules import backlog_rules
from src.llm.builtin.model import OfflineModel

MEETING = """\
Ann: Okay , welcome. Let's start with the archive.
Bob: So the archivist really needs to be able to search by tag.
Ann: Mm-hmm .
Bob: The idea being that photographs are found faster.
Ann: Somebody suggested that the visitor could upload films , but we decided against it .
Bob: Since last spring the archivist can already edit a title , that works fine .
"""


OFFLINE_MODEL = OfflineModel(backlog_rules())


def two_subjects(lines: int = 60) -> str:
    """Return a meeting whose second half is opened by its chair and is about something else."""
    invoice = "The invoice has an amount and a customer number"
    calendar = "The calendar shows holidays and shifts of a nurse in week"
    opening = (
        "Okay thank you, so next on the agenda let's discuss the calendar, who wants to start?"
    )
    first = [f"{'Ann' if n % 3 else 'Bob'}: {invoice} {n}." for n in range(lines)]
    second = [f"{'Kim' if n % 3 else 'Lee'}: {calendar} {n}." for n in range(lines)]
    said = [*first, "Bob: Thanks, that's all.", f"Ann: {opening}", *second]
    return "\n".join(said) + "\n"
