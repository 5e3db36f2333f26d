"""Where things stand: what ships with the program, and what its user keeps."""

import sys
from collections.abc import Mapping
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parent.parent

IS_CHECKOUT = (PROJECT_ROOT / "pyproject.toml").is_file()

SHIPPED = PROJECT_ROOT if IS_CHECKOUT else PROJECT_ROOT / "src" / "shipped"
"""Below it stands what is read besides code, ``data/starter``, ``docs`` and their like: ``setup.py`` lists it."""


CALLED = "./tess" if IS_CHECKOUT else "tess"
"""What a person types to call this program."""

PROGRAM = (
    PROJECT_ROOT / "tess"
    if IS_CHECKOUT
    else Path(sys.executable).with_name("tess.exe" if sys.platform == "win32" else "tess")
)
"""What another program calls."""


def data_dir(
    environment: Mapping[str, str], platform: str = sys.platform, *, is_checkout: bool = IS_CHECKOUT
) -> Path:
    """Return where files are kept unless a setting says otherwise: beside the code, or among a user's other data."""
    if is_checkout:
        return Path("data")
    home = Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "tess"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "tess"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "tess"
