"""The desk that finds the cause of an Azure error."""

from dataclasses import replace
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from src.answering.answer import Answering
from src.desks.azure.answering import RULES
from src.desks.azure.arm_calls import ReadsArm
from src.desks.azure.attached import Attachments, CountsTrace, NoSecrets, TakesFiles
from src.desks.azure.cleaning import CleanLlm
from src.desks.azure.known import state
from src.desks.azure.offline.rules import OFFLINE_RULES
from src.desks.azure.over_mcp import mcp_tools
from src.desks.azure.pasted import own_words
from src.desks.azure.presenter import KINDS, TELL
from src.desks.azure.reading import ArmReader
from src.desks.azure.routes import routes
from src.desks.azure.services.login import SealedInDatabase, Vault
from src.desks.azure.sessions import Sessions
from src.desks.azure.settings import AzureSettings
from src.desks.azure.steps import shown_by
from src.desks.azure.trace import CALLS_PER_TURN, REASON, ROUNDS_PER_TURN, calls_left
from src.desks.azure.words import WORDINGS
from src.desks.azure.words.client import ARTIFACTS, TITLE, WORDS
from src.desks.desk import Budget, Desk, Engine
from src.grounding.verification import verified
from src.observing.traced import traced
from src.services.when_asked import when_asked
from src.tools.azure.ending import AskUser, Diagnose, GiveUp, ShowDiagnosis
from src.tools.azure.looking_up import LookUpCode
from src.tools.azure.reading import (
    ActivityLog,
    ListResources,
    ListSubscriptions,
    QueryGraph,
    ReadRegion,
    ReadResource,
)
from src.tools.calculate import Calculate
from src.tools.rate import RateAnswer
from src.tools.read import ReadSource

if TYPE_CHECKING:
    from src.desks.azure.services.arm import Arm
    from src.desks.azure.services.login import Login

HERE = Path(__file__).parent

BUDGET = Budget(
    rounds=ROUNDS_PER_TURN,
    calls=CALLS_PER_TURN,
    seconds=60,
    soft_seconds=34,
    history=20_000,
    spent="continue",
)
"""No round begins after which Azure could be waited for beyond 45 seconds, as a reading takes up to 10. What a user
said of an error stands in the conversation alone, so all of it goes along."""


def make(engine: Engine) -> Desk:
    """Return the desk that asks Azure at the address of its settings."""
    settings = engine.settings
    assert isinstance(settings, AzureSettings)
    key = settings.vault_key
    # Tokens are held in the database where one is lent and a key is set for all its servers, else here.
    vault = Vault(key, SealedInDatabase(engine.lend) if engine.lend and key else None)

    def make_arm() -> "Arm":
        from src.desks.azure.services.arm import Arm

        return Arm(settings.tess_azure_url)

    arm = when_asked(make_arm)

    def make_login() -> "Login":
        from src.desks.azure.services.login import Login

        return Login(arm, vault, settings.applications, settings.tenants)

    return azure_desk(engine, arm, Sessions(when_asked(make_login), vault, engine.login_tokens))


def azure_desk(engine: Engine, arm: ReadsArm, sessions: Sessions, budget: Budget = BUDGET) -> Desk:
    """Return the desk over this door to Azure and these logins."""
    llm = CleanLlm(engine.models(OFFLINE_RULES).main, support=engine.support)
    reader = ArmReader(arm, sessions, engine.tracer)
    attachments = Attachments()
    judge = traced(engine.tracer, "diagnose", verified)
    rules = replace(RULES, support=engine.support)
    answering = Answering(rules, llm, verify=judge)
    prompt = Template((HERE / "prompt.md").read_text(encoding="utf-8"))
    shows = "\n".join(f"- {name}: {what}" for name, what in shown_by().items())
    return Desk(
        name="azure",
        template=Template(prompt.substitute(shows=shows)),
        tools=(
            ListSubscriptions(reader),
            ListResources(reader),
            ReadResource(reader),
            ReadRegion(reader),
            ActivityLog(reader),
            QueryGraph(reader),
            ReadSource(),
            LookUpCode(lambda: sessions.known() is not None, llm),
            AskUser(),
            Diagnose(answering),
            ShowDiagnosis(),
            GiveUp(),
            Calculate(),
            RateAnswer(by_hand=True),
        ),
        budget=budget,
        words=WORDS,
        llm=llm,
        question_reason=REASON,
        state=lambda dossier: state(dossier, sessions.known()),
        calls_left=calls_left,
        otherwise="request",
        own_words=own_words,
        title=TITLE,
        sources=KINDS,
        artifacts=ARTIFACTS,
        wordings=WORDINGS,
        tell=TELL,
        answering=answering,
        by_hand={"feedback": "rate_answer"},
        refuses_secrets=True,
        intake=(NoSecrets(), CountsTrace(engine.store, sessions), TakesFiles(attachments)),
        routes=routes(sessions, attachments, engine.store),
        mcp_tools=mcp_tools(sessions, attachments, engine.store),
        close=arm.close,
        one_at_a_time=True,
    )
