"""Research: a model plans what to look for, code looks, and what pages say is kept by quotes that stand in them."""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from src.desks.tsg.artifacts import FailedLookup, GuideNotes, Outbound, PageFinding, Research
from src.desks.tsg.clearing import Gate, PersonalDataFound, PersonalDataGateFailed
from src.desks.tsg.forms import MOST_QUERIES, Findings, FindingsTask, PlanTask, ResearchPlan
from src.desks.tsg.kept import pages_of, research_of, sha256_of
from src.desks.tsg.marks import blocks
from src.desks.tsg.outside import AsksOutside, CallFailed, FetchedPage, OpensDoors, service_of
from src.dossier.models import Dossier, Observation
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.grounding.gate import find
from src.llm.protocol import ChatMessage, Llm, Usage
from src.masking import secrets

_URL = re.compile(r"(?i)\b(?:https?|file|ftp)://[^\s<>\"'`|\\^{}\[\]]{1,2000}")
_BEHIND = ".,;:!?)*_"


def addresses_in(text: str) -> list[str]:
    """Return the addresses that stand in a text, each once, in their order."""
    return list(dict.fromkeys(found.rstrip(_BEHIND) for found in _URL.findall(text)))


def same_page(url: str) -> str:
    """Return what addresses of one page have in common: neither fragment nor the language that it is asked for in."""
    plain = url.partition("#")[0].partition("?")[0].rstrip("/").lower()
    return re.sub(r"(learn\.microsoft\.com)/[a-z]{2}-[a-z]{2}/", r"\1/", plain)


def each_page(urls: Iterable[str]) -> list[str]:
    """Return addresses of different pages, the first of each."""
    pages: dict[str, str] = {}
    for url in urls:
        pages.setdefault(same_page(url), url)
    return list(pages.values())


MOST_PAGES = 6
MOST_COMMUNITY = 2
"""Queries that GitHub is asked: without a key it takes ten a minute."""

LONGEST_PAGE = 60_000
"""Characters."""

LONGEST_QUERY = 300
SECONDS = 240.0
SITES: Mapping[str, str] = {"learn": "Microsoft Learn", "github": "GitHub"}

_BLANK = re.compile(r"\s+")


