"""Defences of lists: bounded, of one's own dossiers, and of what is there."""

from tests.mutants.mutant import Mutant

INDEX = "src/dossier/file_index.py"
LISTING = "src/dossier/listing.py"
PAGES = "src/dossier/json_pages.py"

TEST = "tests/dossier/test_file_index.py::test_{}"
FORGOTTEN = TEST.format("forgotten_words_are_in_no_file")
ANEW = TEST.format("index_that_is_no_use_is_made_anew")
BEHIND = TEST.format("what_changed_behind_its_back_shows_right")
OF_FILES = "tests/dossier/test_stores.py::TestJsonStore"
STALE = "tests/review/test_stale.py::test_{}"
ROUTES = "tests/api/test_history_routes.py::test_{}"

MUTANTS = (
    Mutant(
        "an index for all to read",
        INDEX,
        "0o600",
        "0o644",
        (TEST.format("index_is_for_its_owner_alone"),),
    ),
    Mutant("an index of any tenant", INDEX, '"tenant = :tenant"', '"1"', (OF_FILES,)),
    Mutant(
        "tables of any tenant",
        "src/dossier/postgres_rows.py",
        '"" if wanted.tenant is None else sql.OF_TENANT',
        '""',
        ("tests/dossier/test_postgres_store.py::TestPostgresStore",),
    ),
    Mutant(
        "forgotten words stay in the index",
        INDEX,
        "self._write(lambda database: _remove(database, dossier_id))",
        "pass",
        (FORGOTTEN,),
    ),
    Mutant(
        "forgotten words stay in the log of the index",
        INDEX,
        "if not self._is_written_out():",
        "if False:",
        (FORGOTTEN,),
    ),
    Mutant(
        "forgotten words come back",
        INDEX,
        "elif row.is_of(now):",
        "elif True:",
        (TEST.format("words_are_not_taken_in_after_they_were_forgotten"),),
    ),
    Mutant(
        "an index from before a crash",
        INDEX,
        '_boot() if inode else ""',
        '""',
        (TEST.format("index_is_of_this_start_of_the_machine"),),
    ),
    Mutant(
        "a copy of an index",
        INDEX,
        '_boot() if inode else "", inode)',
        '_boot() if inode else "", 0)',
        (ANEW,),
    ),
    Mutant("a damaged index stops the list", INDEX, "self._give_up(error)", "raise", (ANEW,)),
    Mutant(
        "an old row is shown",
        PAGES,
        "\n            or not row.is_of(self._index.look(row.id))",
        "",
        (TEST.format("page_shows_its_dossiers_right_while_the_folder_is_not_looked_through"),),
    ),
    Mutant(
        "lists are read in one piece",
        PAGES,
        "READ_AT_ONCE = 20",
        "READ_AT_ONCE = 10**9",
        ("tests/api/test_work.py::test_the_end_does_not_wait_for_work_in_hand",),
    ),
    Mutant(
        "pages of any size",
        "src/api/rest.py",
        "Query(ge=1, le=LARGEST_PAGE)",
        "Query(ge=1)",
        (ROUTES.format("a_page_has_a_largest_size"),),
    ),
    Mutant(
        "cursors of any number",
        LISTING,
        " or int(found[1], 16) > FIRST.changed",
        "",
        (ROUTES.format("a_cursor_that_is_none_is_refused"),),
    ),
    Mutant(
        "quotes of a dossier that was read without them",
        INDEX,
        "(is_new or bool(known[0]))",
        "True",
        (STALE.format("list_that_reads_a_dossier_does_not_know_its_quotes"),),
    ),
    Mutant(
        "quotes of another version than the answer's",
        "src/dossier/answers.py",
        "if made and before.version != entry.based_on:",
        "if False:",
        (STALE.format("answer_of_a_version_that_others_went_on_from"),),
    ),
    Mutant(
        "an untold dossier counts as untouched",
        "src/review/reruns.py",
        "        if quotes is None or desk not in self.desks:\n            return True",
        "        if quotes is None:\n            return False",
        (STALE.format("whatever_became_of_an_answer_it_is_judged_as_by_reading_it"),),
    ),
    Mutant(
        "every list waits for the folder",
        PAGES,
        "(not cursor and not self._rest)",
        "(not cursor and self.has_rested)",
        (TEST.format("no_list_waits_for_a_folder_that_was_looked_through"),),
    ),
    Mutant(
        "warming takes the server down",
        "src/api/inside.py",
        '    except StorageFailed as error:\n        told = {"problem": error.details["problem"]}',
        '    except KeyError as error:\n        told = {"problem": str(error)}',
        ("tests/api/test_warming.py::test_server_goes_on_where_its_lists_can_not_be_read",),
    ),
)
