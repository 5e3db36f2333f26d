"""Looks which answers of a firm no longer stand on what their sources say, and tells of those that it has not told of.

Ends with 0 where there is nothing new, with 1 where there is, with 2 where the server can't be asked.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

Stale = list[dict[str, Any]]


def stale() -> Stale:
    """Return the answers of the firm whose token this is that an update of the library has touched."""
    pages = os.environ.get("TESS_URL", "http://127.0.0.1:8000")
    token = os.environ.get("TESS_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    reply = httpx2.get(f"{pages}/stale", headers=headers, timeout=600)
    found = reply.raise_for_status().json()
    if found["unreadable"]:
        print(f"Could not be read: {', '.join(found['unreadable'])}", file=sys.stderr)
    answers: Stale = found["answers"]
    return answers


def key(answer: dict[str, Any]) -> str:
    """Return by what one knows an answer, and what became of it, from one night to the next."""
    quotes = sorted(f"{one['source_id']} {one['state']} {one['now']}" for one in answer["quotes"])
    return "; ".join([answer["dossier_id"], answer["answer"], *quotes])


def told_before(kept: Path) -> list[str]:
    """Return what was told in earlier nights."""
    known: list[str] = json.loads(kept.read_text("utf-8")) if kept.exists() else []
    return known


def report(answers: Stale) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"{len(answers)} answers no longer stand on what their sources say:"
    for one in answers:
        yield f"- {one['dossier_id']} {one['answer']}: {' '.join(one['question'].split())}"
        for quote in one["quotes"]:
            now = f", now {quote['now']}" if quote["now"] else ""
            yield f"  - {quote['state']}: {quote['title']}{now}"


def main(kept: Path) -> int:
    """Tell what is new since the last night, and keep that it was told."""
    found = stale()
    before = told_before(kept)
    new = [one for one in found if key(one) not in before]
    if new:
        text = "\n".join(report(new))
        print(text)
        if webhook := os.environ.get("REPORT_WEBHOOK"):
            httpx2.post(webhook, json={"text": text}, timeout=30).raise_for_status()
    # Only now: what could not be told is told tomorrow.
    kept.write_text(json.dumps([key(one) for one in found]), "utf-8")
    return 1 if new else 0


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1])))
    except (httpx2.HTTPError, OSError, ValueError) as error:
        print(f"The look for stale answers failed: {error}", file=sys.stderr)
        sys.exit(2)
