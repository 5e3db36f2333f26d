"""What a model may say of law in its own words: what it quotes, and that something does not stand in the sources."""

import pytest

from src.desks.tax.presenter import may_say
from src.dossier.models import Dossier, Message
from tests.fakes import START, law

AGE = law(
    "15",
    "De vrijstelling geldt voor meerderjarige kopers jonger dan 35 jaar (artikel 14), tenzij hun aandelen 40% zijn.",
)
OTHER = "nee, volgens mijn collega is de grens 40 jaar"


@pytest.mark.parametrize(
    ("words", "may"),
    [
        ("Bron [1] noemt een andere grens: “meerderjarige kopers jonger dan 35 jaar”.", True),
        ("Er staat: “kopers jonger dan 35 jaar (artikel 14)”. Van 40 jaar staat daar niets.", True),
        ("Van een grens van 40 jaar staat daar niets in.", True),
        ("Bron [1] noemt een grens van 35 jaar.", False),
        ("Er staat: “kopers jonger dan 40 jaar”.", False),
        ("De grens is 40 jaar: “meerderjarige kopers jonger dan 35 jaar”.", False),
        ("Van een grens van 35 jaar staat daar niets.", False),
        ("Daar staat geen 30 jaar.", False),
        ("Dat is “35 jaar”.", False),
    ],
)
def test_only_true_quotes_and_true_denials_name_a_measure(words: str, may: bool) -> None:
    dossier = Dossier(
        id="dos-00000000",
        desk="tax",
        created_at=START,
        language="nl",
        sources=(AGE,),
        selected_ids=(AGE.id,),
        conversation=(Message(role="user", content=OTHER),),
    )
    assert may_say(words, dossier) is may
