"""Two people at one web page at once, each with a token of their own: neither sees anything of the other."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is among the development packages")

from playwright.sync_api import Browser

from src.commands.local_server import own_server
from tests.clients.browser import Tab, web_page
from tests.identity.callers import SECRET
from tests.lending import with_starter_index
from tests.test_cli import tess

PEOPLE = {"anna": "Zonnebloem", "bert": "Madelief"}
"""Name and tenant of each, and a word that is theirs."""


@pytest.fixture
def tabs(chromium: Browser, tmp_path: Path) -> Iterator[dict[str, Tab]]:
    """The page in a browser of each, who came in with a token of their tenant."""
    given = {"TESS_TOKEN_SECRET": SECRET}
    with ExitStack() as stack:
        environment = {"TESS_DATA_DIR": str(with_starter_index(tmp_path)), **given}
        address = stack.enter_context(web_page(stack.enter_context(own_server(environment))))
        found = {}
        for name in PEOPLE:
            create = ("token", "create", name, "--tenant", name, "--expires", "1d", "--json")
            made = tess(*create, data_dir=tmp_path, **given)
            found[name] = Tab(chromium, address)
            stack.callback(found[name].close)
            entered = found[name].page.request.post(
                f"{address}tess/login", data=json.loads(made.stdout)["token"]
            )
            assert entered.status == 204
        yield found


def test_two_with_tokens_see_nothing_of_each_other(tabs: dict[str, Tab]) -> None:
    for tab in tabs.values():
        tab.open("?desk=tax")
    for name, tab in tabs.items():  # both are asked before either is looked at
        box = tab.page.get_by_test_id("stChatInputTextArea")
        box.fill(f"Hoe lang is de termijn voor bezwaar van {PEOPLE[name]}?")
        box.press("Enter")
    dossiers = {}
    for name, tab in tabs.items():
        tab.page.wait_for_url("**dossier=dos-*")
        tab.sees(PEOPLE[name])
        (dossiers[name],) = parse_qs(urlsplit(tab.page.url).query)["dossier"]
    assert len(set(dossiers.values())) == 2
    for name, other in (("anna", "bert"), ("bert", "anna")):
        seen = tabs[name].page
        for asked in ("", f"?dossier={dossiers[name]}", f"?dossier={dossiers[other]}"):
            tabs[name].open(asked)
            # Its own list of dossiers holds what is theirs, whatever the address names.
            assert PEOPLE[other] not in seen.content(), asked
            assert (PEOPLE[name] in seen.content()) == (dossiers[other] not in asked), asked
