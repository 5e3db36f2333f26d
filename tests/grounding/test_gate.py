"""The quote gate: six verdicts, and nothing that carries meaning is overlooked on the way to one."""

import re
from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from src.desks.tax.sources import Legislation
from src.grounding.gate import canonical, check, find

TEXT = (
    "1. De belasting bedraagt 21 percent van de vergoeding.\n"
    "2. In afwijking van het eerste lid bedraagt de belasting 9 percent voor:\n"
    "a. leveringen van goederen als bedoeld in tabel I;\n"
    "b. de invoer van goederen.\n"
    "3. De ondernemer die „kleine onderneming” heet, is geen belasting verschuldigd, tenzij hij daarvan afziet."
)


def article(number: str, text: str, day: str = "2024-01-01") -> Legislation:
    began = date.fromisoformat(day)
    name = f"BWBR0002629/{number}@{day}"
    return Legislation(id=name, title=f"Wet OB 1968, artikel {number}", content=text, as_of=began)


HERE = article("9", TEXT)
OTHER = article("13", "De termijn voor het indienen van bezwaar bedraagt zes weken.")
OLD = article("9", TEXT.replace("21 percent", "19 percent"), "2010-01-01")


@pytest.mark.parametrize(
    ("quote", "verdict", "found_in"),
    [
        ("De belasting bedraagt 21 percent van de vergoeding.", "exact", ""),
        ("De belasting  bedraagt\n21 percent", "normalised", ""),
        ("De termijn voor het indienen van bezwaar", "misattributed", OTHER.id),
        ("De belasting bedraagt 19 percent van de vergoeding.", "other-version", OLD.id),
        ("De belasting bedraagt 20 percent van de vergoeding.", "not-found", ""),
        ("De belasting", "too-short", ""),
    ],
)
def test_one_quote_of_each_kind(quote: str, verdict: str, found_in: str) -> None:
    checked = check(quote, HERE, [HERE, OTHER], [OLD, HERE])
    assert (checked.verdict, checked.found_in) == (verdict, found_in)


@pytest.mark.parametrize(
    "quote",
    [
        'De ondernemer die "kleine onderneming" heet',
        "De ondernemer die kleine onderneming heet",
        "de belasting 9 percent voor: leveringen van goederen als bedoeld in tabel I; de invoer van goederen.",
        "de belasting 9 percent voor: a. leveringen van goederen als bedoeld in tabel I; b. de invoer van goederen.",
        "De belasting be\u00addraagt 21\u00a0percent",
        "De belasting bedraagt ... van de vergoeding",
        "De belasting bedraagt [...] van de vergoeding",
        "… bedraagt de belasting 9 percent …",
    ],
)
def test_what_carries_no_meaning_is_overlooked(quote: str) -> None:
    assert check(quote, HERE).verdict == "normalised"


@pytest.mark.parametrize(
    "quote",
    [
        "de belasting bedraagt 21 percent",  # the case of a letter
        "De belasting bedraagt 21 procent",  # another word
        "De belasting bedraagt 21, percent",  # another sign
        "De belasting bedraagt 2 1 percent",
        "2. De belasting bedraagt 21 percent",  # the number of another paragraph
        "De belasting bedraagt ... bedraagt de belasting 9 percent",  # over a paragraph
        "De ondernemer die kleine onderneming heet ... belasting verschuldigd",  # over "geen"
        "is geen belasting verschuldigd ... daarvan afziet",  # over "tenzij"
        "De belasting ... vergoeding",  # single words can be made to say anything
        "van de vergoeding ... De belasting bedraagt",  # in another order
        "elasting bedraagt 21 percent van",  # a part of a word
    ],
)
def test_what_carries_meaning_is_not(quote: str) -> None:
    assert check(quote, HERE).verdict == "not-found"


TURNING = (
    "niet geen noch nooit nimmer nihil tenzij behalve behoudens uitgezonderd mits indien voorzover wanneer maar echter "
    "slechts alleen enkel uitsluitend zonder maximaal"
).split()


@pytest.mark.parametrize("word", [*TURNING, "ten hoogste", "met uitzondering van", "voor zover"])
def test_no_ellipsis_passes_over_what_turns_a_sentence(word: str) -> None:
    source = article("1", f"De winst uit de onderneming is {word} vrijgesteld van de heffing.")
    assert check("De winst uit ... van de heffing", source).verdict == "not-found"
    plain = article("1", "De winst uit de onderneming is geheel vrijgesteld van de heffing.")
    assert check("De winst uit ... van de heffing", plain).verdict == "normalised"


