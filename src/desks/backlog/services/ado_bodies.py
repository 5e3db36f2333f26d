"""What is said to Azure DevOps and what it says, as values: queries, JSON Patch and fields. Pure."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any, TypeAlias

from src.desks.backlog.tracker import NewWorkItem, WorkItem, WorkItemChange

_SILENT = frozenset(
    "script style head title template noscript iframe object embed svg math textarea select".split()
)
"""What has no text that a person reads, or does something."""

_INLINE = frozenset(
    "a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub"
    " sup td th time tt u var wbr".split()
)
"""What goes on in the line where it stands; all else begins one of its own."""

_HARD = re.compile("[^ -~\N{NO-BREAK SPACE}-\N{REPLACEMENT CHARACTER}\U00010000-\U0010ffff]")
"""Control characters."""
_SPACE = re.compile("[ \t\n\r\f]+")


def html_of(text: str) -> str:
    """Return a text as HTML; ``text_of`` returns it again."""
    return "".join(f"<div>{_line(line)}</div>" for line in text.split("\n")) if text else ""


def text_of(html: str) -> str:
    """Return what a person reads in HTML; items of a list begin with a hyphen or their number."""
    return "\n".join(prefix + line for prefix, line, _ in _lines(html))


def html_of_criteria(criteria: Sequence[str]) -> str:
    """Return criteria as a list in HTML; ``criteria_of`` returns them again."""
    items = "".join(f"<li>{html_of(criterion) or '<div><br></div>'}</li>" for criterion in criteria)
    return f"<ul>{items}</ul>" if items else ""


def criteria_of(html: str) -> tuple[str, ...]:
    """Return the criteria in HTML: every item of a list, and every other line that says something."""
    found: list[tuple[int, str]] = []
    for _, line, item in _lines(html):
        if item and found and found[-1][0] == item:
            found[-1] = item, f"{found[-1][1]}\n{line}"
        elif item or line.strip():
            found.append((item, line))
    return tuple(text for _, text in found)


def _line(line: str) -> str:
    """Return a line as the inside of a ``div``."""
    told = re.sub("^ | $|(?<= ) ", "&nbsp;", escape(line, quote=False))
    return _HARD.sub(lambda found: f"&#{ord(found[0])};", told) or "<br>"


def _lines(html: str) -> list[tuple[str, str, int]]:
    reader = _HtmlReader()
    reader.feed(html)
    reader.close()
    reader.end_line()
    return reader.lines


class _HtmlReader(HTMLParser):
    """Reads lines: what stands before each, its text, and which item of a list it is in, 0 for none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.lines: list[tuple[str, str, int]] = []
        self._line: list[str] = []
        self._is_apart = False
        """Whether white space that may turn out to be the end of a line came last."""
        self._silent: list[str] = []
        self._lists: list[int | None] = []
        """Numbers of the lists that are open; None: without numbers."""
        self._items: list[int] = []
        self._count = 0
        self._prefix = ""
        self._verbatim = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002  # the parser's shape
        if self._silent or tag in _SILENT:
            if tag in _SILENT and tag != "embed":  # which has no end
                self._silent.append(tag)
            return
        if tag == "br":
            self._break()
        elif tag not in _INLINE:
            self.end_line()
        if tag in ("ul", "ol"):
            self._lists.append(1 if tag == "ol" else None)
        elif tag == "li":
            self._begin_item()
        elif tag == "pre":
            self._verbatim += 1

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag not in _SILENT:  # to a browser it is a start; what is silent has nothing in it
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._silent:
            if tag in self._silent:
                del self._silent[self._silent.index(tag) :]
            return
        if tag not in _INLINE:
            self.end_line()
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        elif tag == "li" and self._items:
            self._items.pop()
            self._prefix = ""
        elif tag == "pre" and self._verbatim:
            self._verbatim -= 1
        elif tag in ("td", "th") and self._line:
            self._is_apart = True

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._verbatim:
            first, *more = data.split("\n")
            self._put(first)
            for line in more:
                self._break()
                self._put(line)
            return
        for n, words in enumerate(_SPACE.split(data)):
            self._is_apart = self._is_apart or (n > 0 and bool(self._line))
            self._put(words)

    def handle_charref(self, name: str) -> None:
        number = int(name[1:], 16) if name[:1] in "xX" else int(name)
        if not self._silent:
            self._put(chr(number) if number <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}")

    def handle_entityref(self, name: str) -> None:
        if not self._silent:
            self._put(" " if name == "nbsp" else unescape(f"&{name};"))

    def unknown_decl(self, data: str) -> None:
        """Drop what only word processors write."""

    def end_line(self) -> None:
        if self._line:
            self._break()
        self._is_apart = False

    def _put(self, text: str) -> None:
        if text:
            self._line += [" ", text] if self._is_apart else [text]
            self._is_apart = False

    def _break(self) -> None:
        self.lines.append(
            (self._prefix, "".join(self._line), self._items[-1] if self._items else 0)
        )
        self._line, self._is_apart, self._prefix = [], False, ""

    def _begin_item(self) -> None:
        self._count += 1
        self._items.append(self._count)
        number = self._lists[-1] if self._lists else None
        self._prefix = "- " if number is None else f"{number}. "
        if number is not None:
            self._lists[-1] = number + 1


