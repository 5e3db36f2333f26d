"""How the tax desk defends its answers."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from src.answering.answer import Answering, FinishedAnswer, Verify
from src.answering.extract import Cutting
from src.answering.rules import AnswerRules, Policy
from src.desks.tax.law.bearing import LawBearing
from src.desks.tax.library import dutch
from src.desks.tax.library.passages import Retriever
from src.desks.tax.memo import LawOverTime, TaxMemo, counting
from src.dossier.models import Answer, Dossier
from src.grounding.terms import Birthday, Calendar
from src.grounding.verification import verified
from src.llm.forms import AnswerDraft
from src.llm.protocol import ChatMessage, Drafter, Reply, StructuredReply

TERMS = Calendar(
    fixed=frozenset({(1, 1), (5, 5), (12, 25), (12, 26)}),
    around_easter=frozenset({-2, 1, 39, 50}),
    birthdays=(Birthday(1949, 4, 30, if_sunday=1), Birthday(1980, 4, 30), Birthday(2014, 4, 27)),
    longest={"days": 90, "weeks": 12, "months": 3},
)
"""Article 3: New Year's Day, Good Friday, Easter Monday, Ascension Day, Whit Monday, both days of Christmas, the King's
birthday and the fifth of May. Articles 1 and 4: the end of a term is moved, but not of one in years, nor of over 90
days, twelve weeks or three months."""


POLICY: Policy = "strike"
"""An adviser is served by the claims that hold, as long as it is said which did not and why."""

SECONDS = 120

LONGEST_SOURCE = 2_000
"""Characters of an article or ruling that a model is given: its opening and the pieces nearest to the question.

Of 83 kept questions to which the law of 2015 has the answer 82 still have it, as with 3,200; with 1,600 81 have."""

LONGEST_PIECE = 850


def article_of(source_id: str) -> str:
    """Return what all versions of an article share: ``BWBR0002629/9`` of ``BWBR0002629/9@2024-01-01``."""
    return source_id.partition("@")[0]


RULES = AnswerRules(
    prompt=(Path(__file__).parent / "answer_prompt.md").read_text(encoding="utf-8"),
    first_prompt=(Path(__file__).parent / "answer_prompt_first.md").read_text(encoding="utf-8"),
    tool="generate_tax_answer",
    seconds=SECONDS,
    policy=POLICY,
    calendar=TERMS,
    bearing=LawBearing(),
    cutting=Cutting(
        dutch.terms, "[... {count} tekens weggelaten ...]", LONGEST_SOURCE, LONGEST_PIECE
    ),
    unversioned=article_of,
    counting=counting,
    memo=TaxMemo(),
)


class DatedDrafter:
    """A ``Drafter`` whose tasks end with the days that count, and those of an answer with the answer before it.

    A receipt has the tasks without them: it keeps the days itself, and the dossier has the answer.
    """

    def __init__(self, llm: Drafter, days: Mapping[str, str], earlier: str) -> None:
        self._llm, self._days, self._earlier = llm, days, earlier
        self.id, self.parameters = llm.id, llm.parameters

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        drafts = self._earlier and response_format is AnswerDraft
        told = {**({"earlier_answer": self._earlier} if drafts else {}), **self._days}
        last = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        dated = [
            replace(message, content=f"{message.content.removesuffix('}')},{last[1:]}")
            if message.role == "user"
            else message
            for message in messages
        ]
        return await self._llm.chat_structured(dated, response_format, repair=repair)


def earlier_answer(dossier: Dossier, question: str) -> Answer | None:
    """Return the newest answer to a question that this one begins with; None where there is none."""
    asked = " ".join(question.split())
    answered = ((answer, " ".join(answer.question.split())) for answer in reversed(dossier.answers))
    return next(
        (entry for entry, before in answered if before != asked and asked.startswith(before)), None
    )


class DatedAnswering(Answering):
    """Answers by a model that is told today and the day whose law counts in every task."""

    async def answer(self, dossier: Dossier, question: str) -> FinishedAnswer:
        before = earlier_answer(dossier, question)
        today = self.today().isoformat() if self.today else ""
        law_of = dossier.as_of.isoformat() if dossier.as_of else today
        llm = DatedDrafter(
            self.llm, {"today": today, "law_of": law_of}, before.conclusion if before else ""
        )
        return await Answering.answer(replace(self, llm=llm) if today else self, dossier, question)


def tax_answering(
    llm: Drafter,
    retriever: Retriever,
    policy: Policy = POLICY,
    verify: Verify = verified,
    *,
    support: bool = False,
    today: Callable[[], date] | None = None,
) -> Answering:
    """Return what answers questions of tax law with this model and library."""
    law = LawOverTime(retriever)
    rules = replace(RULES, policy=policy, support=support)
    return DatedAnswering(rules, llm, law, law, verify, today)
