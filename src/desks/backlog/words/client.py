"""What clients show of the desk before it is asked anything, and what they call what it makes."""

import src.desks.backlog.artifacts as artifacts
from src.desks.desk import desk_words
from src.desks.kinds import PerLanguage, kinds_of
from src.texts import beside

TITLE: PerLanguage = {"nl": "Backlog", "en": "Backlog"}

WORDS = desk_words(beside(__file__, "client"))

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {
        artifacts.SEGMENT: artifacts.SegmentPlace,
        artifacts.OVERVIEW: artifacts.Overview,
        artifacts.CANDIDATES: artifacts.NeedCandidates,
        artifacts.ITEM: artifacts.BacklogItem,
        artifacts.TAG: artifacts.StoryTag,
        artifacts.DIFFERENCE: artifacts.Difference,
        artifacts.JUDGEMENT: artifacts.ItemJudgement,
        artifacts.BACKLOG: artifacts.BacklogPage,
        artifacts.RUN: artifacts.RunState,
    },
)
