"""Twelve ways to spoil a sound guide; each is one that the validator must see."""

from collections.abc import Callable

from src.desks.tsg.artifacts import HEADINGS
from src.desks.tsg.marks import (
    DIAGNOSIS_LINE,
    NO_MISSING,
    QUESTIONS_BEGIN,
    QUESTIONS_END,
    TSG_BEGIN,
    TSG_END,
)

LINES = [f"# **{heading}**" for heading in HEADINGS.values()]


def _sections(guide: str) -> tuple[str, list[str], str]:
    """Return what stands before the first section, each section with its heading, and what stands behind."""
    places = [guide.index(f"\n{line}\n") + 1 for line in LINES]
    end = guide.index("\n---\n\n_Drafted")
    parts = [guide[start:stop] for start, stop in zip(places, [*places[1:], end], strict=True)]
    return guide[: places[0]], parts, guide[end:]


def _reversed(guide: str) -> str:
    before, parts, behind = _sections(guide)
    return before + "".join(part.rstrip() + "\n\n" for part in reversed(parts)) + behind


def _doubled(guide: str) -> str:
    before, parts, behind = _sections(guide)
    return before + "".join([*parts[:5], parts[4], *parts[5:]]) + behind


def _missing(guide: str) -> str:
    before, parts, behind = _sections(guide)
    return before + "".join(parts[:6] + parts[7:]) + behind


def _renamed(guide: str) -> str:
    return guide.replace("# **Cause**", "# **Causes**")


def _empty(guide: str) -> str:
    before, parts, behind = _sections(guide)
    parts[5] = f"{LINES[5]}\n\n"
    return before + "".join(parts) + behind


def _questions_for_others(guide: str) -> str:
    if NO_MISSING in guide:
        return guide.replace(NO_MISSING, "- {{MISSING::Cause::Another}} -> Which one?")
    at = guide.index(QUESTIONS_BEGIN)
    return guide[:at] + guide[at:].replace("- {{MISSING::", "- {{MISSING::Other ", 1)


def _none_missing(guide: str) -> str:
    cause = f"{LINES[4]}\n\n{{{{MISSING::Cause::More of it}}}}"
    question = (
        f"{QUESTIONS_BEGIN}\n{NO_MISSING}\n- {{{{MISSING::Cause::More of it}}}} -> What more?"
    )
    plain = guide.replace(f"{NO_MISSING}\n", "")
    return plain.replace(LINES[4], cause, 1).replace(QUESTIONS_BEGIN, question, 1)


def _marker_twice(guide: str) -> str:
    return guide.replace(TSG_BEGIN, f"{TSG_BEGIN}\n\n{TSG_BEGIN}")


def _marker_missing(guide: str) -> str:
    return guide.replace(f"{QUESTIONS_END}\n", "")


def _markers_out_of_order(guide: str) -> str:
    swapped = guide.replace(TSG_END, "\0").replace(QUESTIONS_BEGIN, TSG_END)
    return swapped.replace("\0", QUESTIONS_BEGIN)


def _outside(guide: str) -> str:
    return guide.replace(
        QUESTIONS_BEGIN, f"Here is the guide that you asked for.\n\n{QUESTIONS_BEGIN}"
    )


def _diagnosis_line_elsewhere(guide: str) -> str:
    moved = guide.replace(f"{DIAGNOSIS_LINE}\n", "", 1)
    return moved.replace(LINES[5], f"{LINES[5]}\n\n{DIAGNOSIS_LINE}", 1)


def _open_fence(guide: str) -> str:
    return guide.replace(LINES[5], f"{LINES[5]}\n\n```powershell\nGet-Disk", 1)


def _curled(guide: str) -> str:
    return guide.replace("Don't Remove", "Don’t Remove")  # it is what is to be seen


MUTATIONS: dict[str, tuple[str, Callable[[str], str]]] = {
    "reversed": ("heading_order", _reversed),
    "doubled": ("heading_twice", _doubled),
    "missing": ("heading_missing", _missing),
    "renamed": ("heading_unknown", _renamed),
    "empty": ("section_empty", _empty),
    "questions for others": ("question_without_placeholder", _questions_for_others),
    "none missing": ("no_missing_beside", _none_missing),
    "marker twice": ("marker_twice", _marker_twice),
    "marker missing": ("marker_missing", _marker_missing),
    "markers out of order": ("marker_order", _markers_out_of_order),
    "outside": ("text_outside", _outside),
    "diagnosis line elsewhere": ("diagnosis_line_elsewhere", _diagnosis_line_elsewhere),
    "open fence": ("fence_open", _open_fence),
    "curled": ("apostrophe_curled", _curled),
}
"""By name: the code that the validator must give, and how a guide is spoilt."""
