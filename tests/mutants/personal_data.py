"""Defences of personal data: it is found however it is written, never shown, and a gate that can't look refuses."""

from tests.mutants.mutant import Mutant

CLEARING = "src/desks/tsg/clearing.py"
LANGUAGE = "src/desks/tsg/services/language.py"
SENSITIVE = "src/masking/sensitive.py"

GATE = "tests/desks/tsg/test_clearing.py::test_{}"
FOUND = "tests/masking/test_sensitive.py::test_{}"

MUTANTS = (
    Mutant(
        "a slow gate lets pass",
        CLEARING,
        'raise PersonalDataGateFailed(problem="gate_slow") from error',
        "found = []",
        (GATE.format("who_does_not_reply_in_time_lets_nothing_pass"),),
    ),
    Mutant(
        "a gate that failed lets pass",
        CLEARING,
        "raise PersonalDataGateFailed(problem=problem) from error",
        "return ()",
        (GATE.format("a_service_that_did_not_look_at_all_of_it_lets_nothing_pass"),),
    ),
    Mutant(
        "half a look is a look",
        LANGUAGE,
        "if results.errors or set(looked_at)",
        "if set(looked_at)",
        (GATE.format("a_service_that_did_not_look_at_all_of_it_lets_nothing_pass"),),
    ),
    Mutant(
        "what is refused is sent",
        CLEARING,
        "if self._service is None or any(found):",
        "if self._service is None:",
        (GATE.format("what_the_rules_refuse_is_sent_nowhere"),),
    ),
    Mutant(
        "the service keeps what it reads",
        LANGUAGE,
        '"loggingOptOut": True',
        '"loggingOptOut": False',
        (GATE.format("a_name_without_a_cue_is_found_by_the_service_in_the_whole_text"),),
    ),
    Mutant(
        "places of a piece are those of the text",
        LANGUAGE,
        "start = begin + entity.offset",
        "start = entity.offset",
        (GATE.format("a_name_without_a_cue_is_found_by_the_service_in_the_whole_text"),),
    ),
    Mutant(
        "secrets are shown in part",
        CLEARING,
        "if span.kind in sensitive.SECRET_NAMES:",
        "if not span.kind:",
        (GATE.format("every_client_is_given_the_text_to_send_instead"),),
    ),
    Mutant(
        "a key is cut over two texts",
        CLEARING,
        "yield from ((0, number), (number, 0))",
        "yield 0, number",
        (GATE.format("a_key_is_found_that_is_cut_over_two_texts"),),
    ),
    Mutant(
        "any page makes all public",
        CLEARING,
        "any(whole.search(page) for page in holding)",
        "True",
        (GATE.format("what_a_public_page_says_is_none"),),
    ),
    Mutant(
        "odd signs hide a value",
        SENSITIVE,
        "as_read = folded(text)\n    placeholders",
        "as_read = replaced(text, ())\n    placeholders",
        (FOUND.format("places_are_those_of_the_original"),),
    ),
    Mutant(
        "a line break hides a key",
        SENSITIVE,
        "found += _over_lines(as_read)",
        "found += ()",
        (FOUND.format("a_key_over_two_lines_is_one_and_the_line_after_it_is_none"),),
    ),
    Mutant(
        "two values have one mark",
        SENSITIVE,
        "marks.skip(name, int(number))",
        "pass",
        (FOUND.format("marks_that_stand_in_a_text_are_given_to_no_other_value"),),
    ),
    Mutant(
        "a form repeats without bound",
        "src/masking/sensitive.toml",
        r"(?P<v>\w[\w.+'&-]{0,63}@",
        r"(?P<v>\w[\w.+'&-]*@",
        (FOUND.format("no_form_repeats_without_bound"),),
    ),
)
