"""What sets two answers and two texts apart: nothing is told twice, nothing is left out."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.desks.tax.answering import article_of
from src.dossier.models import Claim
from src.review.differences import claim_changes, word_difference
from tests.thoroughness import examples

LAW = "De heffing bedraagt {} procent van de waarde van de stenen kabouter."


def claim(text: str, quote: str, source_id: str = "BWBR0099901/2@2024-01-01") -> Claim:
    return Claim(text=text, quote=quote, source_id=source_id, verdict="exact")


OLD = "BWBR0099901/2@2020-01-01"
OTHER = "BWBR0099901/3@2024-01-01"


@pytest.mark.parametrize(
    ("after", "kinds"),
    [
        ((claim("Het is 21%.", LAW.format(21)),), ["unchanged"]),
        ((claim("Het is 21%.", LAW.format(21), OLD),), ["unchanged"]),
        ((claim("Het is 19%.", LAW.format(19), OLD),), ["changed"]),
        ((claim("Het is 21%.", "een heel ander citaat"),), ["changed"]),
        ((claim("Het is 21%.", LAW.format(21), OTHER),), ["lost", "new"]),
        ((claim("Iets anders.", "een heel ander citaat"),), ["lost", "new"]),
        ((), ["lost"]),
    ],
)
def test_what_became_of_a_claim(after: tuple[Claim, ...], kinds: list[str]) -> None:
    changes = claim_changes((claim("Het is 21%.", LAW.format(21)),), after, article_of)
    assert [change.kind for change in changes] == kinds


claims = st.lists(
    st.builds(
        claim,
        st.sampled_from(["", "a", "b"]),
        st.sampled_from(["een twee drie", "een twee vier", "vijf zes zeven"]),
        st.sampled_from([OLD, OTHER]),
    ),
    max_size=5,
).map(tuple)


@given(claims, claims)
def test_every_claim_is_told_of_once(before: tuple[Claim, ...], after: tuple[Claim, ...]) -> None:
    changes = claim_changes(before, after, article_of)
    assert [one.before for one in changes if one.before] == list(before)
    assert Counter(one.after for one in changes if one.after) == Counter(after)
    assert {one.kind for one in claim_changes(before, before, article_of)} <= {"unchanged"}


words = st.text("ab \n", max_size=40)


@given(words, words)
@settings(max_examples=examples(300))
def test_the_difference_of_texts_holds_both(old: str, new: str) -> None:
    told = word_difference(old, new)
    gone = Counter(re.sub(r"\{\+.*?\+\}", "", told).replace("[-", "").replace("-]", "").split())
    come = Counter(re.sub(r"\[-.*?-\]", "", told).replace("{+", "").replace("+}", "").split())
    before, after = Counter(old.split()), Counter(new.split())
    # Paragraphs that are the same are left out, so what is told lacks the same words of both.
    assert before - gone == after - come
    assert not gone - before
    assert word_difference(old, old) == ""


def test_only_paragraphs_that_differ_are_shown() -> None:
    old = f"1. Eerste lid.\n2. {LAW.format(19)}\n3. Derde lid."
    new = f"1. Eerste lid.\n2. {LAW.format(21)}\n3. Derde lid.\n4. Vierde lid."
    assert word_difference(old, new).splitlines() == [
        "2. De heffing bedraagt [-19-] {+21+} procent van de waarde van de stenen kabouter.",
        "{+4. Vierde lid.+}",
    ]
