"""Everything sensitive that has a form, in a text as people write it: odd signs folded, keys over two lines. Pure.

Nothing here is of one field: whoever keeps, logs or sends nothing sensitive asks ``find``, and gets places of the text
as it was given; ``redact`` puts marks there that stay the same for the same value.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_network

from src.masking import credentials, personal
from src.masking.forms import FormTable, before, digits, kind
from src.masking.masking import Marks, Masking, SensitiveKind, SensitiveSpan, replaced_at
from src.masking.persons import PERSON, Folded, folded, replaced
from src.masking.phones import ADDRESS, BSN, CARD, IBAN, PHONE, SSN

_TABLE = FormTable(__file__, "sensitive")
_CUES = {name: re.compile(said, re.IGNORECASE) for name, said in _TABLE.told["cues"].items()}
_NOBODYS_OWN = tuple(map(ip_network, _TABLE.told["nobodys_own"]))


def _is_v4(match: re.Match[str]) -> bool:
    octets = [int(part) for part in match["v"].split(".")]
    if max(octets) > 255 or _CUES["version"].search(before(match)):
        return False
    if _CUES["version_behind"].match(match.string, match.end()):
        return False
    return _is_somebodys(IPv4Address(bytes(octets)), match["bits"])


def _is_v6(match: re.Match[str]) -> bool:
    value = match["v"]
    groups = [part for part in value.split(":") if part]
    try:
        address = IPv6Address(value)
    except ValueError:
        return False
    looks_so = len(groups) > 2 or any(len(text) > 2 and re.search("[0-9]", text) for text in groups)
    is_hardware = len(groups) == 8 and all(len(group) == 2 for group in groups)
    return looks_so and not is_hardware and _is_somebodys(address, match["bits"])


def _is_somebodys(address: IPv4Address | IPv6Address, bits: str | None) -> bool:
    """Whether an address may be of one machine: no mask, no network, none that the standards keep for everybody."""
    number, length = int(address), address.max_prefixlen
    if address.is_loopback or address.is_unspecified:
        return False
    if any(address in network for network in _NOBODYS_OWN if network.version == address.version):
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
    return not _CUES["placeholder_host"].fullmatch(host) and not _CUES["file"].search(host)


_FORMS = _TABLE.forms({"mailbox": _is_mailbox, "v4": _is_v4, "v6": _is_v6})
EMAIL, IP = (kind(name, *_FORMS[name]) for name in ("email", "ip"))

_WRITTEN_OTHERWISE = ("email", "iban", "phone", "bsn", "address")
"""Kinds of ``personal`` that are looked for here in more forms, or where less looks like them."""

KINDS: tuple[SensitiveKind, ...] = (
    *credentials.KINDS,
    EMAIL,
    IBAN,
    IP,
    CARD,
    *(kind for kind in personal.KINDS if kind.name not in _WRITTEN_OTHERWISE),
    SSN,
    PHONE,
    BSN,
    ADDRESS,
    PERSON,
)
"""In this order: what is taken for one kind is no other."""

SENSITIVE = Masking(*KINDS)
_KEYS = Masking(*credentials.KEYS)

SECRET_NAMES = frozenset(kind.name for kind in credentials.KINDS)
"""Kinds of which no sign may be shown."""

_NAMES = frozenset(kind.name for kind in KINDS)
_NUMBERS = frozenset({"phone", "card", "ssn", "bsn"})
_BY_WORDS = frozenset({"person", "password"})
"""Kinds that are told by words, as placeholders are."""

_PLACEHOLDER = re.compile(r"\{\{[^{}\n]{1,400}\}\}")
_MARK = re.compile(r"<([a-z_]{2,24})-(\d{1,4})>")
_KEY_SIGNS = r"[A-Za-z0-9+/_.~-]"
_BREAK = re.compile(
    rf"(?<={_KEY_SIGNS}{{8}})[ \t]{{0,4}}[\\`^\"'+&]{{0,3}}(?:[ \t]{{0,8}}\r?\n){{1,4}}[ \t>"
    rf"|\"'`]{{0,16}}(?P<rest>{_KEY_SIGNS}{{2,}}={{0,2}})(?=[\s;&\"'`,]|\Z)"
)
_RUN = 600
_ROUNDS = 4


def find(text: str) -> tuple[SensitiveSpan, ...]:
    """Return what is sensitive in a text, in its order; no two spans overlap, and marks are none."""
    as_read = folded(text)
    placeholders = [match.span() for match in _PLACEHOLDER.finditer(as_read.text)]
    found = [
        span
        for span in SENSITIVE.find(as_read.text)
        if span.kind not in _BY_WORDS or not any(a <= span.start < b for a, b in placeholders)
    ]
    found += _over_lines(as_read)
    return united(_in_original(as_read, found))


def found_by(masking: Masking, keys: Masking, text: str) -> tuple[SensitiveSpan, ...]:
    """Return what these find in a text as it reads; ``keys``: what a line break may stand in."""
    as_read = folded(text)
    found = (*masking.find(as_read.text), *_over_lines(as_read, keys))
    return united(_in_original(as_read, found))


def redact(text: str, marks: Marks | None = None) -> str:
    """Return the text with a mark in the place of each value; nothing is found in it again.

    A value has the number that it had in other texts of the same ``marks``; numbers that stand in the text are taken.
    """
    marks = marks or Marks()
    skip_marks(text, marks)
    for _ in range(_ROUNDS):
        spans = find(text)
        if not spans:
            break
        text = marked(text, spans, marks)
    return text


def skip_marks(text: str, marks: Marks) -> None:
    """Give no value a mark that stands in a text already."""
    for name, number in _MARK.findall(text):
        if name in _NAMES:
            marks.skip(name, int(number))


def marks_in(text: str) -> dict[str, int]:
    """Return how many different marks of each kind stand in a text."""
    return dict(Counter(kind for kind, _ in sorted(set(_MARK.findall(text))) if kind in _NAMES))


def is_in_mark(text: str, span: SensitiveSpan) -> bool:
    """Return whether a span lies within a mark."""
    near = text[max(0, span.start - 30) : span.end + 30]
    at = min(span.start, 30)
    return any(
        match.start() <= at and at + span.end - span.start <= match.end()
        for match in _MARK.finditer(near)
        if match[1] in _NAMES
    )


def value_as_read(text: str, span: SensitiveSpan) -> str:
    return folded(text[span.start : span.end]).text


def _value(text: str, span: SensitiveSpan) -> str:
    value = value_as_read(text, span)
    if span.kind in _NUMBERS:
        return digits(value)
    return value.casefold() if span.kind in ("email", "person", "ip") else value


def marked(text: str, spans: Sequence[SensitiveSpan], marks: Marks) -> str:
    """Return the text with a mark in the place of each of these spans, which come in its order."""
    return replaced_at(
        text, spans, lambda span: f"<{span.kind}-{marks.number(span.kind, _value(text, span))}>"
    )


# Keys over two lines


def over_lines(text: str) -> tuple[SensitiveSpan, ...]:
    """Return the keys in a text that a line break stands in."""
    as_read = folded(text)
    return united(_in_original(as_read, _over_lines(as_read)))


def _over_lines(as_read: Folded, keys: Masking = _KEYS) -> Iterator[SensitiveSpan]:
    whole = replaced(as_read.text, _breaks(as_read.text))
    if whole.text == as_read.text:
        return
    for span in _in_original(whole, keys.find(whole.text)):
        if "\n" in as_read.text[span.start : span.end]:
            yield span


def _breaks(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _BREAK.finditer(text):
        before = text[max(0, match.start() - _RUN) : match.start()].split()[-1]
        if _may_be_of_a_key(before) and _may_be_of_a_key(match["rest"]):
            yield match.start(), match.start("rest"), ""


def _may_be_of_a_key(run: str) -> bool:
    return any(sign in "0123456789+/=" for sign in run) or not (
        run.islower() or run.istitle() or run.isupper()
    )


# Spans


def _in_original(text: Folded, spans: Iterable[SensitiveSpan]) -> Iterator[SensitiveSpan]:
    for span in spans:
        yield SensitiveSpan(span.kind, *text.original(span.start, span.end))


def united(spans: Iterable[SensitiveSpan]) -> tuple[SensitiveSpan, ...]:
    """Return spans in the order of the text, those that overlap as one, of the kind of the longer."""
    whole: list[SensitiveSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not whole or span.start >= whole[-1].end:
            whole.append(span)
        elif span.end > whole[-1].end:
            last = whole.pop()
            longer = max(last, span, key=lambda span: span.end - span.start)
            whole.append(SensitiveSpan(longer.kind, last.start, span.end))
    return tuple(whole)
