"""What raw notes tell of when, where, the cause and the title, by general cues: without a model, in both languages."""

import pytest

from evals.tsg.guides import guide_from


def told(notes: str, language: str) -> dict[str, list[str]]:
    """Return the lines of the guide of notes, by section, or by the question of the first one."""
    found: dict[str, list[str]] = {}
    for name, line in guide_from(notes, language).lines():
        if line.kind != "missing" and name != "tags":
            found.setdefault(line.part or name, []).append(line.text)
    return found


NL = """\
Maandag 09:12 gebruiker belt: account geblokkeerd sinds wijziging CHG-4471 van zondag.
Treft alleen thuiswerkers, op kantoor werkt alles.
Gekeken in het logboek: fout 4471 bij elke aanmelding.
"""
EN = """\
Monday: scheduled job export-daily fails since the change of Sunday, error code 77.
Only in prod-data, test is fine.
Started at 06:40 this morning.
Checked the log: access denied on a folder.
"""


def test_cues_fill_the_sections_that_nothing_else_fills() -> None:
    dutch, english = told(NL, "nl"), told(EN, "en")
    assert dutch["cause"] == ["sinds wijziging CHG-4471 van zondag"]
    assert dutch["when"] == ["sinds wijziging CHG-4471 van zondag"]
    assert dutch["where"] == ["alleen thuiswerkers, op kantoor werkt alles"]
    assert english["cause"] == ["since the change of Sunday"]
    assert english["where"] == ["Only in prod-data, test is fine."]
    assert english["when"] == ["Started at 06:40 this morning."]
    for found, notes in ((dutch, NL), (english, EN)):
        assert found["what"][0] == notes.splitlines()[0]
        assert "resolution" not in found
        assert "root_cause" not in found  # that it began then is no proof


@pytest.mark.parametrize(
    ("notes", "language", "missing"),
    [
        ("The export fails, not since the upgrade.\nThe alarm rang.", "en", "cause"),
        ("De export mislukt, niet door de wijziging.\nHet alarm ging.", "nl", "cause"),
        ("It is stuck since the upgrade?\nThe export fails.", "en", "cause"),
        ("The export fails.\nIt's not due to the upgrade of Sunday.", "en", "cause"),
        ("The export fails, only we do not know why.", "en", "where"),
        ("De export mislukt, alleen weten we niet waarom.", "nl", "where"),
    ],
)
def test_what_is_denied_or_asked_fills_nothing(notes: str, language: str, missing: str) -> None:
    assert missing not in told(notes, language)


def test_a_cause_that_is_told_stays_the_only_one() -> None:
    notes = "The export fails since the upgrade.\nCause: the key had expired."
    assert told(notes, "en")["cause"] == ["the key had expired."]


def test_the_time_before_the_first_symptom_tells_when() -> None:
    timed = "8:05 the label printer stopped\n8:10 power cycled it, no luck"
    assert told(timed, "en")["when"] == ["8:05"]
    chat = "[8:05] Ann: the label printer stopped\n[8:10] Bo: power cycled it, no luck"
    assert "when" not in told(chat, "en")  # it was only said then


@pytest.mark.parametrize(
    ("first", "title"),
    [
        (
            "Monday: scheduled job export-daily fails on node 2",
            "scheduled job export-daily fails on node 2",
        ),
        ("gebruiker belt: account geblokkeerd", "account geblokkeerd"),
        ("Dinsdag 09:12 klant meldt dat de kassa hangt", "de kassa hangt"),
        ("Users report that the portal is blank since this morning", "the portal is blank"),
        ("the partner api refuses us, 08:03", "the partner api refuses us"),
        ("Stuck since Tuesday", "Stuck since Tuesday"),
    ],
)
def test_a_title_tells_the_subject_and_not_when_or_by_whom(first: str, title: str) -> None:
    guide = guide_from(f"{first}.\nIt was restarted.")
    assert guide.title == title
    assert guide.title_support
