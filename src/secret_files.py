"""Secrets that stand in files, which settings name."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def secrets_in_files(values: Mapping[str, object], names: Iterable[str]) -> dict[str, str]:
    """Return the secrets of these names whose files are named, without the white space around them."""
    found: dict[str, str] = {}
    for name in names:
        path, setting = values.get(f"{name}_file"), f"{name.upper()}_FILE"
        if path and values.get(name):
            raise ValueError(f"{name.upper()} and {setting} are both set: leave one empty")
        if path:
            found[name] = _secret_in(setting, Path(str(path)))
    return found


def _secret_in(setting: str, path: Path) -> str:
    try:
        secret = path.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ValueError(f"{setting} is {path}, which can't be read: {reason}") from None
    if not secret:
        raise ValueError(f"{setting} is {path}, and there is nothing in it")
    return secret
