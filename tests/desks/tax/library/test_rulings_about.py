"""A ruling is shown where it is about the question, and not where it only has a word of it."""

import pytest

from src.desks.tax.library.passages import Hit
from src.desks.tax.library.rulings_about import rulings_about
from src.desks.tax.sources import CaseLaw
from tests.fakes import law, ruling

ARTICLE = Hit(law("16", "De inspecteur kan navorderen.", "BWBR0002320", "AWR"), 1, 1.0)
NAMED = Hit(ARTICLE.source, 1, 1.0, exact=True)


def decided(heading: str, *cites: str, text: str = "Tekst.") -> Hit:
    """Return a ruling that was found."""
    found = ruling("ECLI:NL:HR:1997:1", text)
    assert isinstance(found, CaseLaw)
    return Hit(found.model_copy(update={"heading": heading, "cites": cites}), 1, 1.0)


@pytest.mark.parametrize(
    ("query", "hit", "laws"),
    [
        ("navordering nieuw feit", decided("Nieuw feit bij navordering"), ()),
        ("navordering", decided("Navordering na overlijden"), ()),
        ("artikel 16 AWR", decided("Auto van de zaak", "BWBR0002320/16"), (NAMED,)),
        (
            "hoeveel jaren terug mag de inspecteur een aanslag navorderen",
            decided("Inspecteur vordert na: navordering", "BWBR0002320/16"),
            (ARTICLE,),
        ),
    ],
)
def test_a_ruling_is_about_it(query: str, hit: Hit, laws: tuple[Hit, ...]) -> None:
    assert list(rulings_about(query, [hit], laws)) == [hit]


@pytest.mark.parametrize(
    ("query", "hit", "laws"),
    [
        ("btw tarief boeken", decided("Btw over transfersommen van voetballers"), ()),
        ("navordering nieuw feit termijn", decided("Navordering van loon"), ()),
        (
            "navordering termijn",
            decided("Beroving van een handtas", text=f"{'Verdachte. ' * 100}navordering termijn"),
            (),
        ),
        ("btw", decided("Btw over een boete"), ()),
        ("btw tarief boeken", decided("Btw over een boete", "BWBR0002320/16"), (ARTICLE,)),
    ],
)
def test_a_ruling_is_not_about_it(query: str, hit: Hit, laws: tuple[Hit, ...]) -> None:
    assert list(rulings_about(query, [hit], laws)) == []