@pytest.mark.parametrize("between", [". Dat is", "; of dat", ":\n", "\n\n", " woord" * 90])
def test_no_ellipsis_leaves_its_sentence_or_stands_for_a_page(between: str) -> None:
    source = article("1", f"De winst uit onderneming{between} hoort bij het inkomen.")
    assert check("De winst uit onderneming ... bij het inkomen", source).verdict == "not-found"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("De belasting bedraagt 21", "De belasting bedraagt 21,5 percent."),
        ("5 percent van de vergoeding", "De belasting is 21,5 percent van de vergoeding."),
        ("Het maximum is € 22", "Het maximum is € 22.000."),
        ("als bedoeld in artikel 3", "als bedoeld in artikel 3.111 van de wet"),
        ("als bedoeld in artikel 6", "als bedoeld in artikel 6:7 van de wet"),
        ("bedraagt de belasting percent", "bedraagt de belasting\n21. percent"),
        ("het saldo 500 euro", "het saldo\n- 500 euro"),
    ],
)
def test_a_part_of_a_number_is_not_the_number(quote: str, text: str) -> None:
    assert check(quote, article("1", text)).verdict == "not-found"


def test_a_source_that_is_not_there_has_no_words() -> None:
    assert check("De belasting bedraagt 21 percent", None).verdict == "not-found"
    assert check("De belasting bedraagt 21 percent", None, [HERE]).verdict == "misattributed"


def test_the_place_is_that_of_the_words() -> None:
    for quote in ("kleine onderneming heet, is", "9 percent voor: leveringen van goederen"):
        checked = check(quote, HERE)
        passage = TEXT[checked.start : checked.end]
        assert passage.split()[0].strip("„”") == quote.split()[0]
        assert passage.split()[-1] == quote.split()[-1]


texts = st.text(alphabet="abc AB 123 .,;:-'\"„”’\n\u00ad\u00a0–%", max_size=60)


def letters(text: str) -> list[str]:
    return re.findall(r"[^\W_]", text)


@given(texts, texts)
def test_two_quotes_that_differ_in_a_letter_or_digit_stay_two(one: str, other: str) -> None:
    if canonical(one).text == canonical(other).text:
        assert letters(one) == letters(other)


@given(texts)
def test_each_character_knows_its_place(text: str) -> None:
    form = canonical(text)
    assert len(form.text) == len(form.places)
    assert list(form.places) == sorted(set(form.places))
    kept = [text[at] for at in form.places if text[at].isalnum()]
    assert kept == letters(text)


words = st.lists(
    st.sampled_from("de het belasting bedraagt 21 19 percent, niet. zes weken".split()), min_size=3
)


@given(words, st.data())
def test_whole_words_of_a_text_are_exact(text: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 3))
    end = data.draw(st.integers(start + 3, len(text)))
    checked = check(" ".join(text[start:end]), article("1", " ".join(text)))
    assert checked.verdict == "exact"


@given(words, st.sampled_from(["  ", "\n", " \u00a0", "\u200b "]))
def test_white_space_changes_no_words(text: list[str], space: str) -> None:
    checked = check(space.join(text), article("1", " ".join(text)))
    assert checked.verdict == "normalised"


@given(st.integers(0, 99), st.integers(0, 99))
def test_one_changed_digit_is_not_found(stands: int, quoted: int) -> None:
    assume(stands != quoted)
    source = article("1", f"De belasting bedraagt {stands} percent van de vergoeding.")
    assert check(f"De belasting bedraagt {quoted} percent", source).verdict == "not-found"


TWICE = [article(number, "De termijn bedraagt zes weken na dagtekening.") for number in "345"]
BEFORE = [
    article("9", "De belasting bedraagt 18 percent van alles.", day)
    for day in ("1999-01-01", "2000-01-01", "2001-01-01")
]


@given(st.permutations([HERE, *TWICE]), st.permutations(BEFORE))
def test_the_order_of_sources_makes_no_difference(
    selected: list[Legislation], versions: list[Legislation]
) -> None:
    elsewhere = check("De termijn bedraagt zes weken", HERE, selected, versions)
    assert (elsewhere.verdict, elsewhere.found_in) == ("misattributed", TWICE[0].id)
    earlier = check("De belasting bedraagt 18 percent", HERE, selected, versions)
    assert (earlier.verdict, earlier.found_in) == ("other-version", BEFORE[0].id)


@given(texts, texts)
def test_no_quote_is_found_in_a_text_that_has_other_letters_and_digits(
    quote: str, text: str
) -> None:
    found = find(quote, text)
    if found and found.start is not None and "..." not in quote:
        passage = re.sub(r"(?m)^\s*(?:[0-9]+|[a-z]{1,2})[.)]\s", "", text[found.start : found.end])
        assert letters(quote) in (letters(passage), letters(text[found.start : found.end]))


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_texts_are_compared(quote: str, text: str) -> None:
    found = find(quote, text)
    if found:
        assert found.start is not None
        assert found.end is not None
        assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("req-tag-owner", "exact"),
        ("`env`", "exact"),
        ("spool.log", "exact"),
        ("policy", "too-short"),
        ("niet-ontvankelijk", "too-short"),
    ],
)
def test_a_name_may_be_quoted_that_stands_more_than_once(quote: str, verdict: str) -> None:
    line = f"The policy req-tag-owner wants `env` in spool.log, niet-ontvankelijk: {quote}"
    source = article("1", line)
    assert check(quote, source, short=True).verdict == verdict
