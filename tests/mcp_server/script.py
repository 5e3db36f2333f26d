"""The one script that clients of the door go through at a desk: ask, leave out, put back, confirm, answer, undo."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from src.bootstrap import Parts
from src.desks.catalogue import DESKS
from tests.desks.docs.acme import ingest, write_pages
from tests.desks.test_a_stranger import house
from tests.lending import with_starter_index
from tests.mcp_server.clients import Caller, Person


@dataclass(frozen=True)
class Script:
    """What is said at a desk, and the numbers of the sources that are selected after it."""

    desk: str
    question: str
    found: tuple[int, ...]
    leave_out: str
    left: tuple[int, ...]
    put_back: str
    back: tuple[int, ...]
    quote: str
    answers_at_once: bool = False


SCRIPTS = (
    Script(
        "tax",
        "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
        (1, 2, 3, 4, 5, 6),
        "Haal bron 5 en 6 weg, die lijken hier niet te passen.",
        (1, 2, 3, 4),
        "Zet bron 5 toch terug, die kan nog van pas komen.",
        (1, 2, 3, 4, 5),
        "De bezwaartermijn is zes weken",
    ),
    Script(
        "docs",
        "After how long does a request end, what is the timeout?",
        (1, 2),
        "Leave source 1 out",
        (2,),
        "Put source 1 back",
        (1, 2),
        "`ACME_TIMEOUT` defaults to `30`",
        answers_at_once=True,
    ),
)


def library(folder: Path) -> Path:
    """Return a data folder with the starter corpus and a small documentation."""
    write_pages(folder / "pages")
    ingest(folder / "data", folder / "pages")
    return with_starter_index(folder / "data")


def both_desks(data_dir: Path) -> Parts:
    """Return the engine with both desks over a library."""
    return house(DESKS, tess_data_dir=data_dir, tess_encoder="off")


def chosen(result: dict[str, Any]) -> tuple[int, ...]:
    return tuple(result["selected"])


async def go_through(caller: Caller, script: Script, person: Person | None) -> None:
    """Go through the script, by a call for each step, or by the forms that a person fills in."""
    done = await (_by_forms(caller, script, person) if person else _by_calls(caller, script))
    assert (done["outcome"], done["version"], chosen(done)) == ("done", 4, script.back)
    assert script.quote in str([one["quote"] for one in done["claims"]])
    assert {one["verdict"] for one in done["claims"]} == {"exact"}
    named = {"dossier": done["dossier"]}
    answer = await caller.ask("answer", **named)
    assert (answer["answer"], answer["claims"]) == (done["answer"], done["claims"])
    undone = await caller.ask("undo", **named)
    assert (undone["version"], chosen(undone)) == (5, script.back)
    before = await caller.ask("answer", **named)
    assert (before.get("code"), before.get("answer")) == (
        (None, "a1") if script.answers_at_once else ("no_answer_yet", None)
    )


async def _by_calls(caller: Caller, script: Script) -> dict[str, Any]:
    asked = await caller.ask("ask", message=script.question, desk=script.desk)
    assert asked["outcome"] == ("done" if script.answers_at_once else "request")
    assert chosen(asked) == script.found
    named = {"dossier": asked["dossier"]}
    left = await caller.ask("ask", message=script.leave_out, **named)
    assert (left["outcome"], chosen(left)) == ("request", script.left)
    back = await caller.ask("ask", message=script.put_back, **named)
    assert (back["outcome"], chosen(back)) == ("request", script.back)
    return await caller.ask("confirm", digest=back["shown"], **named)


async def _by_forms(caller: Caller, script: Script, person: Person) -> dict[str, Any]:
    then: list[dict[str, Any] | str] = [{"change": script.put_back}, {"right": True}]
    person.replies[:] = then if script.answers_at_once else [{"change": script.leave_out}, *then]
    done = await caller.ask("ask", message=script.question, desk=script.desk)
    if script.answers_at_once:
        named = {"dossier": done["dossier"]}
        done = await caller.ask("ask", message=script.leave_out, **named)
    assert person.replies == []
    return done
