"""How many wrong citations ``tess lint`` notices, and how many true ones it calls wrong, on real rulings.

Run ``python -m benchmarks.citations``; ``--seed`` changes what is drawn. A year, a court or two digits of each ruling's
ECLI are changed; names of laws are made up; and the true citations stand beside them as they are. Each is put into a
sentence, half of which name court and day of the true ruling. The library holds the rulings, or half of them, or
nothing. The material is not part of the project: ``--data`` says where it lies. It prints Markdown.
"""

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

from lxml import etree

from evals.report import markdown
from src.desks.tax.library.library import ingest
from src.desks.tax.lint.catalogue import LibraryCatalogue, open_catalogue
from src.desks.tax.lint.check import check_file
from src.desks.tax.lint.verdicts import Days
from src.desks.tax.settings import TaxSettings
from src.language.months import DUTCH
from src.settings import PROJECT_ROOT

DRAWN_ON = date(2026, 11, 1)
"""The day that counts as today: what is drawn and what is found depend on the seed only."""

DATA = PROJECT_ROOT.parent / "shared" / "data" / "rulings-xml"
LAWS = 200
_TERMS = "{http://purl.org/dc/terms/}"
_BWB = "{bwb-dl}resourceIdentifier"
_LABEL = "{http://www.w3.org/2000/01/rdf-schema#}label"
_REFERENCE = re.compile(r"(?P<law>[A-Z][^\d]{3,90}?(?: (?:19|20)\d\d)?) (?P<article>\d[\w.:]*)")

_WITH_DAY = (
    "Zie {court} {day_nl}, {ecli}.",
    "Dat volgt uit het arrest van de {court} van {day_nl} ({ecli}).",
    "Zo ook {court}, {numbers}, {ecli}, rechtsoverweging 3.2.",
    "This was decided before ({court} {day_en}, {ecli}).",
    "Vergelijk {ecli} ({court} {day_nl}).",
    "De {court} heeft op {day_nl} geoordeeld dat dit niet zo is ({ecli}).",
)
_BARE = (
    "Zie {ecli}.",
    "Dat is vaste rechtspraak (vergelijk {ecli}), waarvan hier niet kan worden afgeweken.",
    "As was held in {ecli}, the assessment stands.",
    "Zie https://deeplink.rechtspraak.nl/uitspraak?id={ecli}",
)
_CITING = (
    "Artikel {article} van de {law} staat daaraan in de weg.",
    "Ingevolge artikel {article}, eerste lid, {law} is dat anders.",
    "Dat staat in art. {article} {law}.",
    "In de {law}, artikel {article}, is dat geregeld.",
    "Pursuant to article {article} of the {law} this is different.",
)
_ON = "veen wind kade slib duin turf molen polder brug zegel schoorsteen kaas rook lijn mast golf".split()
_TAXED = "heffing belasting bijdrage toeslag accijns retributie vrijstelling compensatie".split()
_HOW = "digitale buitengewone maatschappelijke stedelijke tijdelijke bijzondere gemeenschappelijke".split()
_SHAPES = (
    "Wet op de {on}{tax} {year}",
    "Wet {how} {on}{tax} {year}",
    "Wet {how} {on}{tax}",
    "Algemene wet inzake {on}{tax}en",
    "{On}{tax}wet {year}",
    "{On}wet",
    "Uitvoeringsbesluit {on}{tax} {year}",
    "Uitvoeringsregeling {how} {on}{tax}",
    "Besluit {on}{tax} {year}",
    "Wetboek van {on}recht",
    "{On} Tax Act {year}",
)


@dataclass(frozen=True)
class TrueRuling:
    """A ruling of the material: what it is called, whose it is, and which articles it cites by a law's name."""

    path: Path
    ecli: str
    court: str
    decided: date
    cited: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sentence:
    """One sentence with one citation, what was done to it, and whether it says whose ruling it is."""

    text: str
    change: str
    is_told: bool = False


def read_rulings(folder: Path) -> list[TrueRuling]:
    """Return the rulings of a folder in the order of their files."""
    return [_ruling(path) for path in sorted(folder.glob("*.xml"))]


def _ruling(path: Path) -> TrueRuling:
    root = etree.parse(path).getroot()
    references = (one.text or "" for one in root.iter(f"{_TERMS}references") if one.get(_BWB))
    cited = filter(None, map(_REFERENCE.fullmatch, references))
    return TrueRuling(
        path,
        root.findtext(f".//{_TERMS}identifier") or "",
        root.findtext(f".//{_TERMS}creator") or "",
        date.fromisoformat(root.findtext(f".//{_TERMS}date") or ""),
        tuple((one["law"], one["article"]) for one in cited),
    )


