"""Defences of what is kept: private, whole or not at all, and in its place."""

from tests.mutants.mutant import Mutant

DISK = "src/disk.py"
COLLECTIONS = "src/search/documents/collections.py"
JSON_DOSSIER = "src/dossier/json_dossier.py"
MOVE_STORE = "src/commands/move_store.py"
TERMINAL = "clients/terminal/dossier_commands.py"

PRIVATE = "tests/test_disk.py::test_a_file_is_private_from_its_first_moment"
LEFT = "tests/test_disk.py::test_what_is_not_ours_alone_to_close_is_left"
HANDED_OVER = (
    "tests/commands/test_handing_over.py::test_a_full_disk_is_told_and_nothing_of_the_file_is_left"
)
LIBRARY = "tests/desks/tax/library/test_library.py::test_{}"
COLLECTED = "tests/search/documents/test_collections.py::test_{}"
TURN = "tests/dossier/test_json_failures.py::test_turn_that_can_not_be_stored_changes_nothing"
MOVED = "tests/commands/test_move_store.py::test_a_full_disk_ends_with_2_and_leaves_what_was_there"
EXPORTED = "tests/clients/test_terminal_parts.py::test_an_export_is_private_and_nothing_of_it_is_left_on_a_full_disk"

MUTANTS = (
    Mutant("files for all to read", DISK, "0o600, 0o700", "0o644, 0o755", (PRIVATE,)),
    Mutant("links are closed", DISK, " or stat.S_ISLNK(mode)", "", (LEFT,)),
    Mutant("shared folders are closed", DISK, " or mode & stat.S_ISVTX", "", (LEFT,)),
    Mutant(
        "half a file stays", DISK, "unless_whole.callback(_remove, path)", "pass", (HANDED_OVER,)
    ),
    Mutant(
        "a full disk is a bug",
        DISK,
        "raise NotWritten(path=str(what), problem=problem) from error",
        "raise",
        (HANDED_OVER,),
    ),
    Mutant(
        "files are written over",
        DISK,
        "os.O_EXCL",
        "os.O_TRUNC",
        ("tests/commands/test_handing_over.py::test_a_file_is_not_written_over_unasked",),
    ),
    Mutant(
        "what was open stays open",
        "src/api/server.py",
        "make_private(_kept(settings))",
        "pass",
        ("tests/test_disk.py::test_a_server_keeps_all_to_itself_and_closes_what_was_open",),
    ),
    Mutant(
        "half an index stays",
        "src/search/index_folder.py",
        "with whole_or_nothing(folder):",
        "if True:",
        (LIBRARY.format("a_full_disk_leaves_the_index_in_use_and_nothing_half_made"),),
    ),
    Mutant(
        "indexes of the dead stay",
        "src/desks/tax/library/library.py",
        "index_build.remove_unfinished(library_dir)",
        "pass",
        (LIBRARY.format("what_dead_processes_left_goes_at_the_next_ingest"),),
    ),
    Mutant(
        "collections lead anywhere",
        COLLECTIONS,
        "if not NAME.fullmatch(name):",
        "if False:",
        (COLLECTED.format("a_name_that_is_none_is_refused"),),
    ),
    Mutant(
        "collections of the dead stay",
        COLLECTIONS,
        "remove_unfinished(home, lambda folder: (folder / ABOUT).exists())",
        "pass",
        (COLLECTED.format("what_dead_processes_left_of_a_collection_goes"),),
    ),
    Mutant(
        "two write one collection",
        COLLECTIONS,
        "with library_lock(library_dir), failing_as_not_written(home):\n        make_folder(home)",
        "with failing_as_not_written(home):\n        make_folder(home)",
        (COLLECTED.format("two_ingests_take_turns"),),
    ),
    Mutant(
        "a full disk is a bug where a collection is made anew",
        COLLECTIONS,
        "with library_lock(library_dir), lock, failing_as_not_written(home):\n            found",
        "with library_lock(library_dir), lock:\n            found",
        (COLLECTED.format("a_full_disk_is_said_where_an_index_is_to_be_made_anew"),),
    ),
    Mutant(
        "a full disk is a bug for a collection",
        COLLECTIONS,
        "with library_lock(library_dir), failing_as_not_written(home):\n        make_folder(home)",
        "with library_lock(library_dir):\n        make_folder(home)",
        (COLLECTED.format("a_full_disk_leaves_a_collection_as_it_was"),),
    ),
    Mutant(
        "locks of no dossier",
        "src/dossier/json_store.py",
        "files.remove_if_empty()\n                    raise",
        "raise",
        (TURN,),
    ),
    Mutant(
        "journals are removed",
        JSON_DOSSIER,
        "self._state_path.exists() or self.lines()",
        "self._state_path.exists()",
        (
            "tests/dossier/test_json_failures.py::test_dossier_without_its_state_is_not_taken_for_an_empty_one",
        ),
    ),
    Mutant(
        "copying goes on without room",
        "src/dossier/moving.py",
        "    except StorageFailed:\n        raise\n",
        "",
        (MOVED,),
    ),
    Mutant("empty folders stay", MOVE_STORE, "place.rmdir()", "pass", (MOVED,)),
    Mutant(
        "folders of others are removed", MOVE_STORE, "if place and is_new:", "if place:", (MOVED,)
    ),
    Mutant("exports for all to read", TERMINAL, "0o600", "0o644", (EXPORTED,)),
    Mutant("half an export stays", TERMINAL, "file.unlink(missing_ok=True)", "pass", (EXPORTED,)),
)
