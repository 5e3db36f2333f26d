"""What clients show of the desk before it is asked anything, and what they call what it makes."""

import src.desks.backlog.artifacts as artifacts
from src.desks.backlog.artifacts import (
    BACKLOG,
    CANDIDATES,
    DIFFERENCE,
    ITEM,
    JUDGEMENT,
    OVERVIEW,
    RUN,
    SEGMENT,
    TAG,
)
from src.desks.desk import desk_words
from src.desks.kinds import PerLanguage, kinds_of
from src.texts import beside

TITLE: PerLanguage = {"nl": "Backlog", "en": "Backlog"}

WORDS = desk_words(beside(__file__, "client"))

ARTIFACTS = kinds_of(
    beside(__file__, "artifacts"),
    {
        SEGMENT: artifacts.SegmentPlace,
        OVERVIEW: artifacts.Overview,
        CANDIDATES: artifacts.NeedCandidates,
        ITEM: artifacts.BacklogItem,
        TAG: artifacts.StoryTag,
        DIFFERENCE: artifacts.Difference,
        JUDGEMENT: artifacts.ItemJudgement,
        BACKLOG: artifacts.BacklogPage,
        RUN: artifacts.RunState,
    },
)
