"""Secrets as people type them: found whatever they stand in, with marks that are the same for the same value."""

import pytest

from src.masking import typed

KEY = "1b2C3d4E5f6G7h8I9j0K"

SECRETS = {
    "a token of GitHub": f"ghp_{KEY}abcdefghijklmnop",
    "a fine-grained one": f"github_pat_11ABCDEFG0_{KEY}{KEY}abcdefgh",
    "a key of a project": f"sk-proj-{KEY}{KEY}",
    "a token of Slack": "xoxb-123456789012-abcdefABCDEF123456",
    "a key of Google": "AIzaSyA1234567890abcdefghijklmnopqrstuv",
    "a token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
}
NAMED = {
    "het wachtwoord is {}": "Zomer!2024",
    "het wachtwoord van jan is {}": "Winter2023",
    "net use Z: \\\\server\\share /u:DOMAIN\\jan {}": "P@ssw0rd1",
    "net use \\\\server\\share {} /user:jan": "P@ssw0rd1",
    "Server=tcp:db.example.nl;User Id=app;Password={};": "H4rdt0guess!",
    "postgresql://app:{}@db.example.nl/klanten": "s3cr3tpw",
    "AccountName=a;AccountKey={};EndpointSuffix=core.windows.net": f"{KEY * 4}abcd+/==",
    "https://a.blob.core.windows.net/c?sv=2022&sig={}": f"{KEY}{KEY}%3D",
    "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----": "MIIEvQIBADANBgkqhkiG9w0B",
    "client secret: {}": f"abc8Q~{KEY}abcdefghijklm",
    "I have a client secret, want it? it's {}": "Xy7~abc",
    "ik heb het geheim van de app gekregen. het is {}": "Xy7~abc",
    "you asked for the password, here it is: {}": "Zomer24x!",
}
NO_SECRETS = (
    "API_KEY=your-key-here",
    "password: ********",
    "Authorization: Bearer <token>",
    "export TOKEN=${TOKEN}",
    "password=$PASSWORD",
    "OPENAI_API_KEY=sk-...",
    "OPENAI_API_KEY=sk-your-key-here",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "client_secret: <your-client-secret>",
    "postgresql://user:password@host/db",
    "Het wachtwoord is vergeten; hoe stel ik het opnieuw in?",
    "the password is required",
    "Is max_token=4096 of invloed op de sleutel?",
    "password: ‹secret:password:482913›",
    "The client secret has expired, it is AADSTS7000222 that I get.",
    "Het geheim is verlopen, het is vault-prod die klaagt.",
    "Which key? It's the primary one of mystorage01.",
)


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_secret_is_known_by_its_form(secret: str) -> None:
    assert secret not in typed.mask(f"Ik gebruik {secret} en krijg een fout.")


@pytest.mark.parametrize("written", NAMED)
def test_a_secret_is_known_by_what_stands_beside_it(written: str) -> None:
    masked = typed.mask(f"Eerst dit.\n{written.format(NAMED[written])}\nDan dat.")
    before, after = written.split("{}")
    assert masked.startswith(f"Eerst dit.\n{before}‹secret:")
    assert masked.endswith(f"›{after}\nDan dat.")


@pytest.mark.parametrize("text", NO_SECRETS)
def test_what_stands_for_a_secret_is_none(text: str) -> None:
    assert typed.mask(text) == text


def test_a_value_has_one_mark_by_one_key_and_another_by_another() -> None:
    token, other = SECRETS["a token of GitHub"], f"ghp_{KEY[::-1]}abcdefghijklmnop"

    def masked(text: str, key: bytes) -> str:
        return typed.mask(text, typed.KeyedMarks(key=key))

    assert masked(f"Met {other} of {token}?", b"a").endswith(f"{masked(token, b'a')}?")
    assert masked(other, b"a") != masked(token, b"a")
    assert masked(token, b"b") != masked(token, b"a")
    assert masked(masked(token, b"a"), b"b") == masked(token, b"a")
    assert typed.counts(f"{token} {other}") == {"api-key": 2}
