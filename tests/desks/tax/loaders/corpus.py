"""A law of our own invention in the form of the public corpus regelrecht, in as many versions as one likes."""

from collections.abc import Mapping
from pathlib import Path

WORK = "BWBR0099902"
SLUG = "wet_op_de_reuzenbelasting"
TITLE = "Wet op de reuzenbelasting"


def version(day: str, articles: str, **fields: str) -> str:
    """Return a version of the law; ``articles`` are its rows."""
    told = {
        "$schema": "https://raw.githubusercontent.com/MinBZK/regelrecht/schema.json",
        "$id": SLUG,
        "regulatory_layer": "WET",
        "publication_date": "'2025-12-12'",
        "valid_from": f"'{day}'",
        "bwb_id": WORK,
        "url": f"https://wetten.overheid.nl/{WORK}/{day}",
        **fields,
    }
    head = "".join(f"{name}: {value}\n" for name, value in told.items() if value)
    return f"---\n{head}articles:\n{articles}"


def article(number: str, text: str, day: str, addressed: str = "") -> str:
    """Return the row of an article, or of a part of the article that its address names."""
    lines = "".join(f"      {line}\n" if line else "\n" for line in text.split("\n"))
    address = f"https://wetten.overheid.nl/{WORK}/{day}#Artikel{addressed or number}"
    return f"  - number: '{number}'\n    text: |-\n{lines}    url: {address}\n"


def in_corpus(clone: Path, versions: Mapping[str, Mapping[str, str]]) -> Path:
    """Write versions of the law, by their days, where the corpus has them; return its folder."""
    folder = clone / "regulation" / "nl" / "wet" / SLUG
    folder.mkdir(parents=True, exist_ok=True)
    for day, texts in versions.items():
        rows = "".join(article(number, text, day) for number, text in texts.items())
        (folder / f"{day}.yaml").write_text(version(day, rows), "utf-8")
    return folder
