"""Reads Markdown and docstrings for ``test_docs``: tables, examples, links, details of errors. Pure."""

import re
import string
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)")
LABELLED = re.compile(r"<!-- (\w+): (\w+) -->\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def section(text: str, heading: str) -> str:
    """Return what stands below a heading, up to the next one of its level or above; ValueError if it is not there."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", text, re.MULTILINE)
    if not found:
        raise ValueError(f"no heading {heading}")
    rest = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", FENCE.sub(_blanked, rest), re.MULTILINE)
    return rest[: end.start()] if end else rest


def tables(text: str) -> list[dict[str, str]]:
    """Return every table of a text: first cell, its code marks taken off, -> the rest of the row."""
    found: list[dict[str, str]] = []
    for rows in re.findall(r"(?:^\|.*\|\n?)+", FENCE.sub(_blanked, text), re.MULTILINE):
        cells = [row.strip("|").partition("|") for row in rows.splitlines()[2:]]
        found.append({first.strip().strip("`"): rest.strip() for first, _, rest in cells})
    return found


def examples(text: str, kind: str) -> list[tuple[str, str]]:
    """Return the examples labelled ``<!-- kind: name -->``, as name and code."""
    return [(name, code) for label, name, _, code in LABELLED.findall(text) if label == kind]


def block(text: str, name: str) -> str | None:
    """Return what stands between the marks ``<!-- name:begin -->`` and ``<!-- name:end -->``; None without them."""
    found = re.search(rf"<!-- {name}:begin -->(.*?)<!-- {name}:end -->", text, re.DOTALL)
    return found[1].strip() if found else None


def link_complaints(pages: Mapping[str, str], files: frozenset[str]) -> list[str]:
    """Return every link between our own files that leads nowhere; paths are relative to the project."""
    return [
        f"{page}: {target}"
        for page, text in pages.items()
        for target in LINK.findall(FENCE.sub(_blanked, text))
        if not re.match(r"[a-z]+:", target) and not _resolves(page, target, pages, files)
    ]


def _resolves(page: str, target: str, pages: Mapping[str, str], files: frozenset[str]) -> bool:
    path, _, anchor = target.partition("#")
    aim = (PurePosixPath(page).parent / path).as_posix() if path else page
    parts: list[str] = []
    for part in PurePosixPath(aim).parts:
        if part == "..":
            if not parts:
                return False
            parts.pop()
        else:
            parts.append(part)
    aim = "/".join(parts)
    return aim in files and (not anchor or anchor in anchors(pages.get(aim, "")))


def anchors(text: str) -> set[str]:
    """Return the names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub(_blanked, text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def missing_paths(
    pages: Mapping[str, str], files: frozenset[str], imagined: frozenset[str]
) -> list[str]:
    """Return the paths in code marks that name nothing in the project and are not imagined."""
    folders = {parent.as_posix() for file in files for parent in PurePosixPath(file).parents}
    return [
        f"{page}: {path}"
        for page, text in pages.items()
        for path in re.findall(r"`((?:src|tests|docs|data)/[\w./-]*)`", text)
        if path.rstrip("/") not in files | folders | imagined
    ]


STATUSES = frozenset({"here", "with the desk", "not"})
"""What a feature of a seed may be."""


def features(text: str) -> list[list[str]]:
    """Return the rows of every table of features: feature, status, where, note."""
    tables = re.findall(r"^\| feature .*\n\|[ |-]+\n((?:\|.*\n?)+)", text, re.MULTILINE)
    rows = "".join(tables).splitlines()
    return [[cell.strip() for cell in row.split("|")[1:5]] for row in rows]


def feature_complaints(text: str) -> list[str]:
    """Return the features without a known status, those that are here and nowhere, and the others without a reason."""
    return [
        feature
        for feature, status, where, note in features(text)
        if status not in STATUSES or not (where if status == "here" else note)
    ]


def details_of(error: type) -> set[str]:
    """Return the details that an error's docstring names."""
    _, _, named = re.sub("(?i)details:", "details:", error.__doc__ or "").partition("details:")
    return set(re.findall(r"``(\w+)``", named))


def fields_in(template: str) -> set[str]:
    """Return the names that a template wants filled in."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


DECISION_PARTS = ["Decision", "Why", "Rejected", "What would change our mind"]
"""The headings of a record of a decision, in their order."""


def decision_complaints(records: Mapping[str, str], index: str, most_words: int) -> list[str]:
    """Return what is wrong with records of decisions, by file name: number, form, length, a row in the index."""
    return list(_decision_complaints(records, tables(index), most_words))


def _decision_complaints(
    records: Mapping[str, str], indexed: list[dict[str, str]], most_words: int
) -> Iterator[str]:
    rows = indexed[0] if indexed else {}
    for number, (name, text) in enumerate(sorted(records.items()), start=1):
        heading = re.match(rf"# {number}\. (.+)\n", text)
        if not heading or not name.startswith(f"{number:04}-"):
            yield f"{name} is not number {number}"
        elif rows.get(str(number)) != f"[{heading[1]}]({name})":
            yield f"{name} is not in the index"
        if re.findall(r"^## (.+)$", text, re.MULTILINE) != DECISION_PARTS:
            yield f"{name} has other parts"
        if len(text.split()) > most_words:
            yield f"{name} has {len(text.split())} words"


def _blanked(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])
