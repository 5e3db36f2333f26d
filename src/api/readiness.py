"""Whether turns can be answered and stored now, and what is in the way where not."""

import asyncio
import shutil
from pathlib import Path

from src.bootstrap import Parts
from src.errors import TessError, sentence

LEAST_ROOM = 100 * 1024 * 1024
"""Bytes that must be free in the data folder; a turn takes some kilobytes, an ingest some hundred megabytes."""


async def problems(parts: Parts) -> list[str]:
    """Return one sentence for each thing in the way; empty where the server is ready."""
    found = [await _store(parts), *await _desks(parts), await asyncio.to_thread(_room, parts)]
    return [problem for problem in found if problem]


async def facts(parts: Parts) -> dict[str, int | bool | str]:
    """Return what all desks have; of a name that two of them use, the second's has its desk's name in front."""
    found: dict[str, int | bool | str] = {}
    for name, desk in parts.desks.items():
        for fact, value in (await desk.status()).facts.items():
            found[f"{name}_{fact}" if fact in found else fact] = value
    return found


async def summaries(parts: Parts) -> list[str]:
    """Return what each desk has in a few words, of those that have anything."""
    found = [(await desk.status()).summary for desk in parts.desks.values()]
    return [summary for summary in found if summary]


def weaknesses(parts: Parts) -> list[str]:
    """Return what keeps no turn from being taken, though it may end without an answer."""
    if parts.breaker is None or not parts.breaker.is_open:
        return []
    return ["The model's provider could not be reached lately; what needs no model works."]


def room(folder: Path) -> int:
    """Return the bytes that are free where a folder is, or would be."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.is_dir())
    return shutil.disk_usage(there).free


async def _store(parts: Parts) -> str:
    try:
        await parts.store.check()
    except TessError as error:
        return sentence(error.code, error.details, "en")
    return ""


async def _desks(parts: Parts) -> list[str]:
    found: list[str] = []
    for desk in parts.desks.values():
        try:
            found += (await desk.status()).problems
        except TessError as error:
            found.append(sentence(error.code, error.details, "en"))
    return found


def _room(parts: Parts) -> str:
    if parts.data_dir is None:
        return ""
    free = room(parts.data_dir)
    if free >= LEAST_ROOM:
        return ""
    return f"The disk of the data folder has {free // 2**20} MB left: make room."
