"""Ingesting from the official services: what is asked of them, what is kept, and what is never asked twice."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.services.wanted import OFFICIAL, TAX_LAWS, Addresses
from src.desks.tax.settings import TaxSettings
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Source
from src.services.addresses import Forbidden
from tests.desks.tax.services.official_server import (
    LawText,
    OfficialServices,
    Reply,
    RulingText,
    law_xml,
    ruling_xml,
    serving,
)
from tests.in_process import tess
from tests.shared_data import real

FIRST, SECOND, THIRD = TAX_LAWS[:3]


def law(work: str, label: str, words: str, **more: Any) -> LawText:
    start = label.partition("_")[0]
    return LawText(work, label, law_xml(work, start, f"Wet op nummer {work[-3:]}", words), **more)


def ruling(number: int, day: str = "") -> RulingText:
    day = day or f"2019-03-{number:02d}"
    ecli = f"ECLI:NL:HR:2099:{number}"
    xml = ruling_xml(ecli, day, f"Het beroep in zaak {number} is ongegrond.")
    return RulingText(ecli, xml, day, f"{day}T10:00:00")


LAWS = [
    law(FIRST, "2001-01-01_0", "De oude tekst.", end="2023-12-31"),
    law(FIRST, "2024-01-01_0", "Zoals men dacht.", seen_till="2024-06-30"),
    law(FIRST, "2024-01-01_1", "De nieuwe tekst."),
    law(SECOND, "2020-01-01_0", "De tweede wet."),
    law(THIRD, "2020-01-01_0", "De derde wet."),
]


@pytest.fixture
def services() -> Iterator[OfficialServices]:
    with serving(OfficialServices(list(LAWS), [ruling(n) for n in range(1, 11)])) as served:
        yield served


class Place:
    """A data folder, and the command that ingests into it: in a process of its own where that is what is tested."""

    def __init__(self, services: OfficialServices, folder: Path) -> None:
        self.services = services
        self.folder, self.library = folder, folder / "library"
        self.settings = {"COLUMNS": "500", **services.settings()}

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "src.cli", "ingest", *arguments],
            env={"TESS_DATA_DIR": str(self.folder), **self.settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ingest(self, *arguments: str, status: int = 0) -> dict[str, Any]:
        done = tess("ingest", *arguments, "--json", data_dir=self.folder, **self.settings)
        assert done.returncode == status, done.stderr
        report: dict[str, Any] = json.loads(done.stdout)
        return report

    def fails(self, *arguments: str) -> tuple[int, str]:
        with self.start(*arguments) as process:
            _, problems = process.communicate(timeout=100)
        return process.returncode, problems

    def sources(self) -> dict[str, Source]:
        return {source.id: source for source in Works(works_folder(self.library)).sources()}


@pytest.fixture
def place(services: OfficialServices, tmp_path: Path) -> Place:
    return Place(services, tmp_path)


def test_an_interrupted_ingest_of_tax_goes_on_and_fetches_nothing_twice(place: Place) -> None:
    services = place.services
    text = f"/bwb/{SECOND}/2020-01-01_0/xml/{SECOND}_2020-01-01_0.xml"
    services.faults = {
        "/uitspraken/zoeken": [Reply(429, headers={"Retry-After": "0"})],
        text: [None],  # the connection breaks off half-way
    }
    contents: list[str] = []
    process = place.start("tax", "--versions", "all", "--since", "2019-01-01")

    def interrupt(path: str) -> None:
        contents.append(path)
        if contents.count("/uitspraken/content") == 6:
            services.faults[path] = [None]
            process.send_signal(signal.SIGINT)
            process.wait(60)

    services.on_request = interrupt
    with process:
        _, told = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "files, which are kept. Run the same command again" in told
    assert not (place.library / "CURRENT").exists()

    services.on_request = lambda path: None
    before = len(services.asked)
    report = place.ingest("tax", "--versions", "all", "--since", "2019-01-01")
    assert (report["read"], report["provisions"], report["rulings"]) == (14, 4, 10)
    assert report["fetched"] == len(services.asked) - before > 0
    assert len(services.asked) == len(set(services.asked))
    assert services.unchanged == []
    assert all(agent.startswith("TESS/") for agent in services.agents)
    missing = {one["path"] for one in report["skipped"]}
    assert missing == set(TAX_LAWS) - {FIRST, SECOND, THIRD}
    versions = [one for one in place.sources().values() if isinstance(one, Legislation)]
    assert {(one.work, one.as_of, one.until, one.content) for one in versions} == {
        (FIRST, date(2001, 1, 1), date(2023, 12, 31), "De oude tekst."),
        (FIRST, date(2024, 1, 1), None, "De nieuwe tekst."),
        (SECOND, date(2020, 1, 1), None, "De tweede wet."),
        (THIRD, date(2020, 1, 1), None, "De derde wet."),
    }


def test_the_next_run_asks_only_for_rulings_changed_since(place: Place) -> None:
    services = place.services
    arguments = ("tax", "--since", "2019-01-01")
    place.ingest(*arguments)
    services.rulings.append(ruling(11))
    services.rulings[2] = replace(services.rulings[2], modified="2099-05-01T09:00:00")
    services.asked.clear()
    report = place.ingest(*arguments)
    assert (report["read"], report["already_there"]) == (1, 13)
    asked = [one for one in services.asked if one.startswith("/uitspraken")]
    assert "&modified=2019-03-10T10:00:00" in asked[0]
    assert asked[1:] == ["/uitspraken/content?id=ECLI:NL:HR:2099:11"]
    assert services.unchanged == ["/uitspraken/content?id=ECLI:NL:HR:2099:3"]


def test_a_ruling_that_its_court_withdraws_leaves_the_library(place: Place) -> None:
    services = place.services
    arguments = ("tax", "--since", "2019-01-01")
    place.ingest(*arguments)
    gone = services.rulings[2]
    services.rulings[2] = replace(gone, withdrawn=True, modified="2099-05-01T09:00:00")
    report = place.ingest(*arguments)
    assert report["withdrawn"] == [gone.ecli]
    assert gone.ecli not in place.sources()
    kept = b"".join(tree(place.library).values())
    words = "Het beroep in zaak {number} is ongegrond."
    assert words.format(number=4).encode() in kept
    # The index used till now stays for those who read it, and goes with the next one.
    index = (place.library / "CURRENT").read_text()
    assert words.format(number=3).encode() not in b"".join(
        data for name, data in tree(place.library).items() if "index-" not in name or index in name
    )
    again = place.ingest("tax", gone.ecli, *arguments[1:])
    assert again["withdrawn"] == []
    assert {"path": gone.ecli, "reason": "its court has withdrawn it"} in again["skipped"]
    assert gone.ecli not in place.sources()


def test_a_library_of_nothing_but_a_withdrawn_ruling_becomes_empty(place: Place) -> None:
    services = place.services
    services.laws.clear()
    services.rulings = [ruling(1)]
    place.ingest("tax", "--since", "2019-01-01")
    services.rulings[0] = replace(services.rulings[0], withdrawn=True)
    place.ingest("tax", "--since", "2019-01-01")
    assert place.sources() == {}
    index = place.library / (place.library / "CURRENT").read_text()
    assert b"in zaak 1 is" not in b"".join(tree(index).values())


def test_a_withdrawn_ruling_may_come_back(place: Place) -> None:
    services = place.services
    services.rulings[2] = replace(services.rulings[2], withdrawn=True)
    place.ingest("tax", "--since", "2019-01-01")
    assert services.rulings[2].ecli not in place.sources()
    services.rulings[2] = replace(
        services.rulings[2], withdrawn=False, modified="2099-05-01T09:00:00"
    )
    place.ingest("tax", "--since", "2019-01-01")
    assert services.rulings[2].ecli in place.sources()


def test_what_was_fetched_is_replayed_without_a_network(place: Place, tmp_path: Path) -> None:
    place.ingest("tax", "--since", "2019-01-01")
    fetched = len(place.services.asked)
    for file in works_folder(place.library).iterdir():
        file.unlink()
    report = place.ingest("tax", "--since", "2019-01-01", "--offline")
    assert (report["read"], report["fetched"]) == (13, 0)
    assert len(place.services.asked) == fetched


@pytest.mark.parametrize(
    ("arguments", "contents"),
    [
        ((), {"De nieuwe tekst."}),
        (("--as-of", "2010-05-01"), {"De oude tekst."}),
        (("--versions", "all"), {"De oude tekst.", "De nieuwe tekst."}),
    ],
)
def test_the_version_that_is_asked_for_is_fetched(
    arguments: tuple[str, ...], contents: set[str], place: Place
) -> None:
    place.ingest(FIRST.lower(), *arguments)
    assert {source.content for source in place.sources().values()} == contents


def test_a_day_before_the_first_version_is_told(place: Place) -> None:
    report = place.ingest(FIRST, "--as-of", "1999-01-01", status=1)
    (skipped,) = report["skipped"]
    assert skipped["reason"] == (
        "no version of it is in force on 1999-01-01; its versions begin on 2001-01-01 (--as-of, --versions all)"
    )


def test_the_laws_of_a_subject_are_found_page_by_page(place: Place) -> None:
    report = place.ingest("subject:belastingrecht", "--versions", "all")
    assert report["provisions"] == 4
    searches = [one for one in place.services.asked if one.startswith("/sru")]
    assert len(searches) == 2
    assert "startRecord=5" in searches[1]


def test_a_ruling_is_fetched_by_name_and_one_that_does_not_exist_is_told(place: Place) -> None:
    report = place.ingest("ECLI:NL:HR:2099:3", "ecli:nl:hr:2099:77")
    assert (report["rulings"], report["skipped"]) == (
        1,
        [{"path": "ECLI:NL:HR:2099:77", "reason": "the service replied with HTTP 404"}],
    )


def test_another_courts_rulings_can_be_asked_for(place: Place) -> None:
    amsterdam = replace(ruling(90), court="Gerechtshof_Amsterdam")
    place.services.rulings.append(amsterdam)
    place.ingest("tax", "--since", "2019-01-01", "--court", "Gerechtshof Amsterdam")
    rulings = [one for one in place.sources().values() if isinstance(one, CaseLaw)]
    assert [one.id for one in rulings] == [amsterdam.ecli]


def test_a_service_that_leads_elsewhere_is_named_and_nothing_is_fetched_there(place: Place) -> None:
    with serving(OfficialServices(rulings=[ruling(1)])) as other:
        there = f"{other.base}/uitspraken/content?id={ruling(1).ecli}"
        place.services.faults = {"/uitspraken/content": [Reply(302, headers={"Location": there})]}
        report = place.ingest(ruling(1).ecli, status=1)
        assert other.agents == set()
    (skipped,) = report["skipped"]
    assert "the service leads elsewhere: 127.0.0.1 is not on the list of hosts" in skipped["reason"]
    assert place.sources() == {}


def test_official_hosts_and_what_is_set_are_asked_and_nobody_else() -> None:
    fields = TaxSettings.model_fields
    assert {urlsplit(str(one.default)).hostname for one in fields.values()} >= set(OFFICIAL)
    addresses = Addresses(f"https://{OFFICIAL[0]}/sru", "https://127.0.0.1:8443/bwb", "https://x")
    addresses.guard.check("https://127.0.0.1:8443/other")
    for url in ("https://127.0.0.1/bwb", f"http://{OFFICIAL[0]}/sru", "https://example.nl"):
        with pytest.raises(Forbidden):
            addresses.guard.check(url)


def test_a_page_that_is_no_text_is_named_and_not_kept(place: Place) -> None:
    text = f"/bwb/{SECOND}/2020-01-01_0/xml/{SECOND}_2020-01-01_0.xml"
    place.services.faults = {text: [Reply(200, b"<html>Onderhoud</html>")]}
    report = place.ingest(SECOND, status=1)
    assert "replied with <html>" in report["skipped"][0]["reason"]
    assert place.ingest(SECOND)["read"] == 1


def test_without_a_network_one_sentence_says_what_to_do_and_nothing_changes(place: Place) -> None:
    place.ingest(THIRD)
    before = tree(place.library)
    place.settings["TESS_LAW_TEXTS_URL"] = "http://127.0.0.1:1/bwb"
    status, told = place.fails(FIRST)
    assert status == 1
    assert told.startswith("The service 127.0.0.1 can't be used: ")
    assert "Traceback" not in told
    assert "give files of your own to ./tess ingest" in told
    assert tree(place.library) == before


def test_offline_without_a_record_is_told(place: Place) -> None:
    report = place.ingest(FIRST, "tax", "subject:belastingrecht", "--offline", status=1)
    assert {one["reason"] for one in report["skipped"]} == {
        "there is no recorded copy of it; run this once without --offline"
    }
    assert {FIRST, "subject:belastingrecht", "rulings of Hoge Raad der Nederlanden"} <= {
        one["path"] for one in report["skipped"]
    }
    assert place.services.asked == []


def test_real_laws_and_rulings_come_over_http_as_from_files(tmp_path: Path) -> None:
    paths = sorted(real("bwb-xml-2024").glob("BWBR0003420_*.xml"))
    paths += real("bwb-xml-2024").glob("BWBR0002740_*.xml")
    decisions = sorted(real("rulings-xml").glob("ECLI.NL.HR.*.xml"))[:4]
    laws = [
        LawText(path.stem.partition("_")[0], path.stem.partition("_")[2], path.read_bytes())
        for path in paths
    ]
    laws[0] = replace(laws[0], end="2024-06-30")
    rulings = [
        RulingText(
            path.stem.replace(".", ":"), path.read_bytes(), "2000-01-01", "2014-01-01T00:00:00"
        )
        for path in decisions
    ]
    with serving(OfficialServices(laws, rulings)) as served:
        remote = Place(served, tmp_path / "remote")
        names = [laws[0].work, laws[2].work, *(one.ecli for one in rulings)]
        assert remote.ingest(*names, "--versions", "all")["skipped"] == []
        local = Place(served, tmp_path / "local")
        local.ingest(*map(str, [*paths, *decisions]))
    fetched, read = remote.sources(), local.sources()
    assert fetched.keys() == read.keys()
    assert {source.content for source in fetched.values()} == {
        source.content for source in read.values()
    }
    ends = {
        one.as_of: one.until
        for one in fetched.values()
        if isinstance(one, Legislation) and one.work == laws[0].work
    }
    assert ends == {date(2024, 1, 1): date(2024, 6, 30), date(2024, 7, 1): None}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }
