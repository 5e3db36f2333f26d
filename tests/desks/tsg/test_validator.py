"""Whatever is wrong with the form of a guide is said, with its line; nothing is said of a sound one."""

import pytest

from evals.tsg.guides import guide_from, read
from src.desks.tsg.render import render
from src.desks.tsg.validator import Problem, problems
from tests.desks.tsg.guides import NOTES, sound_guide
from tests.desks.tsg.mutations import MUTATIONS
from tests.shared_data import real
from tests.thoroughness import stride


def codes(text: str) -> set[str]:
    return {one.code for one in problems(text)}


def test_nothing_is_wrong_with_a_guide_that_was_rendered_in_any_form() -> None:
    guide = guide_from(NOTES)
    assert problems(render(guide)) == []
    assert problems(render(guide, "plain")) == []
    assert problems(render(guide, with_support=True)) == []
    assert problems(render(guide).replace("\n", "\r\n")) == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_way_to_spoil_a_guide_is_seen(name: str) -> None:
    code, spoil = MUTATIONS[name]
    guide = sound_guide()
    assert spoil(guide) != guide
    assert code in codes(spoil(guide))


def test_every_spoilt_published_guide_is_seen_and_no_sound_one() -> None:
    guides = [*read(real("tsg-azurelocal") / "guides-dev.jsonl")]
    for one in guides[:: stride()]:
        guide = render(guide_from(one.notes))
        assert problems(guide) == [], one.id
        for name, (code, spoil) in MUTATIONS.items():
            assert code in codes(spoil(guide)), (one.id, name)


def test_a_problem_is_said_with_its_line_and_what_cures_it() -> None:
    text = sound_guide().replace("# **Cause**", "# **Cause**\n\n# **Cause**")
    line = text.split("\n").index("# **Cause**") + 3
    assert Problem(line, "heading_twice", "Leave one # **Cause** only.") in problems(text)


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        (("# **Diagnosis**", "```\n\n# **Diagnosis**"), "fence_open"),
        (("{{MISSING::", "{{MISSING:"), "question_without_placeholder"),
        (("::When this guide", ":: }} {{MISSING::When this guide"), "placeholder_malformed"),
        (("# **Turns", "# Turns"), "title_missing"),
        (
            ("<!-- QUESTIONS_BEGIN -->\n", "<!-- QUESTIONS_BEGIN -->\nWhat else?\n"),
            "question_malformed",
        ),
    ],
)
def test_what_is_nearly_right_is_wrong(spoilt: tuple[str, str], code: str) -> None:
    assert code in codes(sound_guide().replace(*spoilt, 1))


def test_a_file_that_is_no_guide_is_not_sound() -> None:
    for text in ("", "\n\n", "# Cause\n", "```\n" * 3, "\ufeff"):
        assert "marker_missing" in codes(text)
