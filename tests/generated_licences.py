"""The table of ``docs/licences.md``: each package that the project names, with version, licence and purpose.

``python -m tests.generated_licences`` writes it from the locks and from what the installed packages say of themselves;
with ``--check`` it writes nothing and tells what is wrong, licences that are not on the list of ``pyproject.toml`` too.
"""

import platform
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.generated_docs import with_block
from tests.generated_locks import LOCKS, PYTHONS, ROOT, pins

PAGE = ROOT / "docs" / "licences.md"
PYPROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
PROJECT: dict[str, Any] = tomllib.loads(PYPROJECT)
ALLOWED: list[str] = PROJECT["tool"]["licences"]["allowed"]
STATED: dict[str, str] = PROJECT["tool"]["licences"]["stated"]
APPROVED = "License :: OSI Approved :: "
SYSTEMS = ("linux", "darwin", "win32")
NAMED = {
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ISC License (ISCL)": "ISC",
}
"""Names of classifiers that mean one licence; "BSD License", for one, means several."""

IS_WRITTEN_HERE = (sys.platform, platform.machine(), sys.version_info[:2]) == (
    "linux",
    "x86_64",
    (3, 11),
)
"""Whether the table is that of this machine: another gets other versions of some packages, and lacks some."""

LINE = re.compile(r'"(?P<requirement>[A-Za-z][^"]*)"[\],]*(?: +# (?P<purpose>.+))?$')


def locked() -> dict[str, list[str]]:
    """Return the versions of each package of the locks, by its name, on any system that is supported."""
    found: dict[str, list[str]] = {}
    for lock in LOCKS:
        for pin in pins((ROOT / lock).read_text("utf-8")):
            one = Requirement(pin.partition("\\")[0])
            if one.marker is None or _is_met(one.marker):
                found.setdefault(canonicalize_name(one.name), []).append(_version(one))
    return found


def _version(pinned: Requirement) -> str:
    return next(iter(pinned.specifier)).version


def _is_met(marker: Marker) -> bool:
    versions = [{"python_version": one, "python_full_version": f"{one}.0"} for one in PYTHONS]
    places = [{"sys_platform": system, **one} for system in SYSTEMS for one in versions]
    return any(marker.evaluate(place) for place in places)


def purposes(text: str) -> Iterator[tuple[str, str]]:
    """Yield each requirement of a ``pyproject.toml`` with its purpose: the comment behind it, else that above it."""
    above: list[str] = []
    in_comment = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") or line.endswith("["):
            above, in_comment = [], False
        if line.startswith("#"):
            above = [*(above if in_comment else []), line.removeprefix("# ")]
        elif found := LINE.search(line):
            yield found["requirement"], found["purpose"] or " ".join(above)
        in_comment = line.startswith("#")


def direct() -> dict[str, str]:
    """Return the purpose of each package that the project names, in the order in which it names them."""
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    optional = project["optional-dependencies"]
    every = [project["dependencies"], *optional.values(), *groups.values()]
    told = {name: purpose for name, purpose in purposes(PYPROJECT) if purpose}
    found: dict[str, str] = {}
    for requirement in (one for group in every for one in group):
        found.setdefault(canonicalize_name(Requirement(requirement).name), told[requirement])
    return found


def versions() -> dict[str, list[str]]:
    """Return the versions of all that is locked, and of what an extra pins."""
    pinned = [
        one for group in PROJECT["project"]["optional-dependencies"].values() for one in group
    ]
    own = [one for one in map(Requirement, pinned) if str(one.specifier).startswith("==")]
    return locked() | {canonicalize_name(one.name): [_version(one)] for one in own}


def read_licence(told: Iterable[str], classifiers: Iterable[str]) -> str | None:
    """Return the licence that metadata tell, as SPDX writes it; None where that is not clear."""
    for one in told:
        try:
            return canonicalize_license_expression(one)
        except InvalidLicenseExpression:
            continue
    approved = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith(APPROVED)]
    return NAMED.get(approved[0]) if len(approved) == 1 else None


def own_licence(name: str) -> str | None:
    """Return the licence that an installed package says it has; raises ``PackageNotFoundError``."""
    fields = metadata(name)
    told = [one for key in ("License-Expression", "License") for one in fields.get_all(key) or []]
    return read_licence(told, fields.get_all("Classifier") or [])


def licence_of(name: str) -> str:
    """Return the licence of a package, as it says or as we state it; "unknown" where neither does."""
    try:
        told = own_licence(name)
    except PackageNotFoundError:
        told = None if name in STATED else "not installed"
    return told or STATED.get(name, "unknown")


def is_allowed(licence: str) -> bool:
    """Return whether one choice that a licence leaves has allowed terms alone; in parentheses, all have to be."""
    choices = [licence] if "(" in licence else licence.split(" OR ")
    return any(
        all(term in ALLOWED for term in re.split(r" AND | OR |[()]", one) if term)
        for one in choices
    )


def complaints() -> Iterator[str]:
    """Yield each package whose licence is not on the list, or not known."""
    for name in versions():
        licence = licence_of(name)
        # What another system or another Python gets is looked at there.
        if licence != "not installed" and not is_allowed(licence):
            yield f"{name}: {licence} is not on the list in [tool.licences] of pyproject.toml"


def table() -> str:
    """Return the table of the packages that the project names."""
    there = versions()
    rows = [
        f"| {name} | {', '.join(there[name])} | {licence_of(name)} | {purpose[0].upper()}{purpose[1:]} |"
        for name, purpose in direct().items()
    ]
    return "\n".join(
        ["| package | version | licence | purpose |", "| --- | --- | --- | --- |", *rows]
    )


def page() -> str:
    """Return the page with the table of today."""
    return with_block(PAGE.read_text("utf-8"), "licences", table())


def main(arguments: list[str]) -> int:
    """Write the table, or check it; return 1 where something is wrong."""
    wrong = list(complaints())
    if "--check" not in arguments:
        PAGE.write_text(page(), "utf-8")
    elif IS_WRITTEN_HERE and PAGE.read_text("utf-8") != page():
        wrong.append(
            "docs/licences.md is out of date: python -m tests.generated_licences writes it"
        )
    print("\n".join(wrong) or "Every licence is on the list.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
