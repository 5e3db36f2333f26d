"""Defences against files that strangers wrote."""

from tests.mutants.mutant import Mutant

WORD = "src/search/loaders/word.py"
XML = "src/search/loaders/xml_file.py"
CHILD = "src/search/loaders/process.py"
CONFINED = "src/search/loaders/confined.py"
RESTRUCTURED = "src/search/loaders/restructured_text.py"

HOSTILE = "tests/uploads/test_reader.py::test_what_can_not_be_read_is_refused_with_its_reason"
COSTS = "tests/search/loaders/test_documents.py::test_a_document_may_not_cost_more_than_its_limits"
INERT = (
    "tests/search/loaders/test_restructured_text.py::test_nothing_that_a_directive_names_is_opened"
)
DEEDS = "tests/uploads/test_reader.py::test_the_process_can_do_nothing_but_read"
FORBIDDEN = "tests/uploads/test_reader.py::test_what_python_can_not_see_the_system_forbids"

READER = "tests/uploads/test_reader.py::test_{}"
PICTURES = (
    "tests/uploads/test_picture_reader.py::test_a_jpeg_of_very_many_{}_is_refused_before_it_is_read"
)

MUTANTS = (
    Mutant(
        "attributes without number",
        "src/search/loaders/html_file.py",
        "    require_few_attributes(text)\n",
        "",
        (READER.format("a_tag_of_very_many_attributes_is_refused[bare]"),),
    ),
    Mutant(
        "tags in tags without end",
        "src/search/loaders/loaded.py",
        " or left < 0",
        "",
        (READER.format("a_tag_of_very_many_attributes_is_refused[run]"),),
    ),
    Mutant(
        "tags without number",
        "src/uploads/reading.py",
        'if written.count("<") > limits.tags:',
        "if False:",
        (READER.format("a_file_of_very_many_tags_is_refused"),),
    ),
    Mutant(
        "voices that never end",
        "src/uploads/reading.py",
        "([^<>]*)>",
        "([^>]*)>",
        (READER.format("tags_that_are_begun_and_never_ended_are_text"),),
    ),
    Mutant(
        "scans without number",
        "src/uploads/picturing.py",
        "scans > limits.scans or ",
        "",
        (PICTURES.format("scans"),),
    ),
    Mutant(
        "segments without number",
        "src/uploads/picturing.py",
        " or segments > limits.segments",
        "",
        (PICTURES.format("segments"),),
    ),
    Mutant(
        "sizes are not looked at",
        WORD,
        "if any(part.file_size > largest_part for part in archive.infolist()):",
        "if False:",
        (f"{HOSTILE}[bomb_beside-document_too_long-document_unpacked]",),
    ),
    Mutant(
        "entities of Word documents",
        WORD,
        "if root.getroottree().docinfo.internalDTD is not None:",
        "if False:",
        (f"{HOSTILE}[outside-document_unreadable-document_damaged]",),
    ),
    Mutant(
        "keys for who reads uploads",
        "src/search/loaders/process.py",
        "env={},",
        "",
        ("tests/uploads/test_reader.py::test_the_process_knows_nothing_of_ours",),
    ),
    Mutant(
        "no end to reading a file of a folder", CHILD, "timeout(seconds)", "timeout(None)", (COSTS,)
    ),
    Mutant(
        "keys for who reads documents",
        CHILD,
        "env={},",
        "",
        ("tests/search/loaders/test_documents.py::test_the_process_knows_nothing_of_ours",),
    ),
    Mutant(
        "files that a directive names",
        RESTRUCTURED,
        '"file_insertion_enabled": False',
        '"file_insertion_enabled": True',
        (INERT,),
    ),
    Mutant(
        "processes of readers", CONFINED, "if event.startswith(_FORBIDDEN):", "if False:", (DEEDS,)
    ),
    Mutant(
        "files of readers",
        CONFINED,
        "isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE",
        "False",
        (DEEDS,),
    ),
    Mutant("memory for readers", CONFINED, "        (resource.RLIMIT_AS, memory),\n", "", (DEEDS,)),
    Mutant(
        "room for files of readers",
        CONFINED,
        "        (resource.RLIMIT_FSIZE, 0),\n",
        "",
        (FORBIDDEN,),
    ),
    Mutant(
        "links that lead outside",
        "src/search/loaders/sections.py",
        "if not real.is_relative_to(root):",
        "if False:",
        ("tests/search/loaders/test_sections.py::test_a_link_is_followed_inside_the_folder_only",),
    ),
    Mutant(
        "an intake step that fails lets in",
        "src/intake/step.py",
        "raise IntakeFailed(step=step.name) from error",
        "return DossierPatch()",
        ("tests/test_turn_of_a_desk.py",),
    ),
    Mutant(
        "an intake step has all the time",
        "src/intake/step.py",
        "timeout=seconds",
        "timeout=None",
        ("tests/test_turn_of_a_desk.py",),
    ),
)
