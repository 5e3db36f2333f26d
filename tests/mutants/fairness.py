"""Defences of who asks for little against who asks for much."""

from tests.mutants.mutant import Mutant

WORK = "src/api/inside.py"
PLACES = "src/identity/fair_places.py"
BODIES = "src/api/limits.py"
LIMITS = "src/api/limits.py"
MEMORY = "src/dossier/memory.py"

TEST = "tests/api/test_work.py::test_{}"
TURNS = "tests/api/test_fair_turns.py::test_{}"
SILENT = (
    "tests/api/test_page_routes.py::test_pages_of_silent_name_servers_leave_others_their_places"
)
NAMES = "tests/services/test_lookups.py::test_{}"
TOGETHER = TEST.format("no_number_of_tenants_makes_more_places")
HALF = TEST.format("a_tenant_has_half_of_the_places_and_another_goes_past_it")
HALF_OF_FILES = TEST.format("a_tenant_has_half_of_the_places_of_files")
LEAVING = TEST.format("who_leaves_while_it_waits_takes_no_place")
THREADS = TEST.format("no_number_of_requests_takes_the_threads_of_turns")
KINDS = TEST.format("whatever_knows_of_dossiers_is_of_a_kind_that_waits_its_turn")
STOPPED = TEST.format("work_for_a_client_that_has_left_stops")
CHANGED = TEST.format("a_change_is_made_though_its_client_has_left")
END = TEST.format("the_end_does_not_wait_for_work_in_hand")
IN_TIME = TEST.format("a_file_that_does_not_come_in_time_gives_its_place_back")
BYTES = "tests/dossier/test_json_cost.py::test_memory_is_bounded_in_bytes_too"

