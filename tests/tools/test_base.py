"""A tool's name, description and schema come from the class, and from nowhere else."""

from src.desks.tax.desk import tax_desk
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
        assert spec.parameters["additionalProperties"] is False
        assert all(one["description"] for one in spec.parameters["properties"].values())


def test_the_search_argument_asks_for_dutch_terms_and_citations() -> None:
    (search, *_) = tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore()).tools
    asked = search.spec.parameters["properties"]["queries"]["description"]
    assert "in Dutch" in asked
    assert "citation" in asked
