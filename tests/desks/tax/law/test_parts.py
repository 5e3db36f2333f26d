"""Paragraphs, parts and divisions that a claim names: flagged where its source has none such, and nowhere else."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.law.bearing import named_parts, parts_of, unsupported
from src.desks.tax.sources import Legislation
from src.dossier.models import Source
from tests.fakes import law, ruling
from tests.review.fixture_law import sources_in
from tests.shared_data import real

NUMBERED = law(
    "9",
    "1. De belasting bedraagt, behoudens het vierde tot en met het zesde lid:\na. voor boeken niets;\nb. voor brood "
    "iets.\n2. In afwijking van artikel 12, onderdelen e tot en met g, volgt de rest.\n3 De posten staan in tabel II.",
)
OTHER_CLAIM = "Zie artikel 9, {part}."


@pytest.mark.parametrize(
    "part",
    [
        *("eerste lid", "tweede lid, onderdeel b", "lid 3", "leden 1 en 2", "eerste, tweede en derde lid"),
        *("2e lid", "lid 2, onder a", "sub b", "vijfde lid", "onderdeel f", "tabel II", "lid 1, 2 en 3"),
        *("paragraph 2", "first subsection", "second and third paragraphs", "point (b)", "table II"),
        *("paragraph 3, under (a)", "part b", "paragraphs (1) and (2)"),
        *("onderdeel b, en u betaalt", "het lid van de raad", "deze post", "under a contract"),
    ],
)  # fmt: skip
def test_what_the_source_numbers_or_names_is_not_flagged(part: str) -> None:
    assert unsupported(OTHER_CLAIM.format(part=part), NUMBERED) == ()


@pytest.mark.parametrize(
    ("part", "kind", "words"),
    [
        ("lid 7", "part", "lid 7"),
        ("zevende lid", "part", "zevende lid"),
        ("vijftiende lid", "part", "vijftiende lid"),
        ("7e lid", "part", "7e lid"),
        ("leden 1 en 7", "part", "leden 1 en 7"),
        ("eerste en zevende lid", "part", "eerste en zevende lid"),
        ("eerste lid, onderdeel c", "part", "onderdeel c"),
        ("onderdelen a en c", "part", "onderdelen a en c"),
        ("aanhef en onder c", "part", "onder c"),
        ("paragraph 7", "part", "paragraph 7"),
        ("seventh subsection", "part", "seventh subsection"),
        ("subsection (8)", "part", "subsection (8)"),
        ("point (c)", "part", "point (c)"),
        ("part c", "part", "part c"),
        ("box 3", "label", "box 3"),
        ("table I", "label", "table I"),
        ("tabel III", "label", "tabel III"),
        ("hoofdstuk 4", "label", "hoofdstuk 4"),
    ],
)
def test_what_it_does_not_have_is(part: str, kind: str, words: str) -> None:
    (flag,) = unsupported(OTHER_CLAIM.format(part=part), NUMBERED)
    assert (flag.kind, flag.words) == (kind, words)


def test_a_number_behind_an_article_is_a_paragraph() -> None:
    flags = unsupported("See article 9(7) and article 9(2)(c).", NUMBERED)
    assert [flag.words for flag in flags] == ["article 9(7)", "article 9(2)(c)"]


def test_a_ruling_has_the_paragraphs_that_it_speaks_of() -> None:
    held = ruling("ECLI:NL:HR:2020:1", "Ingevolge artikel 9, lid 2, Awb geldt het niet.")
    assert unsupported("Het tweede lid geldt niet.", held) == ()
    assert [flag.words for flag in unsupported("Het derde lid geldt niet.", held)] == ["derde lid"]


@given(st.integers(1, 20), st.integers(1, 20))
def test_an_article_has_the_paragraphs_up_to_its_last(last: int, asked: int) -> None:
    text = "\n".join(f"{number}. Dit is een lid." for number in range(1, last + 1))
    flagged = unsupported(f"Dat staat in lid {asked}.", law("9", text))
    assert bool(flagged) == (asked > last)


def claims_on(source: Legislation) -> Iterator[str]:
    """Yield each line of an article, and what a claim makes of one with a number or a letter."""
    for line in source.content.splitlines():
        yield line
        numbered = re.match(r"([0-9]{1,3}[a-z]{0,2})[.°]? (.*)", line)
        lettered = re.match(r"([a-z])[.°)] (.*)", line)
        if numbered:
            yield f"Ingevolge artikel {source.article}, lid {numbered[1]}, {numbered[2]}"
            yield f"Under paragraph {numbered[1]}: {numbered[2]}"
        if lettered:
            yield f"Volgens onderdeel {lettered[1]} {lettered[2]}"
            yield f"Under point ({lettered[1]}), {lettered[2]}"


def test_no_sentence_of_real_law_is_flagged_with_its_own_number() -> None:
    folder = real("bwb-xml-2024")
    files = (next(folder.glob(f"{work}_*.xml")) for work in ("BWBR0005537", "BWBR0002320"))
    sources: list[Source] = [source for file in files for source in sources_in(file)]
    tried = 0
    for source in sources:
        assert isinstance(source, Legislation)
        held = parts_of(source)
        for claim in claims_on(source):
            tried += 1
            assert {part.value for part in named_parts(claim)} <= held, (source.id, claim)
    assert tried > 4_000
