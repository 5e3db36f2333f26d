"""What the lists of the official services say: versions, laws of a subject, rulings."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.services import replies
from src.desks.tax.services.replies import ListedVersion
from src.search.loaders.loaded import NotLoaded
from tests.desks.tax.services.official_server import FOREVER, LawText, OfficialServices

WORK = "BWBR0099901"


def manifest(*texts: LawText) -> bytes:
    reply = OfficialServices(list(texts)).reply(f"/bwb/{WORK}/manifest.xml", "")
    assert reply is not None
    return reply.body


def text(label: str, end: str = FOREVER, seen_till: str = FOREVER, gone: bool = False) -> LawText:
    return LawText(WORK, label, b"", end, seen_till, gone)


def test_of_several_texts_of_one_version_the_one_known_today_counts() -> None:
    listed = manifest(
        text("2025-04-25_0", "2025-07-18", seen_till="2025-07-18"),
        text("2025-04-25_2", "2025-07-18"),
        text("2025-04-25_9", "2025-07-18", seen_till="2025-12-31"),
    )
    (version,) = replies.versions(listed, WORK)
    assert version == ListedVersion(WORK, "2025-04-25_2", date(2025, 4, 25), date(2025, 7, 18))


def test_texts_that_are_gone_or_nonsense_are_left_out() -> None:
    listed = manifest(
        text("1999-01-01_0", gone=True), text("2020-01-01_0/../secret"), text("2020-13-01_0")
    )
    assert replies.versions(listed, WORK) == ()


def test_versions_without_xml_are_left_out() -> None:
    listed = manifest(text("2020-01-01_0")).replace(b'label="xml"', b'label="gedrukte tekst"')
    assert replies.versions(listed, WORK) == ()


@given(
    st.lists(st.integers(1, 900), min_size=1, max_size=12),
    st.booleans(),
    st.integers(-10, 12_000),
)
def test_on_each_day_the_version_that_began_last_is_in_force(
    lengths: list[int], ended: bool, offset: int
) -> None:
    start = first = date(2000, 1, 1)
    texts: list[LawText] = []
    for length in lengths:
        end = start + timedelta(days=length - 1)
        texts.append(text(f"{start}_0", str(end)))
        start = end + timedelta(days=1)
    if not ended:
        texts[-1] = text(texts[-1].label)
    day = first + timedelta(days=offset)
    found = replies.in_force(replies.versions(manifest(*reversed(texts)), WORK), day)
    begun = [one.start for one in texts if one.start <= str(day) <= one.end]
    assert (str(found.start) if found else None) == (begun[-1] if begun else None)


@pytest.mark.parametrize("content", [b"", b"<html/>", b"<work", b"Storing"])
def test_a_page_that_is_no_list_is_refused(content: bytes) -> None:
    with pytest.raises(NotLoaded):
        replies.versions(content, WORK)
    with pytest.raises(NotLoaded):
        replies.search_page(content)
    with pytest.raises(NotLoaded):
        replies.feed_page(content)


def test_a_subject_can_not_break_out_of_its_question() -> None:
    url = replies.search_url("http://x", 'a" or "b', date(2024, 1, 1), 1)
    assert "a%20or%20b%22%20and%20overheidbwb.geldigheidsdatum%3D2024-01-01" in url


def test_a_feed_tells_what_changed_and_what_was_withdrawn() -> None:
    feed = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><subtitle>Aantal gevonden ECLI\'s: 31</subtitle>'
        b"<entry><id>ECLI:NL:HR:2099:1</id><updated>2019-03-01T10:00:00Z</updated></entry>"
        b'<entry deleted="ontoegankelijk"><id>ECLI:NL:HR:2099:2</id><updated>gisteren</updated></entry>'
        b"<entry><id>../../secret</id></entry></feed>"
    )
    page = replies.feed_page(feed)
    assert page.of_all == 31
    assert page.entries == (
        replies.Entry("ECLI:NL:HR:2099:1", datetime(2019, 3, 1, 10, tzinfo=UTC), False),
        replies.Entry("ECLI:NL:HR:2099:2", None, True),
    )
