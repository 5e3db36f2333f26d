"""Importing a library without another that it would bring along."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without(package: str) -> Iterator[None]:
    """Let a package count as not installed for what is imported in this block."""
    known = sys.modules.pop(package, None)
    sys.modules[package] = None  # type: ignore[assignment]  # Python's own way to forbid an import
    try:
        yield
    finally:
        del sys.modules[package]
        if known:
            sys.modules[package] = known
