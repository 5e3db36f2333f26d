"""What an error is: a stable code, and one place for all that is said of it, ``errors.toml`` beside its module."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from src.texts import beside, catalogue

CODES: dict[str, type["TessError"]] = {}
"""Every code that there is; an error that a desk defines is in here with its definition."""

ESSENTIAL = ("nl", "en")

NONE = "0"
"""As the detail ``possible``: nothing at all can be done, which is told by the refusal alone."""


class CodeTaken(TypeError):
    """Two errors have one code; the message says which."""


class TessError(Exception):
    """An error with a stable code; ``details`` fill the sentences that a person reads, by name, in braces."""

    code: ClassVar[str]
    """The name of its class in small letters, where ``errors.toml`` has that, unless the class says another."""
    status: ClassVar[int]
    """Of an HTTP reply."""
    nl: ClassVar[str]
    """The sentence in Dutch: what is wrong, and what to do."""
    en: ClassVar[str]
    nl_refusal: ClassVar[str] = ""
    """Why a tool did nothing, as the second half of a sentence; empty: the whole sentence serves."""
    en_refusal: ClassVar[str] = ""
    is_misuse: ClassVar[bool] = False
    """Whether it tells of a model's call, and not of what the user asked for."""
    gives_way: ClassVar[bool] = False
    """Whether it is for the model alone in a turn in which another call did change something."""

    def __init_subclass__(cls, status: int | None = None) -> None:
        super().__init_subclass__()
        texts = _texts_beside(cls.__module__)
        named = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        code = vars(cls).get("code", named if named in texts else None)
        if code is None:
            return
        cls.code, cls.status = code, status or cls.status
        for name, text in texts.get(code, {}).items():
            setattr(cls, name, text)
        lacking = [name for name in ESSENTIAL if name not in vars(cls)]
        if lacking:
            raise TypeError(f"the error {code} lacks: {', '.join(lacking)}")
        if CODES.setdefault(code, cls) is not cls:
            raise CodeTaken(f"two errors have the code {code}")

    def __init__(self, **details: str) -> None:
        super().__init__(self.code, details)
        self.details = details

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({told})" if told else self.code


@lru_cache
def _texts_beside(module: str) -> dict[str, Any]:
    return beside(sys.modules[module].__file__ or "", "errors", optional=True)


class ForUser(TessError):
    """The sender can mend it by sending something else."""

    status = 400


class ForModel(TessError):
    """The model asked for something impossible; the model and the user are told, the turn goes on."""

    status = 409


class ForOperator(TessError):
    """The operator of the server must act; nothing was changed."""

    status = 503
    provider_said: str = ""
    """What a provider said itself, for the log and ``tess doctor``; no client is told it."""


def sentence(code: str, details: Mapping[str, str], language: str) -> str:
    """Return what a person is told of an error; raises ``KeyError`` where the code or a detail is missing."""
    error = CODES[code]
    if details.get("possible") == NONE:
        half = refusal(code, details, language)
        return half[:1].upper() + half[1:]
    return _filled(error.nl if language == "nl" else error.en, details, language)


def refusal(code: str, details: Mapping[str, str], language: str) -> str:
    """Return why a tool did nothing, as the second half of a sentence."""
    error = CODES[code]
    half = error.nl_refusal if language == "nl" else error.en_refusal
    if half:
        return _filled(half, details, language)
    whole = sentence(code, details, language)
    if whole.startswith("I "):  # the one English word that keeps its capital
        return whole
    return whole[:1].lower() + whole[1:]


def problem(word: str, language: str) -> str:
    """Return a word of the program's own as people read it; any other as it is."""
    known: str = catalogue("nl" if language == "nl" else "en", "problems").get(word, word)
    return known


def _filled(template: str, details: Mapping[str, str], language: str) -> str:
    return template.format(**{name: problem(value, language) for name, value in details.items()})


@dataclass(frozen=True)
class MaskedFinding:
    """What was found, without its value; ``start`` and ``end`` are characters of the text of that number, from 0."""

    kind: str
    masked: str
    start: int
    end: int
    text: int = 0


class RedactableError(ForUser):
    """Something was found in texts that may not be there; neither is in ``details``, which are told in logs."""

    findings: tuple[MaskedFinding, ...] = ()
    redacted: tuple[str, ...] = ()
    """The texts with marks in the place of what was found; the first is the message."""
