"""Any sequence of what can be done to a store, and what must hold after each. Subclassed once per store."""

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from src.dossier import chain
from src.dossier import plan as plans
from src.dossier.answers import quotes_from, quotes_in
from src.dossier.finding import words_in
from src.dossier.journal import Turn, fold
from src.dossier.journal_rows import title_of
from src.dossier.listing import summaries
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierQuery, DossierStore, utc_now
from src.effects import Effects
from src.errors import ChangedMeanwhile, UnknownVersion
from tests.dossier.effects_rules import (
    FATES,
    Fate,
    Write,
    confirmation,
    desk_that_writes,
    planned,
)
from tests.dossier.strategies import inverses, patches
from tests.dossier.turns import DOSSIER, changing, erasing, saying
from tests.fakes import Calendar

Result = TypeVar("Result")


class StoreMachine(RuleBasedStateMachine):
    """Subclasses say how a store is opened, with what was stored before; ``close`` is for what they opened."""

    has_index = True

    def opened(self) -> DossierStore:
        raise NotImplementedError  # abstract, but hypothesis makes machines with a metaclass of its own

    def close(self) -> None:
        return

    def does(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run(work)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.close()

    @initialize()
    def open(self) -> None:
        self.store = self.opened()
        self.expected: Dossier | None = None
        self.count = 0
        self.hashes: list[str] = []
        self.write = Write()
        self.desks = {"tax": desk_that_writes("tax", self.write)}
        self.digests: list[str] = []

    @rule()
    def opened_again(self) -> None:
        self.store = self.opened()

    def on_top(self, patch: DossierPatch) -> Turn:
        return changing(patch).model_copy(update={"based_on": self.count})

    def commits(self, patch: DossierPatch) -> None:
        committed = self.does(self.store.commit(self.on_top(patch)))
        self.count += 1
        assert committed.entry.version == self.count
        assert committed.entry.patch == patch
        self.expected = committed.dossier

    @rule(patch=patches)
    def turn(self, patch: DossierPatch) -> None:
        self.commits(patch)

    @rule(patch=inverses)
    def undo(self, patch: DossierPatch) -> None:
        self.commits(patch)

    @rule(several=st.lists(patches | inverses, min_size=2, max_size=4))
    def turns_at_once(self, several: list[DossierPatch]) -> None:
        async def committed(patch: DossierPatch) -> int | None:
            try:
                return (await self.store.commit(self.on_top(patch))).entry.version
            except ChangedMeanwhile:
                return None

        async def at_once() -> list[int]:
            versions = await asyncio.gather(*map(committed, several))
            return [one for one in versions if one]

        versions = self.does(at_once())
        assert versions, "the first one meets nothing"
        assert sorted(versions) == list(range(self.count + 1, self.count + len(versions) + 1))
        self.count += len(versions)
        self.expected = self.does(self.store.load(DOSSIER))

    @rule(number=st.integers(0, 2))
    def message_that_may_be_a_repeat(self, number: int) -> None:
        earlier = self.does(self.store.find(DOSSIER, f"m-{number}"))
        committed = self.does(self.store.commit(saying("again", f"m-{number}")))
        assert committed.repeated == (earlier is not None)
        if earlier:
            assert committed == earlier
        else:
            self.count += 1
            self.expected = committed.dossier

    # What is written outside

    @precondition(lambda self: self.count)
    @rule(
        fates=st.lists(st.sampled_from(FATES), min_size=1, max_size=3),
        nonce=st.binary(min_size=16, max_size=16),
    )
    def a_plan_is_shown(self, fates: list[Fate], nonce: bytes) -> None:
        dossier = self.does(self.store.load(DOSSIER))
        assert dossier is not None  # there are turns
        turn, digest = planned(dossier, fates, nonce.hex())
        self.does(self.store.commit(turn))
        self.digests.append(digest)
        self._caught_up()

    @precondition(lambda self: self.digests and self.count)
    @rule(choice=st.integers(0, 99), is_down=st.booleans(), twice=st.booleans())
    def a_plan_is_confirmed(self, choice: int, is_down: bool, twice: bool) -> None:
        digest = self.digests[choice % len(self.digests)]
        dossier = self.does(self.store.load(DOSSIER))
        assert dossier is not None
        may_be = plans.refusal(dossier, digest) is None or plans.written_in(dossier, digest)
        before, self.write.is_down = self.write.kept.total(), is_down

        async def confirmed() -> None:
            effects, request = Effects(self.store, self.desks), confirmation(digest)
            clicks = (effects.confirm(dossier, request, self.store) for _ in range(1 + twice))
            for turn in await asyncio.gather(*clicks):
                await self.store.commit(turn)

        self.does(confirmed())
        assert may_be or self.write.kept.total() == before, "written without being confirmed"
        self._caught_up()

    @rule()
    def what_is_left_is_gone_on_with(self) -> None:
        self.write.is_down = False
        for days in (1, 2):  # what nobody knew the end of is looked up, and once more later
            calendar = Calendar(utc_now() + timedelta(days=days))
            self.does(Effects(self.store, self.desks, clock=calendar).resume_all())
        assert self.does(self.store.unsettled()) == []
        self._caught_up()

    def _caught_up(self) -> None:
        self.count = len(self.does(self.store.lines(DOSSIER)))
        self.expected = self.does(self.store.load(DOSSIER))

    @invariant()
    def nothing_is_written_twice_or_forgotten_about(self) -> None:
        if not hasattr(self, "store"):
            return
        assert all(times == 1 for times in self.write.kept.values())
        dossier = self.does(self.store.load(DOSSIER))
        assert plans.is_settled(dossier) or self.does(self.store.unsettled()) == [DOSSIER]

    @precondition(lambda self: self.count)
    @rule(choice=st.integers(0, 99))
    def erasure(self, choice: int) -> None:
        lines = chain.verify(self.does(self.store.lines(DOSSIER)))
        full = [one.version for one in lines if one.content and not one.content.erases]
        if full:
            gone = full[choice % len(full)]
            self.expected = self.does(self.store.rewrite(DOSSIER, erasing(gone)))
            self.count += 1

    @rule()
    def erased_unless_it_is_on_hold(self) -> None:
        async def erased() -> list[str]:
            return [one async for one in self.store.erase(lambda one, _: not one.on_hold)]

        if self.does(erased()):
            self.expected, self.count, self.hashes = None, 0, []
        else:
            assert self.expected is None or self.expected.on_hold

    @invariant()
    def all_adds_up(self) -> None:
        if not hasattr(self, "store"):
            return
        entries = self.does(self.store.journal(DOSSIER))
        stored = self.does(self.store.lines(DOSSIER))
        lines = chain.verify(stored)
        assert chain.entries(lines) == entries == [*chain.newest_first(stored)][::-1]
        assert [one.version for one in entries] == list(range(1, self.count + 1))
        assert fold(entries) == self.does(self.store.load(DOSSIER)) == self.expected
        hashes = [line.hash for line in lines]
        assert hashes[: len(self.hashes)] == self.hashes  # the journal only ever grows
        self.hashes = hashes

    @invariant()
    def list_is_what_reading_everything_shows(self) -> None:
        if not hasattr(self, "store"):
            return
        now = self.expected
        shown = [] if now is None else [(now.id, now.desk, now.version, now.created_at)]
        listed = self.does(summaries(self.store))
        assert [(one.id, one.desk, one.version, one.created_at) for one in listed] == shown
        assert [one.title for one in listed] == ([title_of(now)] if now else [])
        for text in words_in(now).split(b"\n") if now else ():
            assert len(self.does(summaries(self.store, DossierQuery(words=text)))) == 1
        answered = self.does(summaries(self.store, DossierQuery(answered=True)))
        assert len(answered) == bool(now and now.answers)

    @invariant()
    def index_tells_all_that_was_ever_quoted(self) -> None:
        if not hasattr(self, "store") or not self.has_index:
            return
        page = self.does(self.store.page(DossierQuery(answered=True), "", 9))
        told = {one.id: page.quotes.get(one.id) for one in page.dossiers}
        entries = self.does(self.store.journal(DOSSIER))
        try:
            expected = quotes_from(quotes_in(entries))
        except UnknownVersion:  # an answer of the first turn, which no version was before
            expected = None
        assert told in ({}, {DOSSIER: expected})
