"""Each sentence of a digest has a role: a rule comes before its exception, unless that is asked for."""

from pathlib import Path

import pytest

from src.desks.tax.library.documents import key_of
from src.desks.tax.loaders.starter import load
from src.desks.tax.offline.passages import passages
from src.desks.tax.offline.roles import asking, roles
from src.desks.tax.sources import Legislation
from tests.desks.tax.offline.test_answer import IB, LB, answered, as_sent, starter

DIGESTS = [one for one in load(Path("data/starter")) if isinstance(one, Legislation)]


def test_every_sentence_of_every_digest_has_a_role() -> None:
    known = roles()
    assert {key: len(of) for key, of in known.items()} == {
        key_of(one): len(passages(one.content)) for one in DIGESTS
    }


def test_a_rule_stands_before_its_exception_unless_that_is_asked_for() -> None:
    rooms = as_sent(starter()[f"{IB}/3.114"])
    rule = answered(
        "Betaal ik belasting over de verhuur van een kamer in mijn eigen woning?", rooms
    )
    case = answered("Geldt de kamerverhuurvrijstelling voor verhuur aan toeristen?", rooms)
    assert "is vrijgesteld" in rule.claims[0].quote
    assert "toeristen" in case.claims[0].quote


@pytest.mark.parametrize(
    ("question", "article"),
    [
        ("Ik ben zzp'er. Hoe hoog is de bijtelling voor mijn auto?", f"{IB}/3.20"),
        ("Ik werk in loondienst. Hoe hoog is de bijtelling voor mijn auto?", f"{LB}/13bis"),
    ],
)
def test_who_asks_gets_the_rule_for_them(question: str, article: str) -> None:
    cars = [as_sent(starter()[one]) for one in (f"{IB}/3.20", f"{LB}/13bis")]
    for sources in (cars, cars[::-1]):
        assert answered(question, *sources).claims[0].source_id.startswith(article)


def test_as_whom_somebody_asks() -> None:
    assert asking("Mag mijn werkgever dat vergoeden?") == {"employment"}
    assert asking("Hoe hoog is de vrijstelling?") == frozenset()


def test_a_question_in_two_parts_gets_a_quote_for_each_first() -> None:
    sources = [as_sent(starter()[one]) for one in (f"{IB}/6.3", f"{IB}/3.17")]
    question = "Is partneralimentatie aftrekbaar, en de kilometers voor de zaak?"
    quotes = [claim.quote for claim in answered(question, *sources).claims[:2]]
    assert "alimentatie" in quotes[0]
    assert "zakelijke kilometer" in quotes[1]
