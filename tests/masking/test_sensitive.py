"""Personal data and secrets are found in notes however they are written, and what only looks so is left alone."""

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.masking import sensitive
from src.masking.forms import AnyOf, WrittenForm
from src.masking.masking import Marks
from src.masking.sensitive import find, redact

KEY = "Ab3/" * 21 + "x9=="
SHORT_KEY = "Ab3/" * 10 + "xyz="
JWT = "eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJodHRwcyJ9.c2lnbmF0dXJl"


def kinds(text: str) -> set[str]:
    return {span.kind for span in find(text)}


FOUND = {
    "email": [
        "piet@acme.nl",
        "PIET.JANSEN@ACME.EXAMPLE",
        "piet [at] acme.nl",
        "piet(at)acme(dot)nl",
        "piet at acme dot nl",
        "piet [apestaartje] acme [punt] nl",
        "piet＠ａｃｍｅ．ｎｌ",
        "pi\u200bet@ac\u00adme.nl",
        "?user=piet%40acme.nl",
        "jörg@müller.de",
        "user@contoso.acme.nl",
        "Contactmailpiet@acme.nl",
    ],
    "ip": [
        "81.42.7.19",
        "Error0x80070005onnode81.42.7.19",
        "81.0.0.5/24",
        "http://81.1.2.3:8080/x",
        "81.42.7.19-81.42.7.21",
        "8１.42.7.19",
        "[fe80::1]:443",
        "fe80::a%12",
        "2001:0:ce49:7601:e866:efff:62c3:fffe",
        "::ffff:10.1.2.3",
    ],
    "card": [
        "4111 1111 1111 1111",
        "card4111111111111111",
        "3782-822463-10005",
        "6011111111111117",
        "４１１１ 1111 1111 1111",
    ],
    "ssn": ["460-89-9847", "ssn: 460 89 9847", "SSN 460899847", "tax id 912-78-1234"],
    "iban": [
        "GB82 WEST 1234 5698 7654 32",
        "DE89-3704-0044-0532-0130-00",
        "IBAN NL91ABNA0417164301",
    ],
    "bsn": ["BSN 111222333", "burgerservicenummer: 111 222 333"],
    "birth_date": ["geboren 12-03-1970"],
    "address": ["Dorpsstraat 12, 1234 AB Utrecht"],
    "phone": [
        "+31 6 1234 5678",
        "+31(0)20 794 6018",
        "+1 (425) 555-0100",
        "+46 (0)8 928 571 38",
        "+91 98765 43210",
        "0031 6 12345678",
        "001-518-640-0854",
        "020-7946018",
        "06 12 34 56 78",
        "(030) 234 5678",
        "07700 900123",
        "425.555.0123",
        "1-800-555-0199",
        "259.735.7502x459",
        "tel020-7946018",
        "phone: 5551234567",
        "call me on 9472 7916",
        "they do not answer, calling 78 651 450",
        "mobiel 99 577450",
        "416 60 039 office",
        "06 - 12345678",
        "(+31) 20 794 6018",
        "(425)5550100",
        "Desk: 5403926876",
        "Fax (office): 99 577450",
        "they reach her via 668 5702",
        "+３１ 6 12345678",
    ],
    "storage_key": [
        f"AccountName=a;AccountKey={KEY};",
        f"AccountKey =\n  {KEY}",
        f"the key is {KEY[:50]}\n    {KEY[50:]}",
    ],
    "cosmos_key": [f"AccountEndpoint=https://a.documents.azure.com/;AccountKey={KEY};"],
    "service_bus_key": [f"Endpoint=sb://a/;SharedAccessKeyName=r;SharedAccessKey={SHORT_KEY}"],
    "iot_connection": [f"HostName=a.azure-devices.net;SharedAccessKey={SHORT_KEY}"],
    "sas": [f"https://a/b?sv=1&sig={'Ab3%2F' * 8}%3D", f"sig={SHORT_KEY[:20]}\n{SHORT_KEY[20:]}"],
    "sql_connection": [
        "Server=tcp:a,1433;User ID=x;Password=Winter!2025x;Encrypt=True;",
        "Data Source=x;Initial Catalog=y;User ID=sa;Pwd=Zomer 2025;",
        "Password=abc;Server=x;",
    ],
    "bearer": [
        f"Authorization: Bearer {JWT}",
        f"X-Auth: Bearer {SHORT_KEY}",
        f"the token {JWT}",
        "Authorization: Basic dXNlcjpwYXNzd29yZA==",
    ],
    "pem": [f"-----BEGIN RSA PRIVATE KEY-----\n{'Ab3/' * 16}\n-----END RSA PRIVATE KEY-----"],
    "client_secret": [
        f"client secret: abc8Q~{'x-Y_' * 8}ab",
        "AZURE_CLIENT_SECRET=x9Kj2lmNop8Qrs7Tuv6Wxy5",
        "app secret is x9Kj2lmNop8Qrs7Tuv6Wxy5",
    ],
    "api_key": [
        f"OPENAI_API_KEY=sk-proj-{'aB3x' * 10}",
        f"x-api-key: {'4f2a9c8e' * 4}",
        f"API key = {'4f2a9c8e' * 4}",
        f"ghp_{'abc123' * 6}",
    ],
    "password": [
        "pwd=abc123",
        "wachtwoord = Welkom01",
        "user admin password: Zomer2025!",
        "the password is Winter2025!",
        "wachtwoord gewijzigd naar Lente2026!",
        "password Zomer2025!",
        "password for admin is Winter2025!",
        "Wachtwoord voor beheer: Welkom01",
        "export PGPASSWORD=kV9-tt_2",
        "creds: admin/Zomer2025!",
        "net use \\\\srv\\share /user:CORP\\jan geheim",
        "net use Z: \\\\srv\\x Geheim1 /user:jan",
        "/user:jan Zomer2025!",
        "cmdkey /add:srv /user:jan /pass:Zomer2025",
        "sqlcmd -S x -U sa -P P@ssw0rd",
        "mysql -u root -pS3cret",
        "curl -u admin:s3cr3t https://x",
        "-Password Zomer2025!",
    ],
    "person": [
        "Customer name: Anneke Vermeulen",
        "CUSTOMER NAME: ANNEKE VERMEULEN",
        "Customer Name: Vermeulen, Anneke",
        "naam klant: piet jansen",
        "| Customer name | Anneke Vermeulen |",
        "**Contact:** Maria Garcia",
        "From: Priya Raman (customer)",
        "From: Priya Raman <priya@acme.nl>",
        "Regards,\nPiet de Vries\nSenior Engineer",
        "Thanks! Anna",
        "Met vriendelijke groet,\r\n\r\nJ. van der Berg",
        "Hi Tom,",
        "Beste mevrouw Jansen,",
        "Gesproken met dhr. De Boer",
        "reported by Li Wei at 14:00",
        "Assigned to Ian McDonald",
        "Contactpersoon Kees Smit, bereikbaar",
        "the customer Anneke Vermeulen rang",
    ],
}


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in FOUND.items() for text in texts]
)
def test_each_kind_is_found_however_it_is_written(kind: str, text: str) -> None:
    assert kind in kinds(text)
    assert find(redact(text)) == ()


