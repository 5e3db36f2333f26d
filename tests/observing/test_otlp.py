"""Names in traces are those of the conventions that the installed package knows."""

from opentelemetry.semconv._incubating.attributes import gen_ai_attributes as conventions
from opentelemetry.semconv.attributes import error_attributes

from src.observing import otlp
from src.observing.attributes import NUMBERS, SHAPES


def test_attributes_are_those_of_the_conventions() -> None:
    known = {value for name, value in vars(conventions).items() if name.startswith("GEN_AI_")}
    used = {*otlp.ATTRIBUTES.values(), otlp.OPERATION, otlp.PROVIDER, otlp.OUTPUT_TYPE}
    assert used <= known
    assert otlp.ERROR_TYPE == error_attributes.ERROR_TYPE
    assert set(otlp.OPERATIONS.values()) <= {
        one.value for one in conventions.GenAiOperationNameValues
    }


def test_attributes_that_have_a_name_exist() -> None:
    assert set(otlp.ATTRIBUTES) <= set(SHAPES) | NUMBERS
