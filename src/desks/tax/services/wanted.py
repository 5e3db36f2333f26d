"""What can be asked of the official services, and where they are."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from src.desks.tax.law.citations import ECLI
from src.desks.tax.law.laws import LAWS
from src.desks.tax.services.rulings import HIGHEST_COURT
from src.services.addresses import AddressGuard

TAX = "tax"
SUBJECT = "subject:"
OFFICIAL = (
    "zoekservice.overheid.nl",
    "repository.officiele-overheidspublicaties.nl",
    "data.rechtspraak.nl",
)
"""Hosts of the official services."""

TAX_LAWS = tuple(law.work for law in LAWS if law.core)
"""The laws that ``tax`` stands for."""

_WORK = re.compile(r"BWB[RV][0-9]{7}")


@dataclass(frozen=True)
class Addresses:
    """Where the official services are."""

    law_search: str
    law_texts: str
    rulings: str

    @property
    def guard(self) -> AddressGuard:
        """What lets through the hosts of the official services, and the addresses that stand here."""
        return AddressGuard(OFFICIAL, [self.law_search, self.law_texts, self.rulings])


@dataclass(frozen=True)
class Wanted:
    """What is asked for, beside the names: which versions of laws, and which rulings go with ``tax``."""

    names: tuple[str, ...]
    day: date
    """The day whose law counts; unless all versions are wanted."""
    all_versions: bool
    since: date
    court: str = HIGHEST_COURT


@dataclass(frozen=True)
class Text:
    """A text that is to be had, before it is: its name, its address, and what its XML begins with."""

    name: str
    url: str
    root: str
    until: date | None = None
    """Law: last day of the version."""
    changed: datetime | None = None
    """Ruling: last change that the feed told of."""


def is_official(name: str) -> bool:
    """Tell whether a name on the command line is something that the services have, and no path."""
    is_one = is_work(name) or ECLI.fullmatch(name) is not None
    return name == TAX or name.startswith(SUBJECT) or is_one


def is_work(name: str) -> bool:
    """Tell whether a name is the number of a law, in either case."""
    return _WORK.fullmatch(name.upper()) is not None
