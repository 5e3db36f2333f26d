"""A page is fetched from where the operator lets it be, from the address that was looked at, and within limits."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from src.errors import TessError
from src.services.addresses import Forbidden, Lookups, PageGuard
from src.services.pages import MOST_REDIRECTS, NamedPage, PageFetcher
from tests.uploads.site import PAGE, Served, Site, leading_to, serving

PUBLIC = "203.0.114.7"

INSIDE = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "198.18.0.1"),
    *("169.254.169.254", "168.63.129.16", "100.100.100.200", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "100::1"),
    *("::ffff:10.0.0.1", "::ffff:0:a00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:a00:1::1", "::10.0.0.1"),
    *("192.0.0.192", "192.0.0.9", "192.88.99.1", "3fff::1", "2002:cb00:7207::1", "2001:0:cb00:7207::1", "5f00::1"),
]  # fmt: skip


def guard(*allowed: str, at: tuple[str, ...] = (PUBLIC,)) -> PageGuard:
    return PageGuard(allowed, lambda _: at)


@pytest.mark.parametrize(
    ("allowed", "url"),
    [
        ("public", "http://example.nl/x"),
        ("public", "https://example.nl:443/x"),
        ("example.nl", "https://example.nl/x"),
        ("*.example.nl", "https://a.b.example.nl/x"),
        ("http://wiki.lan:8080", "http://wiki.lan:8080/x"),
    ],
)
def test_what_is_allowed_is_asked_where_it_is(allowed: str, url: str) -> None:
    assert looked_at(guard(allowed), url) == (PUBLIC,)


def looked_at(by: PageGuard, url: str) -> tuple[str, ...]:
    parts = urlsplit(url)
    return by.places(parts.scheme, parts.hostname or "", parts.port)


@pytest.mark.parametrize(
    ("allowed", "url", "problem"),
    [
        ("", "https://example.nl/", "page_off"),
        ("example.nl", "https://other.nl/", "page_unlisted"),
        ("example.nl", "https://example.nl.evil.nl/", "page_unlisted"),
        ("example.nl", "https://www.example.nl/", "page_unlisted"),
        ("*.example.nl", "https://example.nl/", "page_unlisted"),
        ("*.example.nl", "https://evilexample.nl/", "page_unlisted"),
        ("public", "http://example.nl:6379/", "page_port"),
        ("public", "https://example.nl:80/", "page_port"),
        ("http://wiki.lan:8080", "http://wiki.lan:8081/", "page_unlisted"),
        ("http://wiki.lan:8080", "https://wiki.lan:8080/", "page_unlisted"),
        ("public", "ftp://example.nl/", "page_scheme"),
        ("public", "file:///etc/passwd", "page_no_address"),
        ("public", "gopher://example.nl:70/", "page_scheme"),
    ],
)
def test_all_else_is_refused(allowed: str, url: str, problem: str) -> None:
    with pytest.raises(Forbidden) as refused:
        looked_at(guard(*filter(None, [allowed])), url)
    assert refused.value.problem == problem


@pytest.mark.parametrize("address", INSIDE)
def test_no_network_inside_is_asked_whoever_else_answers_to_the_name(address: str) -> None:
    for found in ((address,), (PUBLIC, address)):
        with pytest.raises(Forbidden) as refused:
            looked_at(guard("public", "example.nl", at=found), "http://example.nl/")
        assert refused.value.problem in ("page_inside", "page_secrets")


def test_what_the_operator_named_whole_may_be_inside_but_not_where_clouds_tell_secrets() -> None:
    wiki = "http://wiki.lan:8080"
    assert looked_at(guard(wiki, at=("10.1.2.3",)), wiki) == ("10.1.2.3",)
    for address in ("169.254.169.254", "168.63.129.16", "::ffff:a9fe:a9fe"):
        with pytest.raises(Forbidden) as refused:
            looked_at(guard(wiki, at=(address,)), wiki)
        assert refused.value.problem == "page_secrets"


# Fetching, from a real site


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


def fetched(
    address: str, *allowed: str, size: int = 10 * 2**20, seconds: float = 30.0, by: PageGuard | None = None
) -> NamedPage:  # fmt: skip
    fetcher = PageFetcher(by or PageGuard(allowed), size, seconds)
    return asyncio.run(fetcher.fetch(address))


def refused(address: str, *allowed: str, **limits: float) -> tuple[str, str]:
    with pytest.raises(TessError) as error:
        fetched(address, *allowed, **limits)  # type: ignore[arg-type]  # limits are numbers, whichever is named
    return error.value.code, error.value.details.get("problem", "")


def test_a_page_is_had_as_it_is(site: Site) -> None:
    page = fetched(f"{site.url}/bezwaar?wie=jan#contact", site.url)
    assert (page.content, page.suffix) == (PAGE.encode(), ".html")
    assert page.address == f"{site.url}/bezwaar?wie=jan"
    assert site.asked == ["/bezwaar?wie=jan"]


@pytest.mark.parametrize(
    ("path", "suffix"), [("/akte.pdf", ".pdf"), ("/akte.docx", ".docx"), ("/akte.txt", ".txt")]
)
def test_its_type_or_else_its_address_tells_what_it_is(site: Site, path: str, suffix: str) -> None:
    assert fetched(f"{site.url}{path}", site.url).suffix == suffix


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/weg", "page_gone"),
        ("/dicht", "page_closed"),
        ("/stuk", "page_failing"),
        ("/beeld", "page_kind"),
        ("/gegevens", "page_kind"),
        ("/ingepakt", "page_packed"),
        ("/rond", "page_circles"),
    ],
)
def test_what_is_no_page_is_told_apart(site: Site, path: str, problem: str) -> None:
    assert refused(f"{site.url}{path}", site.url) == ("page_not_fetched", problem)


def test_a_site_that_is_not_there_is_told(site: Site) -> None:
    with serving({}) as gone:
        pass
    assert refused(f"{gone.url}/", gone.url) == ("page_not_fetched", "page_unreachable")
    nobody = PageGuard(["public"], lambda _: ())
    with pytest.raises(TessError) as error:
        fetched("https://nobody.example/", by=nobody)
    assert error.value.details["problem"] == "page_nowhere"


def test_a_page_that_is_too_large_is_not_read_to_its_end(site: Site) -> None:
    assert refused(f"{site.url}/groot", site.url) == ("document_too_large", "")
    assert len(fetched(f"{site.url}/groot", site.url, size=11 * 2**20).content) > 10 * 2**20


def test_a_page_that_drips_in_is_given_up(site: Site) -> None:
    assert refused(f"{site.url}/traag", site.url, seconds=0.5) == ("page_not_fetched", "page_slow")


@pytest.mark.parametrize(
    "address",
    [
        *("", "x", "bezwaar.html", "//example.nl/x", "http://", "http://[::1/"),
        *("file:///etc/passwd", "javascript:alert(1)", f"http://a/{'a' * 2048}"),
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_told_so(address: str) -> None:
    assert refused(address, "public") == ("address_not_allowed", "page_no_address")


def test_an_address_of_another_kind_than_the_web_is_told_so() -> None:
    assert refused("ftp://example.nl/x", "public") == ("address_not_allowed", "page_scheme")


@pytest.mark.parametrize("user", ["jan@", "jan:geheim@", ":geheim@"])
def test_an_address_with_a_user_in_it_is_refused(site: Site, user: str) -> None:
    there = site.url.replace("://", f"://{user}")
    assert refused(f"{there}/bezwaar", site.url) == ("address_not_allowed", "page_with_user")
    site.pages["/naar"] = leading_to(f"{there}/bezwaar")
    assert refused(f"{site.url}/naar", site.url) == ("address_not_allowed", "page_with_user")
    assert site.asked == ["/naar"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_this_machine_is_asked_under_none_of_its_names(host: str) -> None:
    assert refused(f"http://{host}/", "public") == ("address_not_allowed", "page_inside")


# Being led on


def test_a_page_is_found_where_its_address_leads(site: Site) -> None:
    site.pages["/oudadres"] = leading_to("/bezwaar")
    assert fetched(f"{site.url}/oudadres", site.url).address == f"{site.url}/bezwaar"


def test_each_address_on_the_way_is_looked_at(site: Site) -> None:
    with serving() as secret:
        site.pages["/naar"] = leading_to(f"{secret.url}/bezwaar")
        code = "address_not_allowed"
        assert refused(f"{site.url}/naar", site.url) == (code, "page_unlisted")
        assert refused(f"{site.url}/naar", site.url, "public") == (code, "page_port")
        site.pages["/naar"] = leading_to("http://127.0.0.1/bezwaar")
        assert refused(f"{site.url}/naar", site.url, "public") == (code, "page_inside")
        site.pages["/naar"] = leading_to("file:///etc/passwd")
        assert refused(f"{site.url}/naar", site.url, "public") == (code, "page_no_address")
        assert not secret.asked


def test_no_more_redirects_are_followed_than_a_few(site: Site) -> None:
    for at in range(MOST_REDIRECTS):
        site.pages[f"/{at}"] = leading_to(f"/{at + 1}")
    site.pages[f"/{MOST_REDIRECTS}"] = Served(b"einde", "text/plain")
    assert fetched(f"{site.url}/0", site.url).content == b"einde"
    site.pages["/voor"] = leading_to("/0")
    assert refused(f"{site.url}/voor", site.url)[1] == "page_circles"


def test_the_address_that_was_looked_at_is_the_one_that_is_asked(site: Site) -> None:
    """Whoever owns a name may say something else a moment later."""
    named = site.url.replace("127.0.0.1", "site.example")
    answers = iter([("127.0.0.1",), ("127.0.0.9",)])
    page = fetched(f"{named}/bezwaar", by=PageGuard([named], lambda _: next(answers)))
    assert (page.content, page.address) == (PAGE.encode(), f"{named}/bezwaar")
    assert next(answers) == ("127.0.0.9",), "the name was looked up once"
    ((_, headers),) = site.requests
    assert headers["host"] == named.removeprefix("http://")


def test_a_name_that_leads_inside_the_second_time_is_not_asked_again(site: Site) -> None:
    named = site.url.replace("127.0.0.1", "site.example")
    answers = iter([("127.0.0.1",), ("169.254.169.254",)])
    site.pages["/naar"] = leading_to("/bezwaar")
    with pytest.raises(TessError) as error:
        fetched(f"{named}/naar", by=PageGuard([named], lambda _: next(answers)))
    assert error.value.details["problem"] == "page_secrets"
    assert site.asked == ["/naar"]


def test_another_address_of_the_host_is_tried_where_one_does_not_answer(site: Site) -> None:
    port = int(site.url.rpartition(":")[2])
    named = f"http://localhost:{port}"
    by = PageGuard([named], lambda _: ("::1", "127.0.0.1"))
    assert fetched(f"{named}/bezwaar", by=by).content == PAGE.encode()


def test_nothing_of_ours_goes_along(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    site.pages["/koek"] = leading_to("/bezwaar", **{"Set-Cookie": "wie=jan; Path=/"})
    fetched(f"{site.url}/koek", site.url)
    for _, headers in site.requests:
        assert set(map(str.lower, headers)) == {
            "host",
            "accept",
            "connection",
            "user-agent",
            "accept-encoding",
        }
        assert headers["user-agent"].startswith("TESS/")


def test_the_log_has_the_host_and_no_more(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        fetched(f"{site.url}/bezwaar?sleutel=geheim", site.url)
    ours = [one for one in caplog.records if one.name.startswith("src.")]
    assert [(one.getMessage(), vars(one)["host"]) for one in ours] == [
        ("a page was fetched", "127.0.0.1")
    ]


def test_signs_that_would_end_a_link_are_written_out(site: Site) -> None:
    assert fetched(f"{site.url}/bezwaar?a=)](x)", site.url).address.endswith(
        "/bezwaar?a=%29]%28x%29"
    )


def test_a_page_whose_name_server_never_answers_is_told_to_be_slow() -> None:
    gate = threading.Event()

    def silent(_: str) -> tuple[str, ...]:
        gate.wait()
        return ()

    with pytest.raises(TessError) as error:
        fetched("https://silent.example/", by=PageGuard(["public"], silent, Lookups(seconds=0.05)))
    gate.set()
    assert error.value.details["problem"] == "page_slow"
