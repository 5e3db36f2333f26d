"""Only listed hosts are asked, over https, and none inside a network unless the operator named its address."""

import pytest

from src.services.addresses import AddressGuard, Forbidden, resolved

PUBLIC = "203.0.114.7"
NAMED = (
    *("https://mirror.lan/laws", "http://old.lan/laws", "https://texts.example.nl/laws"),
    *("http://127.0.0.1:8099", "http://[::1]:8099", "http://[::1/broken", ""),
)


def guard(*addresses: str) -> AddressGuard:
    return AddressGuard(["texts.example.nl"], NAMED, lambda _: addresses)


def test_a_host_of_the_list_is_asked_over_https() -> None:
    for addresses in (
        (PUBLIC,),
        (PUBLIC, "2a00:d00::7"),
        ("64:ff9b::203.0.114.7", "::ffff:203.0.114.7"),
        (),
    ):
        guard(*addresses).check("https://texts.example.nl/x?y=1")
        guard(*addresses).check("https://TEXTS.example.nl:8443/")


def test_what_the_operator_named_is_asked_wherever_it_is() -> None:
    guard("10.0.0.7").check("https://mirror.lan:443/x")
    guard("127.0.0.1").check("http://127.0.0.1:8099/x")
    guard("::1").check("http://[::1]:8099/x")


@pytest.mark.parametrize(
    ("url", "addresses", "why"),
    [
        ("https://evil.example/x", (PUBLIC,), "not on the list"),
        ("https://texts.example.nl.evil.example/x", (PUBLIC,), "not on the list"),
        ("https://texts.example.nl@evil.example/x", (PUBLIC,), "not on the list"),
        ("//texts.example.nl/x", (PUBLIC,), "over https only"),
        ("/x", (PUBLIC,), "not on the list"),
        ("https://texts.example.nl:99999/x", (PUBLIC,), "not on the list"),
        ("https://[::1/x", (PUBLIC,), "not on the list"),
        ("http://texts.example.nl/x", (PUBLIC,), "over https only"),
        ("http://texts.example.nl/x", ("127.0.0.1",), "over https only"),
        ("http://mirror.lan/x", ("10.0.0.7",), "not on the list"),
        ("http://old.lan/x", ("10.0.0.7",), "over https only"),
        ("https://127.0.0.1:8099/x", ("127.0.0.1",), "not on the list"),
        ("http://127.0.0.1:8099/x", (), "over https only"),
        ("https://mirror.lan:6443/x", ("10.0.0.7",), "not on the list"),
        ("http://127.0.0.1:6379/x", ("127.0.0.1",), "not on the list"),
        ("ftp://texts.example.nl/x", (PUBLIC,), "over https only"),
        ("https://texts.example.nl/x", ("169.254.169.254",), "inside a network"),
        ("https://texts.example.nl/x", ("168.63.129.16",), "inside a network"),
        ("https://texts.example.nl/x", ("100.100.100.200",), "inside a network"),
        ("https://texts.example.nl/x", (PUBLIC, "10.1.2.3"), "inside a network"),
        ("https://texts.example.nl/x", ("::ffff:10.1.2.3",), "inside a network"),
        ("https://texts.example.nl/x", ("::ffff:168.63.129.16",), "inside a network"),
        ("https://texts.example.nl/x", ("64:ff9b::a9fe:a9fe",), "inside a network"),
        ("https://texts.example.nl/x", ("2002:a9fe:a9fe::1",), "inside a network"),
        ("https://texts.example.nl/x", ("fd00:ec2::254",), "inside a network"),
        ("https://texts.example.nl/x", ("fe80::1%eth0",), "inside a network"),
        ("https://texts.example.nl/x", ("239.1.2.3",), "inside a network"),
    ],
)
def test_everything_else_is_refused(url: str, addresses: tuple[str, ...], why: str) -> None:
    with pytest.raises(Forbidden, match=why):
        guard(*addresses).check(url)


@pytest.mark.parametrize(
    "address",
    [
        *("169.254.169.254", "::ffff:169.254.169.254", "::169.254.169.254", "64:ff9b::a9fe:a9fe"),
        *("168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fe80::1%eth0"),
    ],
)
def test_nothing_leads_to_where_clouds_tell_secrets(address: str) -> None:
    for url in ("https://mirror.lan/x", "https://texts.example.nl/x"):
        with pytest.raises(Forbidden, match="inside a network"):
            guard(PUBLIC, address).check(url)


def test_the_system_is_asked_where_a_host_is() -> None:
    assert "127.0.0.1" in resolved("127.0.0.1")
    assert resolved("a" * 300) == (), "no name of a host is so long"
