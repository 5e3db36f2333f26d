"""Addresses of machines and mailboxes. Pure."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_network

from src.masking.forms import before, form, kind

_VERSION = re.compile(
    r"(?:version|versie|build|driver|firmware|\bver|\bv)s?(?: ?(?:number|nummer|is|was))?[\s:=.(\"'>]{0,4}$",
    re.IGNORECASE,
)
_IS_VERSION = re.compile(r"[-+](?:alpha|beta|rc|preview|build|release)", re.IGNORECASE)

_DOCUMENTATION = tuple(
    map(
        ip_network,
        ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
    )
)
_OF_THE_CLOUD = frozenset({IPv4Address("169.254.169.254"), IPv4Address("168.63.129.16")})
"""Where every virtual machine of a cloud asks for its metadata and its platform: nobody's own."""

_PLACEHOLDER_HOST = re.compile(
    r"(?:[\w.-]{1,60}[.-])?(?:contoso|fabrikam)\w{0,20}\.(?:com|net|org|local|lab|internal|(?:mail\.)?onmicrosoft\.com)",
    re.IGNORECASE,
)
_FILE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|ico|js|ts|css|json|ya?ml|md|py|ps1|psm1|dll|exe|log|txt)$",
    re.IGNORECASE,
)


def _is_v4(match: re.Match[str]) -> bool:
    octets = [int(one) for one in match["v"].split(".")]
    if max(octets) > 255 or _VERSION.search(before(match)):
        return False
    if _IS_VERSION.match(match.string, match.end()):
        return False
    return _is_somebodys(IPv4Address(bytes(octets)), match["bits"])


def _is_v6(match: re.Match[str]) -> bool:
    value = match["v"]
    groups = [one for one in value.split(":") if one]
    try:
        address = IPv6Address(value)
    except ValueError:
        return False
    looks_so = len(groups) > 2 or any(len(one) > 2 and re.search("[0-9]", one) for one in groups)
    is_hardware = len(groups) == 8 and all(len(one) == 2 for one in groups)
    return looks_so and not is_hardware and _is_somebodys(address, match["bits"])


def _is_somebodys(address: IPv4Address | IPv6Address, bits: str | None) -> bool:
    """Whether an address may be of one machine: no mask, no network, none that the standards keep for everybody."""
    number, length = int(address), address.max_prefixlen
    if address.is_loopback or address.is_unspecified or address in _OF_THE_CLOUD:
        return False
    if any(address in network for network in _DOCUMENTATION if network.version == address.version):
        return False
    host = length - int(bits) if bits and int(bits) < length else (8 if length == 32 else 64)
    is_network = number % (1 << host) == 0
    return not is_network and not (length == 32 and _is_mask(number))


def _is_mask(number: int) -> bool:
    """Whether the bits of an IPv4 address are those of a mask, or of a wildcard: all ones on one side."""
    inverse = number ^ 0xFFFFFFFF
    return inverse & (inverse + 1) == 0 or number & (number + 1) == 0


def _is_mailbox(match: re.Match[str]) -> bool:
    host = match["v"].rpartition("@")[2]
    return not _PLACEHOLDER_HOST.fullmatch(host) and not _FILE.search(host)


EMAIL = kind(
    "email",
    form(
        # No border before it: text read from pictures loses its blanks.
        r"(?P<v>\w[\w.+'&-]{0,63}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?:xn--[a-z0-9-]{1,59}|[^\W\d_]{2,24}))(?![\w-])",
        _is_mailbox,
    ),
    form(r'(?P<v>"[^"\s@]{1,64}"@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24})\b', _is_mailbox),
    form(r"(?P<v>[\w.+-]{1,64}@\[\d{1,3}(?:\.\d{1,3}){3}\])"),
)

IP = kind(
    "ip",
    # No border of a word: text read from pictures loses its blanks.
    form(
        r"(?<![\d.])(?P<v>\d{1,3}(?:\.\d{1,3}){3})(?!\d|\.\d)(?:/(?P<bits>\d{1,2})(?!\d))?", _is_v4
    ),
    form(
        r"(?<![\w:.\]])(?P<v>(?:[0-9a-f]{1,4}:|::)(?:[0-9a-f]{0,4}:){0,6}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4}|(?<=::)))"
        r"(?:%\w{1,15})?(?:/(?P<bits>\d{1,3})(?!\d))?(?!\w|:\w)",
        _is_v6,
    ),
)