def of_rulings(rulings: Sequence[TrueRuling], chance: random.Random) -> Iterator[Sentence]:
    """Yield each ruling as it is, and with a wrong year, a wrong court and swapped digits; told and bare."""
    courts = sorted({ruling.ecli.split(":")[2] for ruling in rulings})
    for ruling in rulings:
        changes = {
            "true ECLI": ruling.ecli,
            "wrong year": _other_year(ruling.ecli, chance),
            "wrong court": _other_court(ruling.ecli, courts, chance),
            "swapped digits": _swapped(ruling.ecli, chance),
        }
        for change, ecli in changes.items():
            for forms in (_WITH_DAY, _BARE):
                if ecli:
                    yield Sentence(
                        _told(ruling, ecli, chance.choice(forms)), change, forms is _WITH_DAY
                    )


def _told(ruling: TrueRuling, ecli: str, form: str) -> str:
    day = ruling.decided
    return form.format(
        ecli=ecli,
        court=ruling.court,
        day_nl=f"{day.day} {DUTCH[day.month - 1]} {day.year}",
        day_en=f"{day:%-d %B %Y}",
        numbers=f"{day.day}-{day.month}-{day.year}",
    )


def _other_year(ecli: str, chance: random.Random) -> str:
    head, _, tail = ecli.rpartition(":")
    head, _, year = head.rpartition(":")
    years = [int(year) + by for by in (*range(-12, 0), *range(1, 13))]
    other = chance.choice([one for one in years if one < DRAWN_ON.year])
    return f"{head}:{other}:{tail}"


def _other_court(ecli: str, courts: Sequence[str], chance: random.Random) -> str:
    first, country, court, year, number = ecli.split(":")
    other = chance.choice([one for one in courts if one != court])
    return ":".join((first, country, other, year, number))


def _swapped(ecli: str, chance: random.Random) -> str:
    """Return an ECLI with two digits that stand side by side changed; empty where that changes nothing."""
    head, _, number = ecli.rpartition(":")
    pairs = [at for at, (a, b) in enumerate(pairwise(number)) if (a + b).isdigit() and a != b]
    if not pairs:
        return ""
    at = chance.choice(pairs)
    return f"{head}:{number[:at]}{number[at + 1]}{number[at]}{number[at + 2 :]}"


def of_laws(rulings: Sequence[TrueRuling], chance: random.Random) -> Iterator[Sentence]:
    """Yield articles of invented laws, and those that the courts themselves say they apply."""
    for _ in range(LAWS):
        yield _citing(_invented(chance), f"{chance.randint(1, 60)}", "invented law", chance)
    for law, article in sorted({one for ruling in rulings for one in ruling.cited}):
        yield _citing(law, article, "true law", chance)


def _citing(law: str, article: str, change: str, chance: random.Random) -> Sentence:
    return Sentence(chance.choice(_CITING).format(law=law, article=article), change)


def _invented(chance: random.Random) -> str:
    on = chance.choice(_ON)
    return chance.choice(_SHAPES).format(
        on=on,
        On=on.title(),
        tax=chance.choice(_TAXED),
        how=chance.choice(_HOW),
        year=chance.randint(1950, 2023),
    )


def called_bad(
    sentences: Sequence[Sentence], catalogue: LibraryCatalogue, folder: Path
) -> list[bool]:
    """Tell of each sentence whether a citation in it is called bad."""
    path = folder / "text.md"
    path.write_text("\n\n".join(one.text for one in sentences), "utf-8")
    checked = check_file(path, catalogue, Days(DRAWN_ON))
    bad = {one.place for one in checked.findings if one.judged.verdict.is_bad}
    return [f"line {1 + 2 * number}" in bad for number in range(len(sentences))]


def _rows(
    name: str, sentences: Sequence[Sentence], bad: Sequence[bool]
) -> Iterator[tuple[str, ...]]:
    kinds = Counter((one.change, one.is_told) for one in sentences)
    called = Counter(
        (one.change, one.is_told) for one, is_bad in zip(sentences, bad, strict=True) if is_bad
    )
    for change, is_told in kinds:
        count, wrong = kinds[change, is_told], called[change, is_told]
        context = "" if change.endswith("law") else "court and day" if is_told else "none"
        yield name, change, context, f"{wrong} of {count}", f"{wrong / count:.0%}"


def measure(folder: Path, seed: int) -> str:
    """Return the figures as a Markdown table."""
    chance = random.Random(seed)  # noqa: S311  # draws examples, guards nothing
    rulings = read_rulings(folder)
    sentences = [*of_rulings(rulings, chance), *of_laws(rulings, chance)]
    half = chance.sample(rulings, len(rulings) // 2)
    rows: list[tuple[str, ...]] = []
    starter = TaxSettings().starter_dir
    for name, held in (("all of them", rulings), ("half of them", half), ("nothing", [])):
        with tempfile.TemporaryDirectory(prefix="tess-citations-") as temporary:
            library = Path(temporary) / "library"
            if held:
                ingest(tuple(one.path for one in held), library, starter, lambda *_: None)
            catalogue = open_catalogue(library, starter)
            rows += _rows(name, sentences, called_bad(sentences, catalogue, Path(temporary)))
    return markdown(("library holds", "citation", "said beside it", "called wrong", "share"), rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 0 also where the material is not there, which is said."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if not options.data.is_dir():
        print(f"Skipped: the rulings are not there ({options.data}).", file=sys.stderr)
        return 0
    print(measure(options.data, options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