Row: TypeAlias = dict[str, Any]
"""A work item, or an operation of JSON Patch, as JSON has it."""

TITLE, TAGS, REVISION = "System.Title", "System.Tags", "System.Rev"
DESCRIPTION = "System.Description"
CRITERIA = "Microsoft.VSTS.Common.AcceptanceCriteria"
REPRO_STEPS = "Microsoft.VSTS.TCM.ReproSteps"
"""What a bug has in place of a description."""
PRIORITY = "Microsoft.VSTS.Common.Priority"
READ = (
    "System.Id",
    REVISION,
    "System.WorkItemType",
    TITLE,
    "System.State",
    "System.Parent",
    DESCRIPTION,
    CRITERIA,
    TAGS,
    "System.ChangedDate",
    PRIORITY,
    REPRO_STEPS,
)
"""The fields that are read; with them ``$expand`` may not be asked for."""

WRITTEN = (TITLE, DESCRIPTION, CRITERIA, TAGS)
"""The fields that are put back."""

_KEPT_BY_TRACKER = (
    "Rev ChangedDate ChangedBy RevisedDate AuthorizedDate AuthorizedAs Watermark PersonId"
)
_OF_A_REVISION = frozenset(f"System.{name}" for name in _KEPT_BY_TRACKER.split())
"""Fields that a link from elsewhere changes, without anybody having changed what the item says."""

_TEXTS = (*WRITTEN, REPRO_STEPS, "System.WorkItemType", "System.State", "System.ChangedDate")

PARENT, CHILD = "System.LinkTypes.Hierarchy-Reverse", "System.LinkTypes.Hierarchy-Forward"

LONGEST_TAG = 400


def query_of(types: Collection[str], area: str, after: int) -> str:
    """Return the WIQL that asks for work items after an id: in their order, so that it goes on page by page."""
    wanted = [f"[System.Id] > {after}"]
    if types:
        wanted.append(f"[System.WorkItemType] IN ({', '.join(map(_quoted, types))})")
    if area:
        wanted.append(f"[System.AreaPath] UNDER {_quoted(area)}")
    return _query(wanted)


def query_of_mark(mark: str) -> str:
    """Return the WIQL that asks for work items with a tag."""
    return _query([f"[System.Tags] CONTAINS {_quoted(mark)}"])


def _query(wanted: Collection[str]) -> str:
    conditions = " AND ".join(("[System.TeamProject] = @project", *wanted))
    return f"SELECT [System.Id] FROM WorkItems WHERE {conditions} ORDER BY [System.Id]"  # noqa: S608  # no SQL; values are quoted


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def ids_in(body: Any) -> list[int]:
    """Return the ids in the result of a query; whatever has another form raises, here and below."""
    return [int(entry["id"]) for entry in body["workItems"]]


def rows_in(body: Any) -> list[Row]:
    """Return the work items of a batch; in the place of one that went away there is nothing."""
    return [row_in(entry) for entry in body["value"] if entry is not None]


