"""The glossary gives the statutes' terms for English and everyday words, and leaves a Dutch text as it is."""

from pathlib import Path

import pytest

from src.desks.tax.law.glossary import ENGLISH, TERMS, dutch_terms
from src.desks.tax.loaders.starter import load


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("What is the VAT rate for books?", "btw omzetbelasting tarief boeken"),
        ("Is the participation exemption available?", "deelnemingsvrijstelling"),
        ("Can I deduct mortgage interest?", "aftrek renteaftrek eigenwoningschuld hypotheekrente"),
        ("VAT and more VAT", "btw omzetbelasting"),
        (
            "Must I object to an additional assessment?",
            "bezwaar navorderingsaanslag navordering naheffing",
        ),
        ("Wat is de WOZ-waarde van het object?", "waarde onroerende zaak"),
        ("fine", ""),
        ("", ""),
    ],
)
def test_terms_come_in_the_order_of_the_text_each_once(text: str, terms: str) -> None:
    assert dutch_terms(text) == terms


def test_every_term_is_found_in_its_own_text() -> None:
    assert [term for term, dutch in TERMS.items() if dutch_terms(term) != dutch] == []


def test_dutch_texts_are_hardly_touched_by_the_english_words() -> None:
    words = [
        word.strip(".,;:()").lower()
        for source in load(Path("data/starter"))
        for word in source.content.split()
    ]
    changed = [word for word in words if word not in ENGLISH.get(word, word).split()]
    assert len(changed) < len(words) / 1000
