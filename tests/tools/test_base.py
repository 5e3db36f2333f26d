"""A tool's name, description and schema come from the class, and from nowhere else."""

from pydantic import Field

from src.desks.tax.desk import tax_desk
from src.dossier.models import Dossier
from src.tools.base import Arguments, Tool, ToolResult
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm


def test_specs_are_derived_from_the_classes() -> None:
    tools = {
        tool.name: tool.spec
        for tool in tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore()).tools
    }
    assert list(tools) == [
        "get_legislation",
        "get_case_law",
        "follow_reference",
        "read_source",
        "calculate",
        "choose_sources",
        "ask",
        "show_sources",
        "remove_sources",
        "restore_sources",
        "undo",
        "redo",
        "generate_tax_answer",
        "explain_answer",
        "rework_answer",
    ]
    for spec in tools.values():
        assert spec.description
        assert not {"$defs", "anyOf", "title", "maxLength"} & set(str(spec.parameters).split("'"))


def test_the_search_argument_asks_for_dutch_terms_and_citations() -> None:
    (search, *_) = tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore()).tools
    asked = search.spec.parameters["properties"]["queries"]["description"]
    assert "in Dutch" in asked
    assert "citation" in asked


class Nested(Arguments):
    why: str = Field("", max_length=5, description="Why.")
    within: "list[Nested] | None" = None


class NestedArgs(Arguments):
    """Arguments of a tool."""

    items: list[Nested] = Field(description="Things.")
    title: int | None = Field(
        None, ge=1, description="A field that is called as a word of schemas."
    )


class Nest(Tool[NestedArgs]):
    """Do nothing."""

    args = NestedArgs

    async def execute(self, dossier: Dossier, args: NestedArgs) -> ToolResult:
        raise NotImplementedError


def test_a_schema_tells_a_model_what_it_needs_and_leaves_the_rest_to_code() -> None:
    assert Nest().spec.parameters == {
        "type": "object",
        "properties": {
            "items": {
                "type": "array",
                "description": "Things.",
                "items": {
                    "type": "object",
                    "properties": {
                        "why": {"type": "string", "description": "Why."},
                        "within": {"type": "array", "items": {}},
                    },
                },
            },
            "title": {
                "type": "integer",
                "description": "A field that is called as a word of schemas.",
            },
        },
        "required": ["items"],
    }