def row_in(body: Any) -> Row:
    """Return a work item."""
    row: Row = body
    fields = row["fields"]
    is_sound = (
        isinstance(row["id"], int)
        and isinstance(row["rev"], int)
        and isinstance(fields.get("System.Parent") or 0, int)
        and all(isinstance(fields.get(name) or "", str) for name in _TEXTS)
        and all("rel" in entry for entry in row.get("relations") or ())
    )
    if not is_sound:
        raise ValueError("no work item")
    return row


def item_of(row: Row, home: str) -> WorkItem:
    """Return a work item; ``home`` is the address of its project."""
    fields = row["fields"]
    priority = fields.get(PRIORITY)
    return WorkItem(
        id=row["id"],
        revision=row["rev"],
        type=fields.get("System.WorkItemType", ""),
        title=fields.get(TITLE, ""),
        state=fields.get("System.State", ""),
        parent=fields.get("System.Parent"),
        description=text_of(fields.get(DESCRIPTION) or fields.get(REPRO_STEPS) or ""),
        criteria=criteria_of(fields.get(CRITERIA) or ""),
        tags=tags_of(row),
        url=f"{home}/_workitems/edit/{row['id']}",
        changed_at=_time(fields.get("System.ChangedDate")),
        priority=priority if isinstance(priority, int) else None,
    )


def tags_of(row: Row) -> tuple[str, ...]:
    """Return the tags of a work item, which it has in one text."""
    told = row["fields"].get(TAGS) or ""
    return tuple(tag for part in told.split(";") if (tag := part.strip()))


def creation(draft: NewWorkItem, parent: str | None) -> list[Row]:
    """Return what makes a work item; ``parent`` is the address of the one above it."""
    fields: dict[str, str | int | None] = {
        TITLE: draft.title,
        REPRO_STEPS if draft.is_defect else DESCRIPTION: html_of(draft.description),
        CRITERIA: html_of_criteria(draft.criteria),
        TAGS: _joined((*draft.tags, draft.mark)),
        PRIORITY: draft.priority,
    }
    told = [_field("add", name, value) for name, value in fields.items() if value]
    link = {"op": "add", "path": "/relations/-", "value": {"rel": PARENT, "url": parent}}
    return [*told, link] if parent else told


def addition(row: Row, change: WorkItemChange) -> list[Row]:
    """Return what adds criteria below those that a work item has, in its own HTML."""
    said, left = row["fields"].get(CRITERIA) or "", change.left(tags_of(row))
    criteria = [text for added_criteria in left for text in added_criteria.criteria]
    added = said + html_of(change.heading) + html_of_criteria(criteria)
    return [
        at_revision(row["rev"]),
        _field("add", CRITERIA, added),
        _field("add", TAGS, _joined((*tags_of(row), *(criteria.mark for criteria in left)))),
    ]


def reversal(now: Row, before: Row) -> list[Row]:
    """Return what gives a work item the fields that it had before; nothing where it has them."""
    found, wanted = now["fields"], before["fields"]
    told: list[Row] = []
    for name in WRITTEN:
        if name not in wanted and name in found:
            told.append({"op": "remove", "path": f"/fields/{name}"})
        elif wanted.get(name) != found.get(name):
            told.append(_field("replace", name, wanted[name]))
    return [at_revision(now["rev"]), *told] if told else []


def at_revision(revision: int) -> Row:
    """Return what has a patch refused at any other revision."""
    return {"op": "test", "path": "/rev", "value": revision}


def says_the_same(row: Row, other: Row) -> bool:
    """Tell whether two revisions of a work item differ in nothing that somebody wrote."""
    said, others = (
        {name: value for name, value in each["fields"].items() if name not in _OF_A_REVISION}
        for each in (row, other)
    )
    return said == others


def _field(operation: str, name: str, value: str | int) -> Row:
    return {"op": operation, "path": f"/fields/{name}", "value": value}


def _joined(tags: Collection[str]) -> str:
    """Return tags as one text: what sets them apart can't be in them, and none is longer than may be."""
    whole = (tag.replace(";", " ").replace(",", " ").strip()[:LONGEST_TAG] for tag in tags)
    return "; ".join(dict.fromkeys(text for text in whole if text))


def _time(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
