"""A guide as Markdown. Pure."""

import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Literal

from src.desks.tsg.artifacts import Guide, GuideLine, GuideSection, Part
from src.desks.tsg.marks import (
    DIAGNOSIS_LINE,
    NO_MISSING,
    QUESTIONS_BEGIN,
    QUESTIONS_END,
    SUPPORT_BEGIN,
    SUPPORT_END,
    TOC,
    TSG_BEGIN,
    TSG_END,
    fence_in,
)
from src.desks.tsg.missing import texts
from src.grounding.sentences import one_line
from src.tools.edits import without_names
from src.wording.markdown import outside_code

GuideForm = Literal["ado", "plain"]
"""``ado``: for a wiki of Azure DevOps, which makes a table of contents; ``plain``: for any other place."""

_LABELS: Mapping[Part, str] = {
    "what": "- **What** is the issue?",
    "who": "- **Who** does this affect?",
    "where": "- **Where** does the issue occur? Where does it not occur?",
    "when": "- **When** does it occur?",
}
_SIGNS = {"item": "- ", "check": "- [ ] ", "question": "- ", "link": "- ", "tag": "- "}

_NOTE = re.compile(r"(?<!\\)\[\^(?=[^\]\s]+\])")
_TAG = re.compile(r"(?<!\\)((?:\\\\)*)<(?=[A-Za-z/!?])(?!https?://)")


def render(guide: Guide, form: GuideForm = "ado", *, with_support: bool = False) -> str:
    """Return the guide between its markers, and its questions; ``with_support``: each line with what it stands on."""
    written = _GuideText(guide, with_support=with_support)
    contents = f"{TOC}\n\n" if form == "ado" else ""
    sections = "\n\n".join(written.section(section) for section in guide.sections)
    signature = f"---\n\n_Drafted with TESS, tsg desk, {version('tess')}_"
    asked = "\n".join(f"- {entry.mark} -> {entry.question}" for entry in guide.placeholders)
    pieces = [
        f"{TSG_BEGIN}\n\n{contents}# **{_shown(guide.title)}**\n\n{sections}\n\n{signature}\n\n{TSG_END}",
        f"{QUESTIONS_BEGIN}\n{asked or NO_MISSING}\n{QUESTIONS_END}",
    ]
    if with_support:
        pieces.append(f"{SUPPORT_BEGIN}\n{written.support()}\n{SUPPORT_END}")
    return "\n\n".join(pieces) + "\n"


class _GuideText:
    def __init__(self, guide: Guide, *, with_support: bool) -> None:
        self._marks = {placeholder.id: placeholder.mark for placeholder in guide.placeholders}
        self._texts = texts(guide.language)
        self._with_support = with_support
        self._steps = guide.steps
        self._quoted: list[str] = []

    def section(self, section: GuideSection) -> str:
        """Return a section under its heading."""
        heading = f"# **{section.heading}**\n\n"
        if not section.lines:
            heading += f"{self._texts['nothing']}\n\n"
        if section.name == "symptoms":
            text = "\n\n".join(self._part(part, section.lines) for part in _LABELS)
        elif section.name == "diagnosis":
            text = f"{self._lines(section.lines, missing='- [ ] ')}\n\n{DIAGNOSIS_LINE}"
        else:
            text = self._lines([line for line in section.lines if not line.unplaced])
            if unplaced := [line for line in section.lines if line.unplaced]:
                text += f"\n\n**{self._texts['unplaced']}**\n\n{self._lines(unplaced)}"
        return heading + text if section.lines else (heading + text.lstrip()).rstrip()

    def support(self) -> str:
        """Return the footnotes of the lines written so far."""
        return "\n".join(self._quoted)

    def _part(self, part: Part, lines: Sequence[GuideLine]) -> str:
        own = [line for line in lines if (line.part or "what") == part]
        return f"{_LABELS[part]}\n\n{self._lines(own, indent='  ')}"

    def _lines(self, lines: Sequence[GuideLine], indent: str = "", missing: str = "") -> str:
        text, before = "", ""
        for line in lines:
            sign = f"{self._steps[line.n]}. " if line.kind == "step" else _SIGNS.get(line.kind, "")
            written = self._line(line, indent + (missing if line.kind == "missing" else sign))
            kind = "row" if line.kind == "prose" and line.text.startswith("|") else line.kind
            is_listed = kind == before and kind not in ("prose", "code", "missing")
            text += ("" if not text else "\n" if is_listed else "\n\n") + written
            before = kind
        return text

    def _line(self, line: GuideLine, sign: str) -> str:
        if line.kind == "code":
            return f"{_fenced(line)}\n{self._footnote(line).strip()}".strip("\n")
        if line.kind == "missing":
            return f"{sign}{self._marks[line.placeholder]}"
        text = f"[{_shown(line.text)}]({line.url})" if line.kind == "link" else _shown(line.text)
        picture = f" ({self._texts['from_picture']} {line.picture})" if line.picture else ""
        mark = f" *({self._texts['unstated']})*" if line.unstated else ""
        return f"{sign}{text}{picture}{mark}{self._footnote(line)}"

    def _footnote(self, line: GuideLine) -> str:
        if not self._with_support or line.support is None:
            return ""
        quoted = (
            f'{one.where or one.source}: "{_shown(without_names(one_line(one.quote), line.unnamed))}"'
            for one in line.supports
        )
        self._quoted.append(f"[^{line.n}]: {'; '.join(quoted)}")
        return f" [^{line.n}]"


def _shown(text: str) -> str:
    """Return a line whose ``<pid>`` and ``[^1]`` are seen: Markdown takes them for tags and footnotes, but in code."""
    return outside_code(text, lambda rest: _NOTE.sub(r"\\[^", _TAG.sub(r"\1\\<", rest)))


def _fenced(line: GuideLine) -> str:
    """Return code between the fences that it had, or longer ones where these would not hold it."""
    opening = line.fence.rstrip() or "```"
    fence = fence_in(opening)
    inner = [fence for fence in map(fence_in, line.text.split("\n")) if fence]
    if fence is None:
        return f"```\n{line.text}\n```"
    if any(fence.closed_by(entry) or fence.cut_off_by(entry) for entry in inner):
        longest = max(len(fence.signs) for fence in inner)
        signs = "`" * (longest + 1)
        return f"{fence.indent}{signs}{fence.language}\n{line.text}\n{fence.indent}{signs}"
    return f"{opening}\n{line.text}\n{fence.indent}{fence.signs}"
