"""``tess guide check FILE``: whether the form of a guide is sound, whoever wrote it; no model looks."""

import json
import sys
from pathlib import Path

from src.spoken import said

SOUND, UNREADABLE, PROBLEMS = 0, 2, 4


def check(name: str, *, as_json: bool = False) -> int:
    """Print what is wrong with a guide, each with its line and what cures it; return the exit status."""
    from src.desks.tsg.validator import problems

    try:
        text = (sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()).decode("utf-8")
    except OSError as error:
        told = said("{path} can't be read: {reason}.", path=name, reason=error.strerror)
        print(told, file=sys.stderr)
        return UNREADABLE
    except UnicodeDecodeError:
        print(said("{path} is no text in UTF-8.", path=name), file=sys.stderr)
        return UNREADABLE
    found = problems(text)
    if as_json:
        listed = [{"line": one.line, "code": one.code, "cure": one.cure} for one in found]
        print(json.dumps({"file": name, "problems": listed}, ensure_ascii=False, indent=2))
    else:
        for one in found:
            print(
                f"{name}:{one.line}: {one.code}: {one.cure}"
                if one.line
                else f"{name}: {one.code}: {one.cure}"
            )
        if not found:
            print(said("{path}: sound.", path=name))
    return PROBLEMS if found else SOUND
