"""The command that copies dossiers from one store into another."""

import asyncio
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

from src.bootstrap import store_at
from src.commands.printing import print_json, tell
from src.dossier.moving import Moved, move
from src.errors import BadSettings, NotWritten, StorageFailed
from src.settings import is_database
from src.spoken import said

DONE, REFUSED = 0, 1


def move_store(options: Namespace, _: list[str]) -> int:
    """Copy every dossier and print what became of each; 1 where one could not be copied."""
    source, target = options.source, options.target
    # Opening a store makes its folder, and a slip of the pen must not.
    if not is_database(source) and not Path(source).is_dir():
        raise BadSettings(problem=said("FROM is {path}, and there is no such folder", path=source))
    if source == target:
        raise BadSettings(problem=said("FROM and TO are the same place"))
    with _not_left_half_made(target):
        moved = asyncio.run(_move_all(source, target, quiet=options.json))
    if options.json:
        print_json([entry.model_dump() for entry in moved])
    else:
        _print_summary(moved)
    return REFUSED if any(entry.problem for entry in moved) else DONE


@contextmanager
def _not_left_half_made(target: str) -> Iterator[None]:
    """Turn a target that takes no more into ``NotWritten``; a folder that was made for nothing is removed again."""
    place = None if is_database(target) else Path(target)
    is_new = place is not None and not place.exists()
    try:
        yield
    except StorageFailed as error:
        if place and is_new:
            with suppress(OSError):  # what was copied stays, and its folder with it
                place.rmdir()
        told = str(place or said("The database"))  # whose address has a password in it
        raise NotWritten(path=told, problem=error.details["problem"]) from error


async def _move_all(source: str, target: str, *, quiet: bool) -> list[Moved]:
    async with AsyncExitStack() as opened:
        left, close_left = store_at(source)
        opened.push_async_callback(close_left)
        ids = await left.ids()
        inside = Path(source) / "dossiers"
        if not ids and not is_database(source) and inside.is_dir():
            told = "FROM is {path}; the dossiers are in {inside}"
            raise BadSettings(problem=said(told, path=Path(source), inside=inside))
        right, close_right = store_at(target)
        opened.push_async_callback(close_right)
        moved = []
        for dossier_id in ids:
            moved.append(await move(left, right, dossier_id))
            if not quiet:
                _print_line(moved[-1])
        return moved


def _print_line(moved: Moved) -> None:
    if moved.problem:
        known = {"dossier": moved.dossier_id, "problem": moved.problem}
        tell(said("{dossier}: left out, {problem}", **known))
        return
    done = "was there already" if moved.already_there else "copied"
    told = "{dossier}: {done}, {entries} entries, last hash {hash}"
    print(
        said(
            told, dossier=moved.dossier_id, done=said(done), entries=moved.entries, hash=moved.hash
        )
    )


def _print_summary(moved: list[Moved]) -> None:
    left_out = sum(1 for entry in moved if entry.problem)
    there = sum(1 for entry in moved if entry.already_there)
    copied = len(moved) - left_out - there
    told = "{copied} copied and verified, {there} there already, {left_out} left out."
    print(said(told, copied=copied, there=there, left_out=left_out))
