"""What every ``Retriever`` keeps to; subclass it and give a ``retriever`` over ``SOURCES``."""

from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from src.desks.tax.law.laws import listed
from src.desks.tax.library.passages import Kind, Retriever
from src.desks.tax.sources import CaseLaw, Legislation


def law(work: str, name: str, article: str, content: str, since: date) -> Legislation:
    """Return an article of a law of our own invention."""
    return Legislation(
        id=f"{work}/{article}@{since}",
        title=f"{name}, artikel {article}",
        content=content,
        as_of=since,
        work=work,
        law=name,
        short=listed(work).short,
        article=article,
    )


OLD, NEW = date(2020, 1, 1), date(2024, 1, 1)
SOURCES: tuple[Legislation | CaseLaw, ...] = (
    law(
        "BWBR0002320",
        "Algemene wet inzake rijksbelastingen",
        "16",
        "Navordering bij kwade trouw.",
        OLD,
    ),
    law(
        "BWBR0002320",
        "Algemene wet inzake rijksbelastingen",
        "16",
        "Navordering binnen vijf jaren.",
        NEW,
    ),
    law(
        "BWBR0002320",
        "Algemene wet inzake rijksbelastingen",
        "20",
        "Naheffing bij de ondernemer.",
        NEW,
    ),
    law(
        "BWBR0005537",
        "Algemene wet bestuursrecht",
        "6:7",
        "Een bezwaarschrift binnen zes weken.",
        NEW,
    ),
    CaseLaw(
        id="ECLI:NL:HR:2099:1",
        title="Hoge Raad 10 mei 2099, ECLI:NL:HR:2099:1",
        content="Navordering bij een tuinkabouter zonder nieuw feit.",
        as_of=date(2099, 5, 10),
        ecli="ECLI:NL:HR:2099:1",
        court="Hoge Raad",
        subject="Bestuursrecht; Belastingrecht",
        cites=("BWBR0002320/16",),
    ),
)


class RetrieverContract:
    """The promises of ``Retriever.search``."""

    async def test_words_find_what_has_them_best_first(self, retriever: Retriever) -> None:
        hits = await retriever.search("bezwaarschrift weken", "legislation", 6)
        assert hits[0].source.id == "BWBR0005537/6:7@2024-01-01"
        assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    async def test_only_the_kind_asked_for_is_found(self, retriever: Retriever) -> None:
        assert [hit.source.id for hit in await retriever.search("navordering", "case_law", 6)] == [
            "ECLI:NL:HR:2099:1"
        ]
        laws = await retriever.search("navordering", "legislation", 6)
        assert {hit.source.kind for hit in laws} == {"legislation"}

    async def test_the_article_that_is_named_comes_first(self, retriever: Retriever) -> None:
        hits = await retriever.search(
            "naheffing bij de ondernemer, artikel 16 AWR", "legislation", 6
        )
        assert [(hit.source.id, hit.exact) for hit in hits] == [
            ("BWBR0002320/16@2024-01-01", True),
            ("BWBR0002320/20@2024-01-01", False),
        ]

    async def test_what_is_named_is_not_found_twice(self, retriever: Retriever) -> None:
        hits = await retriever.search("navordering volgens artikel 16 AWR", "legislation", 6)
        assert [hit.source.id for hit in hits] == ["BWBR0002320/16@2024-01-01"]

    async def test_the_ruling_that_is_named_comes_first(self, retriever: Retriever) -> None:
        (hit,) = await retriever.search("ecli:nl:hr:2099:1", "case_law", 6)
        assert (hit.source.id, hit.exact) == ("ECLI:NL:HR:2099:1", True)

    async def test_an_article_that_is_not_there_finds_nothing(self, retriever: Retriever) -> None:
        assert await retriever.search("artikel 999 AWR", "legislation", 6) == ()

    async def test_talk_around_what_is_named_finds_nothing_more(self, retriever: Retriever) -> None:
        hits = await retriever.search("Wat staat er in artikel 6:7 Awb?", "legislation", 6)
        assert [hit.source.id for hit in hits] == ["BWBR0005537/6:7@2024-01-01"]

    async def test_what_is_named_and_not_there_is_missing(self, retriever: Retriever) -> None:
        query = "Wat zeggen artikel 16 en 999 AWR, 19 Wet op de accijns en ECLI:NL:HR:2099:2?"
        assert retriever.missing(query, "legislation") == (
            "Algemene wet inzake rijksbelastingen, artikel 999",
            "Wet op de accijns",
        )
        assert retriever.missing(query, "case_law") == ("ECLI:NL:HR:2099:2",)
        assert retriever.missing("artikel 16 AWR, ECLI:NL:HR:2099:1", "legislation") == ()
        assert retriever.missing("artikel 16 AWR, ECLI:NL:HR:2099:1", "case_law") == ()
        assert retriever.missing("artikel 12", "legislation") == ()

    async def test_an_article_that_was_not_there_on_the_day_is_missing_then(
        self, retriever: Retriever
    ) -> None:
        lacking = ("Algemene wet inzake rijksbelastingen, artikel 20",)
        assert retriever.missing("artikel 20 AWR", "legislation", date(2022, 1, 1)) == lacking
        assert retriever.missing("artikel 20 AWR", "legislation", date(2024, 1, 1)) == ()

    async def test_a_text_that_stands_in_for_an_earlier_one_says_so(
        self, retriever: Retriever
    ) -> None:
        for as_of, in_force in ((date(2019, 12, 31), False), (OLD, True), (None, True)):
            (hit,) = await retriever.search("artikel 16 AWR", "legislation", 6, as_of)
            assert hit.in_force is in_force
        (ruling,) = await retriever.search("tuinkabouter", "case_law", 6, OLD)
        assert ruling.in_force

    async def test_one_version_of_an_article_that_in_force(self, retriever: Retriever) -> None:
        for as_of, version in ((None, NEW), (date(2022, 6, 1), OLD), (date(2024, 1, 1), NEW)):
            for query in ("navordering", "artikel 16 AWR"):
                hits = await retriever.search(query, "legislation", 6, as_of)
                assert [hit.source.as_of for hit in hits] == [version]

    async def test_an_article_that_has_lapsed_since_is_found_at_its_time_only(
        self, retriever: Retriever
    ) -> None:
        assert await retriever.search("naheffing", "legislation", 6, date(2022, 1, 1)) == ()

    async def test_no_more_than_the_limit(self, retriever: Retriever) -> None:
        assert len(await retriever.search("navordering naheffing", "legislation", 1)) == 1
        assert await retriever.search("navordering naheffing", "legislation", 0) == ()

    async def test_a_query_without_a_usable_word_finds_nothing(self, retriever: Retriever) -> None:
        for query in ("", "   ", "?!... ()", "hoe zit dat dan?", "🙂", "asdf qwerty"):
            assert await retriever.search(query, "legislation", 6) == ()

    async def test_ten_thousand_characters_are_a_query(self, retriever: Retriever) -> None:
        long = "bezwaarschrift indienen binnen zes weken " * 250
        hits = await retriever.search(long, "legislation", 6)
        assert hits[0].source.id == "BWBR0005537/6:7@2024-01-01"
        late = "luchtkasteel " * 800 + "bezwaarschrift"
        assert await retriever.search(late, "legislation", 6) == ()

    @given(st.text(max_size=400), st.sampled_from(["legislation", "case_law"]))
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    async def test_any_text_is_a_query(self, retriever: Retriever, query: str, kind: Kind) -> None:
        hits = await retriever.search(query, kind, 6)
        assert len({hit.source.id for hit in hits}) == len(hits) <= 6