def test_every_kind_has_an_example() -> None:
    without = {"payroll_tax_number", "vat_number"}  # which `test_personal` shows
    assert {one.name for one in sensitive.KINDS} - without == set(FOUND)


@pytest.mark.parametrize(
    "text",
    [
        "GUID 123e4567-e89b-12d3-a456-426614174000, 00000000-0000-0000-0000-000000000000",
        "version 12.2602.1003.7, build 10.0.26100.6899, Version 10.1.2.3, v4.18.1.2, 10.2.3.4-preview",
        "2601 - 2604, 2601-2604, release 24H2 26100",
        "sha256 4b36a1e0c7d2f9a1b3c5d7e9f1a2b3c4d5e6f7084b36a1e0c7d2f9a1b3c5d7e9",
        "KB5043080, KB 5034441, 0x800f0922, HRESULT 0x80070005, event 7031",
        "1758143304641 ms, 20260114093122, 2026-01-14T09:31:22.114+01:00, ticks 638412345678901234",
        "127.0.0.1 ::1 0.0.0.0 :: 192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::7",
        "255.255.255.0 255.255.240.0 0.0.0.255",
        "10.0.0.0/8 172.16.0.0/12 192.168.1.0/24 10.20.30.0 10.0.0.16/28 fd00::/8",
        "10.42.7.19 172.20.1.9 192.168.1.77 fd00:12:34::7",
        "169.254.169.254 and 168.63.129.16, and 169.254.11.80 where no address was given",
        "user@contoso.com, x@mail.contoso.com, admin@contoso.onmicrosoft.com",
        "04:00:15:5D:00:01, 50:01:43:80:12:34:56:78, 12:34:56:78, std::vector, [DateTime]::Now, A::B",
        "S-1-5-21-3623811015-3361044348-30300820-1013, 1.3.6.1.4.1.311.20.2",
        "card 4111111111111112, 1234567890123456, 1099511627776 bytes, a 4111111111111111-1",
        "size 111222333 bytes, PID 111222333, 16 GB, 1024 GB Free, 1500 MB Disk",
        "call stack: 00 11 22 33 44, help desk ticket 12 345 678, callback returned 1234 5678",
        "it reached 12 345 678 bytes, answers in 10 20 30 40 ms, call 1234567 failed, 0901 - 1730",
        "Ticket 2405030040001234, TrackingID#2405030040001234, call 2 of 3, office 365",
        "phone-home agent is stopped, tel: n/a, the mobile device 12",
        "Password: <password>, password=<password-1>, password = $env:PASSWORD, password: ********",
        "$password = Read-Host -AsSecureString, -Password $cred, PASSWORD={{secret}}",
        "Password must have 12 characters, the password is required, Reset password 90 days",
        "runas /user:CORP\\admin cmd.exe, net use \\\\a\\b /user:<person-1> <password-1>",
        "client_secret=<your secret>, api key is invalid, Bearer token is missing, token: expired",
        "$token = (Get-AzAccessToken).Token, @Microsoft.KeyVault(SecretUri=...)",
        "Customer name: <name>, Customer name: {customer}, {{MISSING::Who::Customer name: Jan Jansen}}",
        "Customer: Contoso Ltd\nName: Windows Server\nFrom: the portal\nContact: Microsoft Support",
        "Regards,\nThe support team",
        "User Account Control, End-User License Agreement, Client Access License, Customer Managed Key",
        "Thanks,\nMicrosoft",
        "Hi team,\nDear customer,\nHello all,\nHello World\nBest practices: use it",
        "<ip-1> <email-2> <password-1> <person-3>",
        "iban is not asked for here",
        'password = user_dict["username"], password = hashed_password',
        "it stops at some point in the run",
        "TESS:\nBRONNEN",
        "",
    ],
)
def test_what_only_looks_like_it_is_left_alone(text: str) -> None:
    assert [(span.kind, text[span.start : span.end]) for span in find(text)] == []