MUTANTS = (
    Mutant("places without number", PLACES, "self.held < most and ", "", (TOGETHER,)),
    Mutant("waiting without number", PLACES, "len(self._waiting) >= most or ", "", (TOGETHER,)),
    Mutant(
        "one tenant has all places",
        PLACES,
        " and self._held[tenant] < _share(most, tenant)",
        "",
        (HALF_OF_FILES,),
    ),
    Mutant(
        "one tenant waits for all places", PLACES, " or theirs >= _share(most, tenant)", "", (HALF,)
    ),
    Mutant(
        "all callers are one",
        WORK,
        "pool.place(current().tenant)",
        'pool.place("")',
        (HALF_OF_FILES,),
    ),
    Mutant(
        "all turns are one tenant's",
        "src/api/turns.py",
        "self._places.ask(key[0])",
        'self._places.ask("")',
        (TURNS.format("another_tenant_is_answered_beside_all_that_one_asks_for"),),
    ),
    Mutant(
        "a refused turn keeps its place",
        "src/api/turns.py",
        "undone.callback(self._places.leave, place)",
        "pass",
        (TURNS.format("a_turn_that_a_quota_refuses_takes_no_place"),),
    ),
    Mutant(
        "who came first is next",
        PLACES,
        "min(able, key=lambda other: self._held[other.tenant])",
        "able[0]",
        (
            "tests/identity/test_fair_places.py::test_of_those_that_wait_who_has_fewest_is_next_and_then_who_came_first",
        ),
    ),
    Mutant(
        "who has left waits on",
        PLACES,
        "self._waiting.remove(place)\n            return",
        "return",
        (LEAVING,),
    ),
    Mutant(
        "who has left keeps its place",
        PLACES,
        "        self._held[place.tenant] -= 1\n",
        "",
        (LEAVING,),
    ),
    Mutant(
        "silent names take threads of others",
        "src/services/pages.py",
        "self._guard.lookups.of(",
        "asyncio.to_thread(",
        (SILENT,),
    ),
    Mutant(
        "silent pages take places of files",
        "src/api/work.toml",
        'brings = "application/json"',
        'brings = "none"',
        (SILENT,),
    ),
    Mutant(
        "names are waited for without end",
        "src/services/addresses.py",
        "asyncio.timeout(self._seconds)",
        "asyncio.timeout(None)",
        (NAMES.format("a_look_up_ends_in_time"),),
    ),
    Mutant(
        "a look-up that was given up has no place",
        "src/services/addresses.py",
        "loop.call_soon_threadsafe(self._places.leave, place)",
        "pass",
        (NAMES.format("a_look_up_that_was_given_up_holds_a_place_of_its_tenant_alone"),),
    ),
    Mutant(
        "the end waits for names",
        "src/services/addresses.py",
        "daemon=True",
        "daemon=False",
        (NAMES.format("the_end_of_the_process_does_not_wait_for_a_look_up"),),
    ),
    Mutant(
        "work without places",
        "src/api/server.py",
        "app.add_middleware(FairWork, pools=behind.pools)",
        "pass",
        (THREADS,),
    ),
    Mutant(
        "threads of turns for all",
        WORK,
        "if threads is not None:",
        "if False:",
        (TEST.format("requests_of_every_kind_together_leave_turns_their_threads"),),
    ),
    Mutant(
        "lists are told like health",
        "src/api/work.toml",
        "GET /dossiers|GET /stale",
        "GET /stale",
        (KINDS,),
    ),
    Mutant(
        "work for nobody goes on",
        WORK,
        "leaving.reschedule if pool.kind.stops else lambda _: None",
        "lambda _: None",
        (STOPPED,),
    ),
    Mutant(
        "changes are stopped",
        WORK,
        "leaving.reschedule if pool.kind.stops else lambda _: None",
        "leaving.reschedule",
        (CHANGED,),
    ),
    Mutant(
        "files that never come",
        BODIES,
        "deadline.reschedule(begun + limits.seconds_for(0))",
        "pass",
        (f"{IN_TIME}[rate-/packs/open-never comes]",),
    ),
    Mutant(
        "files without a deadline",
        LIMITS,
        "min(self.upload_seconds, self.file_seconds + size / FILE_RATE)",
        "self.file_seconds + size / FILE_RATE",
        (f"{IN_TIME}[deadline-/packs/open-drips in]",),
    ),
    Mutant(
        "files without a least rate",
        LIMITS,
        "min(self.upload_seconds, self.file_seconds + size / FILE_RATE)",
        "self.upload_seconds",
        (f"{IN_TIME}[rate-/packs/open-drips in]",),
    ),
    Mutant(
        "files of any size",
        BODIES,
        "bound(len(body))",
        "pass",
        ("tests/api/test_export_routes.py::test_a_pack_that_is_too_large_is_refused_by_what_came",),
    ),
    Mutant(
        "ever more is remembered",
        MEMORY,
        "len(self._kept) > REMEMBERED or ",
        "",
        ("tests/dossier/test_json_cost.py::test_memory_is_bounded",),
    ),
    Mutant(
        "ever longer ones are remembered",
        MEMORY,
        " or self._bytes > REMEMBERED_BYTES",
        "",
        (BYTES,),
    ),
    Mutant(
        "what is forgotten still counts",
        MEMORY,
        "self._bytes -= dropped.size if dropped else 0",
        "pass",
        (BYTES,),
    ),
    Mutant(
        "nothing long is remembered",
        MEMORY,
        "len(self._kept) > 1 and ",
        "self._kept and ",
        (BYTES,),
    ),
    Mutant(
        "journals weigh nothing",
        "src/dossier/json_view.py",
        "max(self.end, self.state.size if self.state else 0)",
        "self.state.size if self.state else 0",
        (BYTES,),
    ),
    Mutant(
        "states weigh nothing",
        "src/dossier/json_view.py",
        "max(self.end, self.state.size if self.state else 0)",
        "self.end",
        (BYTES,),
    ),
    Mutant(
        "rows weigh less",
        "src/dossier/journal_rows.py",
        "self.snapshot_size + self.beyond",
        "self.snapshot_size",
        (BYTES,),
    ),
)
