"""Which things words mean, for lists of titles and references that a grammar makes: that very set, or it is asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.llm.builtin.references import Thing, meant

WORDS = (
    "calendar relay badge kettle rota refund alarm ledger window parcel beacon ticket bridge garden copper anchor "
    "kalender wimpel dakgoot fietsbel vlonder zeilboot knikker pannenkoek lantaarn duikbril sleutelbos broodrooster"
).split()
"""Words of titles; none of them says what is to be done, or which is meant."""

CALLED = {
    "nl": {
        "sources": "bron",
        "items": "item",
        "lines": "regel",
        "steps": "stap",
        "choices": "keuze",
    },
    "en": {
        "sources": "source",
        "items": "item",
        "lines": "line",
        "steps": "step",
        "choices": "choice",
    },
}
ORDINALS = {
    "nl": ("eerste", "tweede", "derde", "vierde"),
    "en": ("first", "second", "third", "fourth"),
}
COUNTS = {"nl": ("", "", "twee", "drie"), "en": ("", "", "two", "three")}


class Reference(NamedTuple):
    """Words, and the numbers of the things that they mean."""

    words: str
    numbers: frozenset[int]


@st.composite
def lists(draw: st.DrawFn) -> list[Thing]:
    """Draw things of one kind, no word of whose titles is in another."""
    kind = draw(st.sampled_from(sorted(CALLED["nl"])))
    words = draw(st.permutations(WORDS))
    count = draw(st.integers(4, 7))
    first = draw(st.sampled_from((1, 1, 3)))
    return [
        Thing(
            kind,
            first + at,
            f"{words[3 * at].capitalize()} {words[3 * at + 1]} {words[3 * at + 2]}",
        )
        for at in range(count)
    ]


@st.composite
def simple(draw: st.DrawFn, things: Sequence[Thing], language: str) -> Reference:
    """Draw a reference to one thing, or to some in a row."""
    en = language == "en"
    at = draw(st.integers(0, len(things) - 1))
    one = things[at]
    form = draw(st.sampled_from("number title part ordinal list range ends".split()))
    if form == "number":
        called = CALLED[language][one.kind]
        shown = draw(st.sampled_from((f"{one.n}", f"{called} {one.n}", f"#{one.n}", f"[{one.n}]")))
        return Reference(shown, frozenset({one.n}))
    if form == "title":
        return Reference(one.title, frozenset({one.n}))
    if form == "part":
        word = draw(st.sampled_from(one.title.lower().split()))
        said = draw(
            st.sampled_from(
                (f"the {word} one", f"the one about the {word}")
                if en
                else (f"die over de {word}", f"de {word}")
            )
        )
        return Reference(said, frozenset({one.n}))
    if form == "ordinal":
        at = min(at, 3)
        called = CALLED[language][one.kind]
        said = f"the {ORDINALS['en'][at]} {called}" if en else f"de {ORDINALS['nl'][at]} {called}"
        return Reference(said, frozenset({things[at].n}))
    if form == "ends":
        count = draw(st.sampled_from((2, 3)))
        last = draw(st.booleans())
        which = ("last" if last else "first") if en else ("laatste" if last else "eerste")
        part = things[-count:] if last else things[:count]
        article = "the" if en else "de"
        return Reference(
            f"{article} {which} {COUNTS[language][count]}", frozenset(x.n for x in part)
        )
    other = things[draw(st.integers(0, len(things) - 1))]
    low, high = sorted((one.n, other.n))
    if form == "range" and low < high:
        joined = draw(st.sampled_from(("to", "through", "-") if en else ("t/m", "tot en met", "-")))
        return Reference(f"{low} {joined} {high}", frozenset(range(low, high + 1)))
    return Reference(f"{low} {'and' if en else 'en'} {high}", frozenset({low, high}))


@st.composite
def references(draw: st.DrawFn) -> tuple[list[Thing], Reference]:
    """Draw things, and words that mean some of them: alone or as an exception."""
    things = draw(lists())
    language = draw(st.sampled_from(("nl", "en")))
    first = draw(simple(things, language))
    every = frozenset(one.n for one in things)
    form = draw(st.sampled_from(("alone", "but", "rest")))
    en = language == "en"
    if form == "but":
        words = f"everything except {first.words}" if en else f"alles behalve {first.words}"
        said = Reference(words, every - first.numbers)
    elif form == "rest":
        words = f"keep only {first.words}" if en else f"houd alleen {first.words}"
        said = Reference(words, every - first.numbers)
    else:
        said = first
    if form in ("alone", "but") and draw(st.booleans()):
        said = said._replace(words=f"remove {said.words}" if en else f"verwijder {said.words}")
    return things, said


@given(references())
def test_words_mean_that_very_set_or_it_is_asked(drawn: tuple[list[Thing], Reference]) -> None:
    things, said = drawn
    found = meant(said.words, things)
    if found.clear and found.things:
        assert {one.n for one in found.things} == said.numbers, said.words


@given(references())
def test_what_is_said_in_plain_words_is_understood(drawn: tuple[list[Thing], Reference]) -> None:
    things, said = drawn
    found = meant(said.words, things)
    assert {one.n for one in found.things} == said.numbers, said.words
    assert found.clear


@given(lists(), st.data())
def test_of_a_correction_it_is_asked_which_is_meant(
    things: list[Thing], data: st.DataObject
) -> None:
    first, second = data.draw(
        st.lists(st.sampled_from(things), min_size=2, max_size=2, unique=True)
    )
    for words in (
        f"remove {first.n}, no, I mean {second.n}",
        f"{first.n} weg, nee, ik bedoel {second.n}",
    ):
        found = meant(words, things)
        assert not found.clear
        assert second in found.things


@given(lists(), st.data())
def test_a_word_that_two_titles_share_is_asked_about(
    things: list[Thing], data: st.DataObject
) -> None:
    first, second = data.draw(
        st.lists(st.sampled_from(things), min_size=2, max_size=2, unique=True)
    )
    shared = [
        replace(one, title=f"Orchard {one.title}") if one in (first, second) else one
        for one in things
    ]
    for words in ("the orchard one", "die over de orchard", "remove the orchard one"):
        found = meant(words, shared)
        assert not (found.clear and found.things), words


@pytest.mark.parametrize(
    "words", ["9", "step 12", "the kettle one", "die over de zeilboot", "everything except 9"]
)
def test_what_is_not_there_means_nothing(words: str) -> None:
    things = [Thing("steps", n, title) for n, title in enumerate(("Relay", "Badge", "Rota"), 1)]
    assert meant(words, things).things == ()
