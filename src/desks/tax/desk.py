"""TESS: Dutch tax law."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from string import Template

from src.answering.answer import Verify
from src.answering.rules import Policy
from src.answering.verification import verified
from src.desks.desk import Budget, Desk
from src.desks.manager import ModelManager
from src.desks.tax.answering import POLICY, SECONDS, tax_answering
from src.desks.tax.intake import DayOfLaw
from src.desks.tax.library.passages import Retriever
from src.desks.tax.presenter import KINDS, TELL, may_say
from src.desks.tax.words import WORDINGS
from src.desks.tax.words.client import TITLE, WORDS
from src.dossier.store import DossierStore
from src.llm.protocol import Llm
from src.tools.sources import RemoveSources, RestoreSources
from src.tools.tax.answer import GenerateTaxAnswer
from src.tools.tax.search import GetCaseLaw, GetLegislation
from src.tools.undo import Redo, Undo

BUDGET = Budget(rounds=1, calls=8, seconds=SECONDS)
"""One call of the model decides a turn; the presenter words it."""


def tax_desk(
    llm: Llm,
    retriever: Retriever,
    store: DossierStore,
    policy: Policy = POLICY,
    verify: Verify = verified,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Desk:
    """Return the desk for Dutch tax law."""
    answering = tax_answering(llm, retriever, policy, verify)
    return Desk(
        name="tax",
        template=Template((Path(__file__).parent / "prompt.md").read_text(encoding="utf-8")),
        tools=(
            GetLegislation(retriever),
            GetCaseLaw(retriever),
            RemoveSources(llm),
            RestoreSources(llm),
            Undo(store),
            Redo(store),
            GenerateTaxAnswer(answering),
        ),
        budget=BUDGET,
        answering=answering,
        words=WORDS,
        title=TITLE,
        manager=ModelManager(llm),
        sources=KINDS,
        wordings=WORDINGS,
        tell=TELL,
        intake=(DayOfLaw(clock),),
        may_say=may_say,
    )
