"""Lines of a guide as models are given them: to be written again or reviewed, and to be read a second time."""

from collections.abc import Mapping, Sequence

from src.answering.support import SupportReading, statements_read
from src.desks.tsg.artifacts import Guide, GuideLine
from src.desks.tsg.forms import StandingDraft
from src.desks.tsg.gate import STATING, UNPLACED
from src.dossier.models import SourceBase
from src.llm.protocol import Llm


def standing_lines(guide: Guide) -> list[StandingDraft]:
    """Return the lines of a guide, each with all that it stands on, or with the question that it lacks."""
    questions = {placeholder.id: placeholder.question for placeholder in guide.placeholders}
    return [
        StandingDraft(
            number=line.n,
            section=UNPLACED if line.unplaced else section,
            part=line.part,
            kind=line.kind,
            text=line.text,
            quote=" ... ".join(support.quote for support in line.supports)
            or questions.get(line.placeholder, ""),
            source=line.support.source if line.support else "",
            by_author=line.by_author,
        )
        for section, line in guide.lines()
    ]


async def lines_read(
    llm: Llm, lines: Mapping[int, GuideLine], bases: Sequence[SourceBase]
) -> SupportReading:
    """Return what a second reading says of the lines in words, by the numbers that they are given under."""
    statements = {
        number: (line.text, [(said.source, said.start, said.end)])
        for number, line in lines.items()
        if (said := line.support) and line.kind in STATING
    }
    return await statements_read(llm, statements, bases)