# Where, and by which mark


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("to: pi\u200bet＠acme.nl!", "pi\u200bet＠acme.nl"),
        ("ask piet [at] acme [dot] nl, please", "piet [at] acme [dot] nl"),
        ("\u200b\u200bé at ８1.1.2.3 now", "８1.1.2.3"),
        ("x?u=piet%40acme.nl&y", "piet%40acme.nl"),
    ],
)
def test_places_are_those_of_the_original(text: str, value: str) -> None:
    (span,) = find(text)
    assert text[span.start : span.end] == value


def test_the_same_value_has_the_same_mark_however_it_is_written() -> None:
    text = "a@acme.nl A@ACME.nl a＠acme.nl b@acme.nl, 020-7946018 (020) 794 6018"
    assert redact(text) == ("<email-1> <email-1> <email-1> <email-2>, <phone-1> <phone-1>")


def test_marks_that_stand_in_a_text_are_given_to_no_other_value() -> None:
    assert redact("from <ip-1> and <ip-7> to 81.1.2.3") == "from <ip-1> and <ip-7> to <ip-8>"
    marks = Marks()
    assert redact("81.1.2.3", marks) == redact("81.1.2.3", marks) == "<ip-1>"


def test_a_key_over_two_lines_is_one_and_the_line_after_it_is_none() -> None:
    text = f"AccountKey={KEY[:40]}\r\n   {KEY[40:]}\nRestart the node"
    assert redact(text) == "AccountKey=<storage_key-1>\nRestart the node"


PIECES = st.one_of(
    st.text(max_size=12),
    st.sampled_from([text for texts in FOUND.values() for text in texts]),
    st.sampled_from(
        [" ", "\n", "\n\n", "Regards,", "<ip-1>", "{{", "}}", "password ", "\x00", "\u200b"]
    ),
)


@given(st.lists(PIECES, max_size=8))
def test_nothing_is_found_again_in_what_was_redacted(pieces: list[str]) -> None:
    text = "".join(pieces)
    spans = find(text)
    assert all(0 <= one.start < one.end <= len(text) for one in spans)
    assert all(one.end <= after.start for one, after in pairwise(spans))
    assert find(redact(text)) == ()


# Time grows with the length alone


LONGEST_FORM = 5_000
"""Characters that one match may have."""


def test_no_form_repeats_without_bound() -> None:
    parts = [one.candidates.parts for one in sensitive.KINDS if isinstance(one.candidates, AnyOf)]
    forms = [one for some in parts for one in some if isinstance(one, WrittenForm)]
    widths = {one.pattern.pattern: _width(one.pattern) for one in forms}
    assert len(widths) > 40
    assert {form: width for form, width in widths.items() if width > LONGEST_FORM} == {}


def _width(pattern: re.Pattern[str]) -> int:
    return int(
        re._parser.parse(pattern.pattern, pattern.flags).getwidth()[1]
    )  # nobody else says it


HOSTILE = [
    "1", "a", " ", "\n", "(020", "1-", "a_", "-p ", "+31 ", "a@a.", "81.1.2.3 ", "::", "4111 ", 'pwd="', "password=a;",
    "AccountKey=", "sig=", "eyJ", "bearer a1", "aB1+/aB1+\n", "Customer name: ", "Regards,\n", "Aa van ", "[at",
    "\u200b", "/user:a ", "curl -u a", "net use \\\\a ", "-----BEGIN PRIVATE KEY-----\n", "<ip-1> ", "{{a}} ",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_text_is_twice_the_work(unit: str) -> None:
    """Counted in calls, of Python and of C, not in time; what a form may repeat in one of them is bounded below."""

    def work(length: int) -> int:
        text = (unit * length)[:length]
        return _calls(lambda: find(text))

    assert work(4_000) <= 2.3 * work(2_000) + 2_000


def _calls(run: Callable[[], object]) -> int:
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count
