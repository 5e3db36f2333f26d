"""``tess doctor``: looks at settings first, as the rest depends on them; the machine; what a server stands on."""

import argparse
import asyncio
import importlib.metadata
import platform
import re
import resource
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from math import inf
from pathlib import Path
from typing import Literal

from packaging.requirements import Requirement

from src.api.rest import LEAST_ROOM, room
from src.api.server import EARLIEST, LATEST
from src.api.serving import listening_socket
from src.bootstrap import open_desk, open_model, open_store, within
from src.commands.local_server import runs
from src.commands.mcp_door import lines_to_paste
from src.commands.printing import show
from src.commands.verifying import last
from src.desks.catalogue import plugs
from src.desks.desk import Budget
from src.desks.plug import Plug
from src.errors import BadSettings, ModelGaveNoAnswer, TessError, sentence
from src.errors.base import ForOperator
from src.llm.abilities import Abilities, Able
from src.llm.forms import Form
from src.llm.protocol import ChatMessage, ToolSpec
from src.llm.wrappers import Breaker
from src.places import CALLED, PROGRAM, PROJECT_ROOT
from src.settings import Settings
from src.spoken import said, spoken

WELL, ILL = 0, 1

LOCK = PROJECT_ROOT / "requirements.lock"
FEW_FILES = 4096
AMPLE_ROOM = 10 * LEAST_ROOM

State = Literal["ok", "note", "ACT"]


@dataclass(frozen=True)
class Finding:
    """A part, what there is to say of it and what to do about it, and how it is (``note``: it could be better)."""

    part: str
    told: str
    to_do: str = ""
    state: State = "ok"

    @property
    def must_act(self) -> bool:
        """Whether the installation does not work as it is."""
        return self.state == "ACT"


note, ill = (partial(Finding, state=state) for state in ("note", "ACT"))
"""What could be done, and what must be done."""


async def examine(options: argparse.Namespace, *, online: bool) -> list[Finding]:
    """Return one finding for each part; without settings that can be read, for those that need none.

    ``online`` lets the model be asked.
    """
    of_machine = [
        Finding("python", f"Python {platform.python_version()}."),
        packages(),
        clock(),
        files(),
    ]
    try:
        settings: Settings = options.read_settings()
    except BadSettings as error:
        told = ill("settings", _sentence(error), said("Mend that, and run ./tess doctor again."))
        return [told, *of_machine]
    installed = plugs(options.desks)
    desks = [await desk(plug, settings) for plug in installed]
    return [
        _settings(settings),
        *of_machine,
        disk(settings.tess_data_dir),
        port(settings.api_host, settings.api_port),
        await store(settings),
        journals(settings.tess_data_dir),
        *[found for found, _ in desks],
        limits(
            settings,
            {plug.name: budget for plug, (_, budget) in zip(installed, desks, strict=True)},
        ),
        await model(settings, online=online),
        mcp(settings),
    ]


def _settings(settings: Settings) -> Finding:
    given = sorted(name.upper() for name in settings.given)
    return Finding(
        "settings",
        said("Set: {names}.", names=", ".join(given)) if given else said("All as they come."),
    )


def mcp(settings: Settings) -> Finding:
    """Tell what to paste into MCP clients."""
    pasted = lines_to_paste(settings, str(PROGRAM))
    lines = [f"{client}: {line}" for client, line in pasted.items()]
    told = "For MCP clients, by ./tess mcp (TESS_MCP=on: at /mcp, too); paste:"
    if settings.tess_mcp == "on":
        told = "For MCP clients, open at /mcp; paste:"
    return Finding("mcp", "\n      ".join([said(told), *lines]))


def packages(lock: Path = LOCK) -> Finding:
    """Tell whether what is installed is what the lock says, and so what was tested."""
    if not lock.is_file():
        return note(
            "packages", said("There is no requirements.lock here."), said("Nothing was compared.")
        )
    wanted = _pins(lock)
    for further in lock.parent.glob("requirements-*.lock"):  # what not every command needs
        wanted |= {name: pin for name, pin in _pins(further).items() if _installed(name)}
    differing = [name for name, version in wanted.items() if _installed(name) != version]
    if not differing:
        return Finding("packages", said("{count} packages are as locked.", count=len(wanted)))
    some = ", ".join(f"{name} {_installed(name) or said('missing')}" for name in differing[:3])
    told = "{count} of {all} packages are not as locked: {some}."
    told = said(told, count=len(differing), all=len(wanted), some=some)
    return ill("packages", told, said("Delete .venv; the next ./tess installs them anew."))


def _pins(lock: Path) -> dict[str, str]:
    return dict(filter(None, map(_pin, lock.read_text("utf-8").splitlines())))