@dataclass
class Looking:
    """A research under way: what it brought so far."""

    plan: ResearchPlan
    pages: list[Observation] = field(default_factory=list)
    findings: list[PageFinding] = field(default_factory=list)
    failed: list[FailedLookup] = field(default_factory=list)
    outbound: list[Outbound] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Queries that were asked."""
    usage: Usage = field(default_factory=Usage)
    is_complete: bool = False


@dataclass(frozen=True)
class Researcher:
    """Looks for what notes lack; what fails is a gap and stops nothing."""

    llm: Llm
    doors: OpensDoors
    gate: Gate
    plan_prompt: str
    findings_prompt: str
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def look(
        self, dossier: Dossier, notes: GuideNotes, pictures: list[str], focus: str, seconds: float
    ) -> tuple[Looking, Research]:
        """Return what was found in so many seconds, and the research with what was known before."""
        before = research_of(dossier) or Research(topic="")
        task = PlanTask(
            notes=notes.text,
            pictures=pictures,
            focus=focus,
            # What time ended is looked for anew: its pages were not all read.
            searched=list(before.queries) if before.is_complete else [],
            language=notes.language,
        )
        planned = await self.llm.chat_structured(_told(self.plan_prompt, task), ResearchPlan)
        looking = Looking(planned.value, usage=planned.usage)
        try:
            async with asyncio.timeout(min(seconds, SECONDS)):
                await self._look(looking, dossier, notes)
                looking.is_complete = True
        except TimeoutError:
            pass  # what was fetched is kept; the rest is for the next turn
        return looking, _merged(before, looking, notes)

    async def _look(self, looking: Looking, dossier: Dossier, notes: GuideNotes) -> None:
        known = {same_page(page.url) for page in pages_of(dossier)}
        async with self.doors.open() as doors:
            if not doors:
                return
            named = each_page(
                address for address in addresses_in(notes.text) if same_page(address) not in known
            )
            wanted = sorted(named, key=lambda text: text not in looking.plan.urls)
            for url in wanted:
                if len(looking.pages) < MOST_PAGES:
                    await self._read(looking, doors, url, notes, is_named=True)
            has_code = any(block.is_code for block in blocks(notes.text))
            found = await self._searched(looking, doors, has_code=has_code)
            for url in found:
                if len(looking.pages) >= MOST_PAGES:
                    return
                if same_page(url) not in known | {same_page(page.url) for page in looking.pages}:
                    await self._read(looking, doors, url, notes)

    async def _searched(
        self, looking: Looking, doors: Mapping[str, AsksOutside], *, has_code: bool
    ) -> list[str]:
        """Return the addresses of the pages that searches found: the first of each query before the second.

        For notes that have code the first query looks for samples of it, too.
        """
        found: list[list[str]] = []
        for number, query in enumerate(looking.plan.queries[:MOST_QUERIES]):
            words = _BLANK.sub(" ", query).strip()[:LONGEST_QUERY]
            if not words or not await self._passes(looking, words):
                continue
            looking.asked.append(words)
            for name, door in doors.items():
                if name == "github" and number >= MOST_COMMUNITY:
                    continue
                looking.outbound.append(_sent(name, "search", words))
                try:
                    found.append(await door.search(words))
                except CallFailed as failed:
                    looking.failed.append(_failure(name, words, failed.problem))
            if number == 0 and "learn" in doors and has_code:
                looking.outbound.append(_sent("learn", "samples", words))
                with suppress(CallFailed):  # it is one search more, that no one is promised
                    found.append(await doors["learn"].samples(words))
        deepest = max(map(len, found), default=0)
        ranked = (some[at] for at in range(deepest) for some in found if at < len(some))
        return [text for text in each_page(ranked) if service_of(text) in doors]

    async def _read(
        self,
        looking: Looking,
        doors: Mapping[str, AsksOutside],
        url: str,
        notes: GuideNotes,
        *,
        is_named: bool = False,
    ) -> None:
        """Fetch a page, and keep it where it says something of the topic, or where the notes name it."""
        name = service_of(url)
        if name is None or name not in doors:
            looking.failed.append(_failure(name or "", url, "not_asked"))
            return
        if not await self._passes(looking, url):
            return
        looking.outbound.append(_sent(name, "fetch", url))
        try:
            fetched = await doors[name].fetch(url)
        except CallFailed as failed:
            looking.failed.append(_failure(name, url, failed.problem))
            return
        page = self._observed(name, fetched)
        findings = await self._findings(looking, page, notes)
        if findings or is_named:
            looking.pages.append(page)
            looking.findings += findings

    async def _passes(self, looking: Looking, text: str) -> bool:
        """Tell whether something may go out: nothing that holds personal data does."""
        try:
            await self.gate.check([text])
        except (PersonalDataFound, PersonalDataGateFailed):
            looking.failed.append(_failure("", "", "personal_data"))
            return False
        return True

    def _observed(self, name: str, fetched: FetchedPage) -> Observation:
        text = secrets.mask(fetched.text)[:LONGEST_PAGE]
        sha256 = sha256_of(text)
        title = _BLANK.sub(" ", fetched.title).strip()[:300]
        return Observation(
            id=f"page/{sha256_of(same_page(fetched.url))[:16]}@{sha256[:8]}",
            title=title or fetched.url,
            content=text,
            url=fetched.url,
            heading=SITES[name],
            system=name,
            request=f"GET {fetched.url}",
            taken_at=self.now(),
            sha256=sha256,
        )

    async def _findings(
        self, looking: Looking, page: Observation, notes: GuideNotes
    ) -> list[PageFinding]:
        """Return what a page says of the topic, by quotes that stand in it; none where the model says nothing."""
        task = FindingsTask(
            topic=looking.plan.topic,
            gaps=looking.plan.gaps,
            title=page.title,
            url=page.url,
            text=page.content,
            language=notes.language,
        )
        try:
            told = await self.llm.chat_structured(_told(self.findings_prompt, task), Findings)
        except (ModelGaveNoAnswer, ModelUnavailable) as error:
            reason = error.details.get("problem") or error.details.get("reason") or "malformed"
            looking.failed.append(_failure("model", page.url, reason))
            return []
        looking.usage += told.usage
        drafts = (finding for finding in told.value.findings if find(finding.quote, page.content))
        return [PageFinding(page=page.id, claim=draft.claim, quote=draft.quote) for draft in drafts]


def _told(prompt: str, task: PlanTask | FindingsTask) -> list[ChatMessage]:
    return [ChatMessage("system", prompt), ChatMessage("user", task.model_dump_json())]


def _sent(service: str, tool: str, text: str) -> Outbound:
    return Outbound(service=service, tool=tool, sha256=sha256_of(text), length=len(text.encode()))


def _failure(service: str, asked: str, reason: str) -> FailedLookup:
    return FailedLookup(service=service, asked=asked, reason=reason)


def _merged(before: Research, looking: Looking, notes: GuideNotes) -> Research:
    """Return the research with what was known before it; a call that brought something now has failed no more."""
    plan = looking.plan
    has_now = {*looking.asked, *(page.url for page in looking.pages)}
    failed = [lookup for lookup in (*before.failed, *looking.failed) if lookup.asked not in has_now]
    failed += [lookup for lookup in looking.failed if lookup.asked in has_now]
    return Research(
        topic=before.topic or plan.topic,
        queries=tuple(dict.fromkeys((*before.queries, *looking.asked))),
        note_urls=tuple(addresses_in(notes.text)),
        gaps=tuple(dict.fromkeys((*before.gaps, *plan.gaps))),
        findings=(*before.findings, *looking.findings),
        failed=tuple(dict.fromkeys(failed)),
        is_complete=looking.is_complete,
    )
