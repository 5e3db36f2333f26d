"""What is in the exported files: every footnote leads to a passage that holds its quote, and to an official text."""

from pathlib import Path

import pytest

from src.desks.tax.library.library import ingest
from tests.desks.tax.library.material import STARTER
from tests.export.conversations import answered, application, dossier, handed_over
from tests.export.reading import complaints, html_notes
from tests.shared_data import real
from tests.thoroughness import stride

QUESTIONS = (
    "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
    "Wat is het btw-tarief voor boeken?",
    "Within how many weeks must I object to a tax assessment?",
    "Wanneer kan de inspecteur navorderen?",
)

REAL_QUESTIONS = (
    "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
    "Wanneer begint de termijn voor bezwaar tegen een belastingaanslag?",
    "Wanneer kan de inspecteur navorderen?",
    "Wat is de navorderingstermijn?",
    "Welke boete kan de inspecteur opleggen bij te late aangifte?",
    "Wat is een vergrijpboete?",
    "Wie is inhoudingsplichtige voor de loonbelasting?",
    "Wat is loon volgens artikel 10 Wet LB 1964?",
    "Wat zegt artikel 9 Wet OB 1968 over het tarief?",
    "Welk tarief omzetbelasting geldt voor boeken?",
    "Wie is ondernemer voor de omzetbelasting?",
    "Wanneer is een levering vrijgesteld van omzetbelasting?",
    "Wat is een dienst in de zin van artikel 4 Wet OB 1968?",
    "Wat is winst uit onderneming volgens artikel 3.8 Wet IB 2001?",
    "Wat is een aanmerkelijk belang volgens artikel 4.6 Wet IB 2001?",
    "Wat is een eigen woning volgens artikel 3.111 Wet IB 2001?",
    "Welke giften zijn aftrekbaar volgens artikel 6.32 Wet IB 2001?",
    "Wat is de rendementsgrondslag in box 3?",
    "What is the deadline for an objection to a tax assessment?",
    "Wat moet een administratieplichtige bewaren volgens artikel 52 AWR?",
)
LAWS = ("BWBR0002320", "BWBR0005537", "BWBR0002629", "BWBR0011353", "BWBR0002471")


async def checked(data_dir: Path, questions: tuple[str, ...]) -> tuple[list[str], int]:
    """Return what is wrong with the files for these questions, and how many footnotes there were to look at."""
    wrong, notes = [], 0
    async with application(data_dir) as server:
        for question in questions:
            dossier_id = await answered(server, question)
            held = await dossier(server, dossier_id)
            files = await handed_over(server, dossier_id)
            (answer,) = held["answers"]
            told = complaints(files, held["sources"], len(answer["claims"]))
            wrong += [f"{question}: {one}" for one in told]
            notes += len(html_notes(files["html"]))
    return wrong, notes


async def test_every_footnote_over_the_starter_corpus_resolves(tmp_path: Path) -> None:
    wrong, notes = await checked(tmp_path, QUESTIONS)
    assert wrong == []
    assert notes >= len(QUESTIONS)


@pytest.mark.timeout(300)
async def test_every_footnote_over_real_laws_resolves(tmp_path: Path) -> None:
    folder = real("bwb-xml-2024")
    laws = tuple(path for work in LAWS for path in sorted(folder.glob(f"{work}_*.xml")))
    ingest(laws, tmp_path / "library", STARTER, lambda *_: None)
    asked = REAL_QUESTIONS[:: min(stride(), 4)]  # where it is to be deep, all of them
    wrong, notes = await checked(tmp_path, asked)
    assert wrong == []
    assert notes >= len(asked)


async def test_a_footnote_that_does_not_hold_is_noticed(tmp_path: Path) -> None:
    async with application(tmp_path) as server:
        dossier_id = await answered(server, QUESTIONS[0])
        held = await dossier(server, dossier_id)
        files = await handed_over(server, dossier_id)
    other = [
        {**one, "content": one["content"].replace("zes weken", "zeven weken")}
        for one in held["sources"]
    ]
    assert any(
        "no source named in the note holds its quote" in one for one in complaints(files, other)
    )
    forged = {
        **files,
        "html": files["html"].replace(b"https://wetten.overheid.nl", b"https://wetten.example"),
    }
    assert any("no official link" in one for one in complaints(forged, held["sources"]))
    forged = {**files, "pdf": files["docx"] and (await _another_pdf(tmp_path))}
    assert any(one.startswith("PDF: note 1") for one in complaints(forged, held["sources"]))


async def _another_pdf(data_dir: Path) -> bytes:
    async with application(data_dir) as server:
        dossier_id = await answered(server, QUESTIONS[1])
        return (await handed_over(server, dossier_id))["pdf"]
