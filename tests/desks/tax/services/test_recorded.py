"""What is fetched is recorded as it came, taken from the record while fresh, and asked for again by its ETag."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from src.desks.tax.services.collect import LIST_FRESH, Downloads
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import parse
from src.services.download import RequestRefused, Response

URL = "https://example.org/bwb/BWBR0099901/manifest.xml"
START = datetime(2026, 1, 1, tzinfo=UTC)


class Service:
    """Answers every request with the same page, or says that it has not changed."""

    def __init__(self) -> None:
        self.content = b"<work/>"
        self.status = 200
        self.asked: list[Mapping[str, str]] = []

    def get(self, url: str, headers: Mapping[str, str]) -> Response:
        self.asked.append(headers)
        tag = f'"{len(self.content)}"'
        if headers.get("if-none-match") == tag:
            return Response(304, {}, b"")
        return Response(self.status, {"etag": tag, "last-modified": "then"}, self.content)


class Record:
    """A record whose clock the test sets."""

    def __init__(self, folder: Path) -> None:
        self.service = Service()
        self.time = START
        self.folder = folder
        self.downloads = Downloads(folder, self.service, lambda: self.time)

    def get(self, changed: datetime | None = None) -> bytes:
        return self.downloads.get(URL, parse, LIST_FRESH, changed).read_bytes()


@pytest.fixture
def record(tmp_path: Path) -> Record:
    return Record(tmp_path / "downloads")


def test_what_is_fresh_is_not_asked_for_again(record: Record) -> None:
    record.get()
    record.time += LIST_FRESH - timedelta(seconds=1)
    assert record.get() == b"<work/>"
    assert len(record.service.asked) == 1


def test_what_is_stale_is_asked_for_by_its_mark(record: Record) -> None:
    record.get()
    record.time += LIST_FRESH
    assert record.get() == b"<work/>"
    assert record.service.asked[1] == {"if-none-match": '"7"', "if-modified-since": "then"}
    record.get()
    assert len(record.service.asked) == 2, "unchanged is as good as fetched"
    assert record.downloads.fetched == 1


def test_what_has_changed_takes_the_place_of_what_was_there(record: Record) -> None:
    record.get()
    record.time += LIST_FRESH
    record.service.content = b"<work>anew</work>"
    assert record.get() == b"<work>anew</work>"


def test_what_changed_after_it_was_fetched_is_not_fresh(record: Record) -> None:
    record.get()
    record.get(changed=START - timedelta(days=1))
    assert len(record.service.asked) == 1
    record.get(changed=START + timedelta(seconds=1))
    assert len(record.service.asked) == 2


def test_the_bytes_and_the_headers_are_kept_as_they_came(record: Record) -> None:
    path = record.downloads.get(URL, parse)
    assert path.name.endswith("-manifest.xml")
    assert sorted(file.suffix for file in record.folder.iterdir()) == [".json", ".xml"]
    about = path.with_name(f"{path.name}.headers.json").read_text()
    assert URL in about
    assert "last-modified" in about


@pytest.mark.parametrize("content", [b"", b"<work", b"Geen verbinding"])
def test_a_reply_that_is_not_sound_is_not_kept(content: bytes, record: Record) -> None:
    record.service.content = content
    with pytest.raises(NotLoaded):
        record.get()
    assert not record.folder.exists()


def test_a_refusal_is_not_kept(record: Record) -> None:
    record.service.status = 404
    with pytest.raises(RequestRefused, match="HTTP 404"):
        record.get()
    assert not record.folder.exists()


def test_a_reply_in_good_standing_is_kept_whatever_its_status(record: Record) -> None:
    record.service.status = 406
    assert record.downloads.get(URL, parse, any_status=True).read_bytes() == b"<work/>"


def test_a_record_that_was_cut_off_does_not_count(record: Record) -> None:
    path = record.downloads.get(URL, parse)
    path.with_name(f"{path.name}.headers.json").write_text('{"url": "https://ex')
    record.get()
    assert len(record.service.asked) == 2


def test_without_a_client_the_record_is_all_there_is(record: Record) -> None:
    record.get()
    offline = Downloads(record.folder, None, lambda: START + timedelta(days=9999))
    assert offline.get(URL, parse).read_bytes() == b"<work/>"
    with pytest.raises(RequestRefused, match="no recorded copy"):
        offline.get(f"{URL}x", parse)
