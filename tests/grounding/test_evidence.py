"""Whether a text has a name: as a whole, in any case or exactly, and a number however it is written."""

import pytest

from src.grounding.evidence import has_name


@pytest.mark.parametrize(
    ("text", "name", "loosely", "exactly"),
    [
        ("Set TESS_DATA_DIR first", "TESS_DATA_DIR", True, True),
        ("Set TESS_DATA_DIR first", "TESS_DATA", False, False),
        ("set tess_data", "TESS_DATA", True, False),
        ("use --force", "-force", False, False),
        ("at /mnt/etc/hosts", "/etc/hosts", True, False),
        ("at most 24000", "24,000", True, True),
        ("version 2.4", "v2.40", False, False),
        ("the host 10.0.0.41", "10.0.0.4", False, False),
        ("anything", " ", False, False),
    ],
)
def test_a_name_stands_as_a_whole(text: str, name: str, *, loosely: bool, exactly: bool) -> None:
    assert has_name(text, name) is loosely
    assert has_name(text, name, exactly=True) is exactly


@pytest.mark.parametrize(
    ("name", "text", "is_there"),
    [
        ("OpenAPI-schema", "the generated OpenAPI schema", True),
        ("keepalive", "a keep-alive comment", True),
        ("CORS-instelling", "add it to the CORS settings", True),
        ("X-Token", "send X-Other", False),
        ("CORS-instelling", "add it to the settings", False),
    ],
)
def test_in_prose_a_compound_counts_however_it_is_joined(
    name: str, text: str, is_there: bool
) -> None:
    assert has_name(text, name, in_prose=True) is is_there
    assert not has_name(text, name)
