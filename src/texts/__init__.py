"""Every fixed text of the engine: one catalogue a language, a JSON file for translators, read once.

A desk's texts are in its own folder, as TOML; the sentences of errors are too, in ``errors.toml``.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
_CATALOGUES = {
    language: json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    for language in ("nl", "en")
}


def catalogue(language: str, section: str) -> Mapping[str, Any]:
    """Return the texts of one part of the program by their names."""
    found: Mapping[str, Any] = _CATALOGUES[language][section]
    return found


def beside(module: str, name: str, *, optional: bool = False) -> dict[str, Any]:
    """Return what the TOML file of this name says, beside the module of which this is the ``__file__``.

    Where there is none, that is nothing if it is ``optional``, else ``FileNotFoundError``.
    """
    path = Path(module).with_name(f"{name}.toml")
    return {} if optional and not path.is_file() else tomllib.loads(path.read_text("utf-8"))
