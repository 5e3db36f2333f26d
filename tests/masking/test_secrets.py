"""Secrets are masked to the character, and what only looks like one is left alone."""

import json

import pytest

from src.masking.masking import Marks
from src.masking.secrets import SECRETS, kind_by_name, mask
from tests.shared_data import real

KEY = "Ab3/" * 21 + "x9=="
SHORT_KEY = "Ab3/" * 10 + "xyz="
JWT = "eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJodHRwcyJ9.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('{"name": "DB_PASSWORD", "value": "hunter"}', '{"name": "DB_PASSWORD", "value": "@"}'),
        ("- name: DB_PASSWORD\n  value: 'hun ter'", "- name: DB_PASSWORD\n  value: '@'"),
        ("password: hunter2  # of old", "password: @  # of old"),
        (r'"{\"password\": \"abc1\"}"', r'"{\"password\": \"@\"}"'),
        (r'password = "pa\"ss1"', 'password = "@"'),
        ("<password>abc</password>", "<password>@</password>"),
        ("Server=x;Pwd=a b;", "Server=x;Pwd=@ b;"),
        ("az login --service-principal -u x -p Hello1 --tenant t", None),
        ("az sql server create --admin-password Abc123! -n x", None),
        ("postgres://u:s3cr3t@db:5432/x", "postgres://u:@@db:5432/x"),
        ('ConvertTo-SecureString "P@ss w0rd" -AsPlainText', None),
        ('if ($password == "x1y2z3") {', 'if ($password == "@") {'),
    ],
)
def test_passwords_are_told_by_what_stands_before_them(text: str, masked: str | None) -> None:
    told = mask(text)
    assert "‹secret:password:1›" in told
    if masked:
        assert told == masked.replace("@", "‹secret:password:1›", 1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f'"connectionString": "AccountName=a;AccountKey={KEY};"', "storage-key"),
        (f"the first key is {KEY}", "storage-key"),
        (f"AccountEndpoint=https://a/;AccountKey={KEY};", "cosmos-key"),
        (f"HostName=a;SharedAccessKey={SHORT_KEY}", "iot-key"),
        (f"Endpoint=sb://a/;SharedAccessKey={SHORT_KEY};EntityPath=q", "service-bus-key"),
        (f'"primaryKey": "{SHORT_KEY}"', "api-key"),
        (f"https://a/?sv=1\\u0026sig={'Ab3%2F' * 8}&se=2", "sas"),
        (f"https://a.azurewebsites.net/api/f?code={'aB3-' * 13}==", "function-key"),
        (f'"refresh_token": "0.{"aB3-" * 13}"', "access-token"),
        (f"Authorization: Basic {'aB3d' * 6}=", "access-token"),
        (f"curl -H 'authorization: bearer {JWT}'", "jwt"),
        (f"https://x:{'a1' * 26}@dev.azure.com/o", "ado-pat"),
        (f"-----BEGIN RSA PRIVATE KEY-----\\n{'Ab3/' * 16}\\n-----END RSA", "pem"),
        (f"-----BEGIN PRIVATE KEY-----\n{'Ab3/' * 16}\n{'Ab3/' * 16}", "pem"),
        (f"secret = {'ab1'}8Q~{'x-Y_' * 8}ab", "client-secret"),
    ],
)
def test_keys_and_tokens_are_told_by_their_form(text: str, kind: str) -> None:
    (found,) = SECRETS.find(text)
    assert found.kind == kind
    before, after = text[: found.start], text[found.end :]
    assert mask(text) == f"{before}‹secret:{kind}:1›{after}"


@pytest.mark.parametrize(
    "text",
    [
        "password: please try again",
        '"password": "Passwords must have twelve signs"',
        'connect(password=pw, user="x")',
        "PWD=/home/me",
        "password = random_password.pw.result",
        "password = getpass()",
        '"password":{"type":"securestring"}',
        '"password": "[parameters(\'password\')]"',
        "Pwd={0};Timeout=3",
        "--password ${{ secrets.DB }} --verbose",
        '"accountKey": "<your key>"',
        "sha512-" + "A1" * 43 + "==",
        '"primaryKey": "00000000-0000-4000-8000-000000000001"',
        "nextLink: https://a/b?$skiptoken=eyJhIjogMX0aaaaaaaaaaaaaaaaaa",
        "password='‹secret:password:1›' key ‹secret:api-key:2›",
    ],
)
def test_what_stands_for_a_secret_is_left_alone(text: str) -> None:
    assert mask(text) == text


def test_what_is_masked_once_is_masked() -> None:
    text = f"AccountKey={KEY}; Password=abc1; again Password=abc1; other Password=abc2;"
    once = mask(text)
    assert mask(once) == once
    assert once.count("‹secret:password:1›") == 2
    assert once.count("‹secret:password:2›") == 1


def test_a_secret_keeps_its_mark_over_texts() -> None:
    marks = Marks()
    first, second = (SECRETS.mask(f"Password={one};", marks) for one in ("a1", "b1"))
    assert SECRETS.mask("Password=a1;", marks) == first != second


def test_a_named_value_is_told_by_its_name() -> None:
    assert kind_by_name("adminPassword", "two words") == "password"
    assert kind_by_name("clientSecret", "x") == "client-secret"
    assert kind_by_name("disablePasswordAuthentication", "x") is None
    assert kind_by_name("secretName", "db") is None
    assert kind_by_name("password", "@Microsoft.KeyVault(SecretUri=x)") is None


def test_no_text_takes_long() -> None:
    """Quadratic forms would need hours, and end this test by its limit."""
    for piece in ("password=", 'password="', "eyJ", "-----BEGIN PRIVATE KEY-----", "a://b:"):
        SECRETS.find(piece * (200_000 // len(piece)))


def test_marked_texts_are_masked_exactly() -> None:
    for line in (real("azure") / "masking.jsonl").read_text().splitlines():
        row = json.loads(line)
        assert [[one.start, one.end, one.kind] for one in SECRETS.find(row["text"])] == row["spans"]
        pieces, after = [], 0
        for start, end, _ in row["spans"]:
            pieces.append(row["text"][after:start])
            after = end
        told = mask(row["text"])
        for piece in [*pieces, row["text"][after:]]:
            assert piece in told
            told = told[told.index(piece) + len(piece) :]
        assert bool(row["spans"]) == (mask(row["text"]) != row["text"])
