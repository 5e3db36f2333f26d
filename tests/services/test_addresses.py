"""Only listed hosts are asked, over https, and none inside a network unless the operator named its address."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest

from src.services.addresses import AddressGuard, Forbidden, is_public, resolved

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
        *("168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fe80::1%eth0", "192.0.0.192"),
        *(
            "fd00:ec2::23",
            "fd00:42::42",
            "fd20:ce::254",
            "::ffff:0:a9fe:a9fe",
            "::ffff:192.0.0.192",
        ),
        *("2002:a9fe:a9fe::1", "2002:c000:c0::1"),  # 6to4
        *("2001:0:a9fe:a9fe::1", "2001:0:cb00:7207::5601:5601"),  # Teredo's server and its client
        *(
            "64:ff9b:1:a9fe:a9:fe00::",
            "64:ff9b:1:a9:fe:a9fe::",
            "64:ff9b:1:0:a9:fea9:fe00:0",
            "64:ff9b:1::a9fe:a9fe",
        ),
    ],
)
def test_nothing_leads_to_where_clouds_tell_secrets(address: str) -> None:
    for url in ("https://mirror.lan/x", "https://texts.example.nl/x"):
        with pytest.raises(Forbidden, match="inside a network"):
            guard(PUBLIC, address).check(url)


SPECIAL = [
    *("0.0.0.0", "0.255.255.255", "10.0.0.0", "100.64.0.0", "100.127.255.255", "127.0.0.1", "169.254.0.0"),
    *("172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.9", "192.0.0.192", "192.0.2.1", "192.31.196.1"),
    *("192.52.193.1", "192.88.99.1", "192.168.255.255", "192.175.48.1", "198.18.0.0", "198.19.255.255"),
    *("198.51.100.1", "203.0.113.255", "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255"),
    *("::", "::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "100:0:0:1::1"),
    *("2001::1", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1"),
    *("2001:1ff:ffff::1", "2001:db8::1", "2002::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1"),
    *("5f00::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "4000::1"),
]  # fmt: skip
"""What IANA lists as of a special purpose."""

SITES = [
    *("1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0"),
    *("192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "198.17.255.255", "198.20.0.0", "203.0.114.0"),
    *("223.255.255.255", "2001:200::1", "2001:db7:ffff::1", "2003::1", "2a00:d00::7", "2620:4f:8001::1", "3fff:1000::"),
]  # fmt: skip

"""What stands right beside those, and others."""


class _Global4(IPv4Address):
    """An address that its library takes for one of the world outside."""

    is_global = True
    is_multicast = is_reserved = is_private = is_link_local = False


class _Global6(IPv6Address):
    """The same of IPv6."""

    is_global = True
    is_multicast = is_reserved = is_private = is_link_local = is_site_local = False


class _Special4(IPv4Address):
    """An address that its library takes for none of the world outside."""

    is_global = False
    is_reserved = True


class _Special6(IPv6Address):
    """The same of IPv6."""

    is_global = False
    is_reserved = True


def test_which_addresses_are_sites_does_not_depend_on_what_the_library_knows() -> None:
    for text in SPECIAL:
        address = _Global6(text) if ":" in text else _Global4(text)
        assert not is_public(ip_address(text)), text
        assert not is_public(address), text
    for text in SITES:
        address_of_none = _Special6(text) if ":" in text else _Special4(text)
        assert is_public(ip_address(text)), text
        assert is_public(address_of_none), text


def test_the_system_is_asked_where_a_host_is() -> None:
    assert "127.0.0.1" in resolved("127.0.0.1")
    assert resolved("a" * 300) == (), "no name of a host is so long"
