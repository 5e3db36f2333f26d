"""Tokens of the stand-in: signed by a key of its own, which each process draws once and which is published as JWKS."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import cache
from typing import Any
from uuid import uuid4

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from pydantic import JsonValue

BITS = 2048
EXPONENT = 65537


class NoToken(Exception):
    """A text is no token that was signed here."""


@cache
def drawn() -> RSAPrivateKey:
    """Return the key of this process: to draw one takes longer than all else that a stand-in does at its start."""
    return generate_private_key(EXPONENT, BITS)


class SigningKey:
    """An RSA key, with what is signed and checked by it."""

    def __init__(self) -> None:
        self.kid = uuid4().hex

    @property
    def _key(self) -> RSAPrivateKey:
        return drawn()

    def sign(self, claims: Mapping[str, JsonValue]) -> str:
        """Return a JWT with these claims."""
        head = {"typ": "JWT", "alg": "RS256", "kid": self.kid}
        said = ".".join(_packed(json.dumps(part).encode()) for part in (head, dict(claims)))
        return f"{said}.{_packed(self._key.sign(said.encode(), PKCS1v15(), SHA256()))}"

    def claims(self, token: str) -> dict[str, Any]:
        """Return the claims of a JWT that was signed by this key; raises ``NoToken``."""
        said, _, signature = token.rpartition(".")
        try:
            head, body = said.split(".")
            self._key.public_key().verify(_unpacked(signature), said.encode(), PKCS1v15(), SHA256())
            found = json.loads(_unpacked(body))
            is_ours = json.loads(_unpacked(head)).get("alg") == "RS256"
        except (ValueError, InvalidSignature):
            raise NoToken from None
        if not is_ours or not isinstance(found, dict):
            raise NoToken
        return found

    @property
    def jwks(self) -> JsonValue:
        """The public half, as it is published."""
        public = self._key.public_key().public_numbers()
        numbers = {
            name: _packed(number.to_bytes((number.bit_length() + 7) // 8, "big"))
            for name, number in (("n", public.n), ("e", public.e))
        }
        return {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, **numbers}]}


def _packed(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _unpacked(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
