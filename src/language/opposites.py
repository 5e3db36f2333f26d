"""Words of two languages that deny, allow, limit, or say the opposite of each other, read from data. Pure."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from src.language.months import ANY_MONTH


@cache
def data(name: str) -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def form(name: str, file: str = "polarity") -> re.Pattern[str]:
    """Return what finds the words of a list of a file; ``{other}`` in one stands for another list."""
    return re.compile(listed(name, file), re.IGNORECASE)


def forms_beside(module: str) -> Callable[[str], re.Pattern[str]]:
    """Return what gives the forms of the file beside a module of this ``__file__``, which has its name."""
    return partial(form, file=module.removesuffix(".py"))


def each_beside(module: str) -> Callable[[str], tuple[re.Pattern[str], ...]]:
    """Return what gives each form of a list on its own, of the file beside a module of this ``__file__``."""
    file = module.removesuffix(".py")
    return lambda name: tuple(
        re.compile(_filled(said, file), re.IGNORECASE) for said in data(file)[name]
    )


def listed(name: str, file: str) -> str:
    return ANY_MONTH if name == "any_month" else _filled("".join(data(file)[name]), file)


def _filled(said: str, file: str) -> str:
    return re.sub(r"\{([a-z_]+)\}", lambda found: listed(found[1], file), said)


def has(name: str, text: str) -> bool:
    return form(name).search(text) is not None


def spans(name: str, text: str) -> list[tuple[int, int]]:
    """Return where the words of a list stand in a text."""
    return [match.span() for match in form(name).finditer(text)]


@cache
def words(name: str) -> frozenset[str]:
    return frozenset(" ".join(data("polarity")[name]).split())


@cache
def whole(said: str, end: str = "") -> re.Pattern[str]:
    """Return what finds words that are no part of others; ``end``: what must follow them."""
    return re.compile(rf"(?<![\w-])(?:{said})(?![\w-]){end}", re.IGNORECASE)


def opposites(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield what a text says of matters that have an opposite: the matter, 1 or -1 for the side, and the words."""
    for matter, sides in data("opposites").items():
        for side, name in ((1, "plus"), (-1, "minus")):
            for found in whole(sides[name]).finditer(text):
                yield matter, side, found.group()


def roles(text: str) -> frozenset[tuple[int, int]]:
    """Return which parts in a matter a text names, such as buyer and seller: the pair, and which of the two."""
    return frozenset(
        (number, place)
        for number, pair in enumerate(data("roles")["pairs"])
        for place, said in enumerate(pair)
        if whole(said).search(text)
    )
