"""The name by which a question's gold and a source are known to be the same thing."""

import re

from src.dossier.models import Source

_UNSAFE = re.compile(r"[\s/@#~]+")


def article_key(work: str, article: str) -> str:
    """Return the key of an article in whatever version: ``bwbr0002320/22j``."""
    return f"{work}/{_UNSAFE.sub('-', article.strip())}".lower()


def source_key(source: Source) -> str:
    """Return the key of a source: of all versions of an article the same, of a passage or ruling its id."""
    if source.kind != "legislation" or "/" not in source.id:
        return source.id.lower()
    work, _, article = source.id.partition("@")[0].partition("~")[0].partition("/")
    return f"{work}/{article}".lower()
