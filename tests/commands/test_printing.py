"""A reply is drawn on a terminal, and is plain Markdown in a file or a pipe."""

import io
import sys

import pytest

from src.commands.printing import show_markdown
from tests.in_process import Terminal

REPLY = "## ANSWER\n\n- one *thing*\n\x1b[2J"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_reply_is_drawn_where_somebody_looks(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    show_markdown(REPLY)
    shown = out.getvalue()
    assert ("## ANSWER" in shown) is not is_terminal
    assert "ANSWER" in shown
    assert "\x1b[2J" not in shown
    if not is_terminal:
        assert shown == "## ANSWER\n\n- one *thing*\n[2J\n"
