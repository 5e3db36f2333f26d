"""Names in traces are those of the conventions that the installed package knows."""

from opentelemetry.semconv._incubating.attributes import gen_ai_attributes as conventions
from opentelemetry.semconv.attributes import error_attributes

from src.observing import names
from src.observing.facts import NUMBERS, SHAPES


def test_attributes_are_those_of_the_conventions() -> None:
    known = {value for name, value in vars(conventions).items() if name.startswith("GEN_AI_")}
    used = {*names.ATTRIBUTES.values(), names.OPERATION, names.PROVIDER, names.OUTPUT_TYPE}
    assert used <= known
    assert names.ERROR_TYPE == error_attributes.ERROR_TYPE
    assert set(names.OPERATIONS.values()) <= {
        one.value for one in conventions.GenAiOperationNameValues
    }


def test_facts_that_have_a_name_exist() -> None:
    assert set(names.ATTRIBUTES) <= set(SHAPES) | NUMBERS
