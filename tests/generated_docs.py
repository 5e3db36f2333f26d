"""The parts of the docs that are made from ``Settings``; ``python -m tests.generated_docs`` writes them anew."""

from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from src.desks.catalogue import plugs
from src.settings import DeskSettings, Settings

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = ROOT / "docs" / "settings.md"
ENV_EXAMPLE = ROOT / ".env.example"

EXAMPLE_HEAD = """\
# Every setting, with its default. Copy this file to .env and uncomment what you change; .env stays out of git.
# What is set in the environment counts first. What the settings mean together: docs/settings.md.
"""


def every_setting() -> dict[str, FieldInfo]:
    """Return the engine's settings by name, and those of every desk behind them."""
    fields = dict(Settings.model_fields)
    for model in [one.settings() for one in plugs() if one.settings]:
        own = set(model.model_fields) - set(DeskSettings.model_fields)
        fields |= {name: field for name, field in model.model_fields.items() if name in own}
    return fields


def settings_table() -> str:
    """Return the table of all settings."""
    rows = [
        f"| `{name.upper()}` | {_default_cell(field)} | {field.description} |"
        for name, field in every_setting().items()
    ]
    return "\n".join(["| setting | default | meaning |", "| --- | --- | --- |", *rows])


def env_example() -> str:
    """Return the text of ``.env.example``."""
    settings = (
        f"\n# {field.description}\n# {name.upper()}={_default(field)}\n"
        for name, field in every_setting().items()
    )
    return EXAMPLE_HEAD + "".join(settings)


def with_block(text: str, name: str, content: str) -> str:
    """Return a Markdown text whose block ``name`` has this content; ValueError where it has no such block."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, begun, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise ValueError(f"no block {name}")
    return f"{before}{begin}\n{content}\n{end}{after}"


def _default(field: FieldInfo) -> str:
    default: Any = field.get_default()
    return "" if default is None else str(default)


def _default_cell(field: FieldInfo) -> str:
    default = _default(field)
    return f"`{default}`" if default else ""


def main() -> None:
    """Write the generated parts."""
    page = SETTINGS.read_text("utf-8")
    SETTINGS.write_text(with_block(page, "settings", settings_table()), "utf-8")
    ENV_EXAMPLE.write_text(env_example(), "utf-8")


if __name__ == "__main__":
    main()