def _pin(line: str) -> tuple[str, str] | None:
    """Return name and version of a line of the lock, None where it has none or is for another machine."""
    if not re.match(r"[A-Za-z0-9]", line):
        return None
    requirement = Requirement(line.removesuffix("\\").strip())
    if requirement.marker and not requirement.marker.evaluate():
        return None
    (version,) = requirement.specifier
    return requirement.name, version.version


def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def clock(now: datetime | None = None) -> Finding:
    """Tell whether the clock was ever set."""
    now = now or datetime.now(UTC)
    told = said("The clock says {now:%Y-%m-%d %H:%M} UTC.", now=now)
    if EARLIEST <= now < LATEST:
        return Finding("clock", told)
    return ill("clock", told, said("Set it: certificates and all dates depend on it."))


def files(limit: int | None = None) -> Finding:
    """Tell how many connections there is room for."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1] if limit is None else limit
    if hard == resource.RLIM_INFINITY or hard >= FEW_FILES:
        return Finding("files", said("The limit of open files leaves room for connections."))
    told = said("At most {count} files may be open, and each connection needs one.", count=hard)
    return note("files", told, said("Raise the hard limit (ulimit -Hn, LimitNOFILE)."))


def disk(folder: Path, measure: Callable[[Path], int] = room) -> Finding:
    """Tell how much room there is for dossiers and the library."""
    free = measure(folder)
    told = said("{count} MB are free for {folder}.", count=free // 2**20, folder=folder)
    if free < LEAST_ROOM:
        return ill("disk", told, said("Make room, or set TESS_DATA_DIR to another disk."))
    if free < AMPLE_ROOM:
        return note("disk", told, said("A large library needs more."))
    return Finding("disk", told)


def port(host: str, number: int) -> Finding:
    """Tell whether the server could listen, or does so already."""
    where = f"{host}:{number}"
    try:
        with listening_socket(host, number):
            return Finding("port", said("{where} is free.", where=where))
    except BadSettings:
        pass
    except socket.gaierror:
        return ill(
            "port", said("{host} is no address of this machine.", host=host), said("Set API_HOST.")
        )
    if runs(f"ws://{where}/ws"):
        return Finding("port", said("A TESS server answers at {where}.", where=where))
    told = "The server can't listen on {where}: something else does, or it is not allowed."
    return ill("port", said(told, where=where), said("Stop that, or set API_HOST or API_PORT."))


async def store(settings: Settings) -> Finding:
    """Open the store as a server would, which brings tables up to date, and put a probe on stable storage."""
    setting = "DATABASE_URL" if settings.database_url else "TESS_DATA_DIR"
    try:
        async with open_store(settings) as opened:
            await opened.check()
            there = len(await opened.ids())
    except TessError as error:
        return ill(
            "store", _sentence(error), said("See {setting} in docs/settings.md.", setting=setting)
        )
    where = (
        said("PostgreSQL, its tables up to date")
        if settings.database_url
        else settings.dossiers_dir
    )
    told = "{where}: {count} dossiers, and room for more."
    return Finding("store", said(told, where=where, count=there))


def journals(folder: Path) -> Finding:
    """Tell when all journals were last verified, and what came of it."""
    found = last(folder)
    if found is None:
        told = said("Nobody has verified all journals yet.")
        return note("journals", told, said("Run ./tess verify --all now and then."))
    counted = "On {time:%Y-%m-%d %H:%M} UTC {count} were sound, {broken} broken."
    told = said(counted, time=found.at, count=found.verified, broken=len(found.broken))
    if found.broken:
        return ill("journals", told, said("Run ./tess verify --all to see which; put these back."))
    return Finding("journals", told)


async def desk(plug: Plug, settings: Settings) -> tuple[Finding, Budget | None]:
    """Make the desk as a server would, but for the model, and tell how it stands, and the limits of its turns."""
    try:
        async with open_desk(plug, settings) as made:
            status = await made.status()
    except (TessError, OSError) as error:
        told = _sentence(error) if isinstance(error, TessError) else f"{error}."
        return ill(plug.name, told, said("Mend that: no server starts without it.")), None
    budget = within(made.budget, settings)
    if status.problems:
        return ill(plug.name, " ".join(map(said, status.problems)), status.advice), budget
    told = status.told or said("It needs nothing of its own.")
    found = note(plug.name, told, status.advice) if status.advice else Finding(plug.name, told)
    return found, budget


def limits(settings: Settings, budgets: Mapping[str, Budget | None]) -> Finding:
    """Tell whether one limit undoes another: what waits has to wait longer than what it waits for."""
    known = {name: budget for name, budget in budgets.items() if budget}
    silence, reply = settings.tess_model_timeout, settings.tess_reply_seconds
    undone = {
        "TESS_REPLY_SECONDS is less than a turn may take ({desks}): a command gives up before.": [
            name for name, budget in known.items() if budget.seconds > reply
        ],
        "TESS_MODEL_TIMEOUT is more than a turn may take ({desks}): a slow model ends the turn.": [
            name for name, budget in known.items() if silence > budget.seconds
        ],
        "A turn ends before it could end with what it has ({desks}): see TESS_TURN_SOFT_SECONDS.": [
            name for name, budget in known.items() if (budget.soft_seconds or 0) > budget.seconds
        ],
        "One reply may take more tokens than a turn ({desks}): see TESS_TURN_TOKENS.": [
            name
            for name, budget in known.items()
            if settings.tess_model_max_tokens > (budget.tokens or inf)
        ],
        "TESS_MODEL_CALL_SECONDS is less than TESS_MODEL_TIMEOUT.": [
            "model" for _ in range(settings.tess_model_call_seconds < silence)
        ],
    }
    told = [said(text, desks=", ".join(names)) for text, names in undone.items() if names]
    if told:
        return note("limits", " ".join(told), said("Set one of them to fit."))
    return Finding("limits", said("Each leaves room for those within it."))


async def model(settings: Settings, *, online: bool) -> Finding:
    """Tell which model answers, and, where it may be asked, whether it does and what it can do."""
    try:
        async with open_model(settings) as opened:
            if opened is None:
                told = said("The offline model answers, with quotes only.")
                return note("model", told, said("Set OPENAI_API_KEY for another."))
            if not online:
                untried = "{model}; the key looks like one, and was not tried (--online tries it)."
                return Finding("model", said(untried, model=opened.id))
            await opened.chat([ChatMessage("user", "Say: ok")], [])
            return await _tried(opened)
    except ModelGaveNoAnswer:
        return note(
            "model", said("It took the key and gave no words."), said("Look at TESS_MODEL.")
        )
    except TessError as error:
        return ill(
            "model",
            " ".join(filter(None, (_sentence(error), _words_of(error)))),
            said("See {setting} in docs/settings.md.", setting="OPENAI_API_KEY"),
        )


class OneWord(Form):
    """A word."""

    word: str


LOOK_UP = ToolSpec(
    "look_up",
    "Looks a word up.",
    {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)


async def _tried(opened: Breaker) -> Finding:
    """Let a model that answers call a tool and fill in a form, and tell how it did."""
    calls = fills = False
    with suppress(ModelGaveNoAnswer):
        asked = ChatMessage("user", "Look up the word: appeal. Use the tool.")
        reply = await opened.chat([asked], [LOOK_UP])
        calls = any(call.name == LOOK_UP.name for call in reply.tool_calls)
    with suppress(ModelGaveNoAnswer):
        asked = ChatMessage("user", '{"instruction": "Fill in any word."}')
        fills = bool(await opened.chat_structured([asked], OneWord))
    known = opened.asked if isinstance(opened.asked, Able) else None
    able = known.abilities if known else Abilities()
    told = "{model}; the key looks like one, and it answered. Tools: {tools}. Forms: {forms}. Streams: {streams}."
    can = said(
        told,
        model=opened.id,
        tools=said("no") if not calls else said("yes") if able.tools else said("in words"),
        forms=able.form if fills else said("no"),
        streams=said("yes") if able.streams else said("no"),
    )
    refused = dict.fromkeys(known.refused) if known else {}
    can = " ".join([can, *(said("The provider said: {words}", words=text) for text in refused)])
    if calls and fills:
        return Finding("model", can)
    instead = "What it can't do is left to the built-in model; a model that calls tools does more."
    return note("model", can, said(instead))


def _words_of(error: TessError) -> str:
    words = error.provider_said if isinstance(error, ForOperator) else ""
    return said("The provider said: {words}", words=words) if words else ""


def _sentence(error: TessError) -> str:
    return sentence(error.code, error.details, spoken())


def doctor(options: argparse.Namespace, _: list[str]) -> int:
    """Print one line for each part."""
    findings = asyncio.run(examine(options, online=options.online))
    show(options, [asdict(finding) for finding in findings], "\n".join(map(_line, findings)))
    return ILL if any(finding.must_act for finding in findings) else WELL


def _line(finding: Finding) -> str:
    to_do = f" {finding.to_do}" if finding.to_do else ""
    width = max(5, *(len(said(text)) for text in ("ok", "note", "ACT")))
    line = f"{said(finding.state):<{width}} {finding.part:<9} {finding.told}{to_do}"
    return line.replace("./tess", CALLED)
