"""All figures of the desk: how transcripts are cut, needs found and stories tagged, by the rules and by a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.backlog.needs import evaluate_needs
from evals.backlog.segmentation import evaluate_segmentation
from evals.backlog.tagging import (
    GoldItem,
    TagRow,
    UnreadableBacklogData,
    evaluate_tagging,
    read_rows,
)
from src.desks import backlog
from src.desks.backlog.offline.rules import backlog_rules
from src.desks.backlog.tagging import Tagger
from src.llm.models import ModelFactory, encoder_of, offline_models
from src.llm.protocol import Llm
from src.places import PROJECT_ROOT
from src.search.encoder import Rows, rows_of
from src.settings import Settings

PROMPTS = Path(backlog.__file__).parent
NATURAL = PROJECT_ROOT / "benchmarks" / "questions" / "backlog"
MEETINGS, PLANTED = Path("segmentation", "dev.jsonl"), "planted_dev.jsonl"
MADE_ROWS, NATURAL_ROWS, NATURAL_ITEMS = "tagging_dev.jsonl", "natural.jsonl", "items.jsonl"

Figures = dict[str, Any]


@dataclass(frozen=True)
class BacklogFigures:
    """All figures, by what they are of."""

    parts: Mapping[str, Figures]

    def data(self) -> Mapping[str, Figures]:
        """Return the figures for a program."""
        return self.parts


@dataclass(frozen=True)
class _Measured:
    """What is measured, and the vectors that it is searched by."""

    data: Path
    made: Sequence[TagRow]
    natural: Sequence[TagRow]
    items: Sequence[GoldItem]
    vectors: Rows | None

    async def by(self, llm: Llm) -> Mapping[str, Figures]:
        """Return the figures of one model."""
        tagger = Tagger(llm, _prompt("tag"))
        cutting, writing = _prompt("segment"), _prompt("items")
        try:
            meetings = await evaluate_segmentation(self.data / MEETINGS, llm, cutting)
            needs = await evaluate_needs(self.data / PLANTED, llm, (cutting, writing))
        except (OSError, ValueError, KeyError) as error:
            problem = f"the meetings in {self.data} can't be read: {type(error).__name__}"
            raise UnreadableBacklogData(problem) from None
        made = await evaluate_tagging(self.made, tagger, self.vectors)
        natural = await evaluate_tagging(self.natural, tagger, self.vectors, self.items)
        return {
            "segmentation": meetings,
            "needs": needs,
            "tagging": made.data(),
            "natural": natural.data(),
        }


async def evaluate_backlog(
    data: Path, natural: Path | None, settings: Settings, *, with_model: bool = False
) -> BacklogFigures:
    """Return the figures of a folder of data and of natural rows with their items; raises ``UnreadableBacklogData``.

    Those of a model beside those of the rules, where that is asked for and the settings name one.
    """
    own = natural or NATURAL
    vectors = rows_of(encoder_of(settings))
    measured = _Measured(
        data,
        read_rows(data / MADE_ROWS, TagRow),
        read_rows(own / NATURAL_ROWS, TagRow),
        read_rows(own / NATURAL_ITEMS, GoldItem),
        vectors,
    )
    parts = {**await measured.by(offline_models(backlog_rules(vectors)).main)}
    if with_model and not settings.uses_offline_model:
        factory = ModelFactory(settings)
        try:
            by_model = await measured.by(factory.models(backlog_rules(vectors)).main)
        finally:
            await factory.close()
        parts |= {f"{name}_by_model": figures for name, figures in by_model.items()}
    return BacklogFigures(parts)


def _prompt(name: str) -> str:
    return (PROMPTS / f"prompt_{name}.md").read_text(encoding="utf-8")


def figures_text(figures: BacklogFigures) -> str:
    """Return the figures for people: a line for each, with its interval where it has one."""
    lines: list[str] = []
    for part, data in figures.data().items():
        lines += [part, *_lines(data, "  "), ""]
    return "\n".join(lines).rstrip()


def _lines(data: Mapping[str, Any], indent: str) -> list[str]:
    lines: list[str] = []
    for name, value in data.items():
        if isinstance(value, Mapping) and {"mean", "low", "high"} == value.keys():
            lines.append(f"{indent}{name}: {value['mean']} [{value['low']}, {value['high']}]")
        elif isinstance(value, Mapping):
            lines += [f"{indent}{name}:", *_lines(value, f"{indent}  ")]
        else:
            lines.append(f"{indent}{name}: {value}")
    return lines
