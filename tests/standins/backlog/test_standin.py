"""The stand-in says what Azure DevOps says, in its form: refusals, limits, links, the recycle bin, faults by switch."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from src.errors import BadWorld
from standins.backlog.server import FAULTS_PATH, AdoStandin
from standins.backlog.world import TOKEN, AdoWorld
from standins.base import read_world, world_of, worlds_of
from standins.server import MARK
from tests.desks.backlog.services.place import Place, fault, place

PATCH = "application/json-patch+json"
LONG_TAG = "x" * 401


class Asking:
    """Asks a stand-in as whoever has its token."""

    def __init__(self, here: Place, http: httpx2.Client) -> None:
        self.here = here
        self.http = http
        self.home = here.ado.url(here.server.url)

    def __call__(
        self, method: str, path: str, body: Any = None, kind: str = "application/json", **query: str
    ) -> httpx2.Response:
        return self.http.request(
            method,
            f"{self.home}/{path}",
            params={"api-version": "7.1", **{n.replace("__", "$"): v for n, v in query.items()}},
            content=json.dumps(body).encode() if body is not None else b"",
            headers={"content-type": kind},
            auth=("", TOKEN),
        )

    def patch(self, item: int, *operations: tuple[str, str, Any], **query: str) -> httpx2.Response:
        body = [{"op": op, "path": path, "value": value} for op, path, value in operations]
        return self("PATCH", f"Backlog/_apis/wit/workitems/{item}", body, PATCH, **query)

    def title(self, title: str, kind: str = "Task") -> httpx2.Response:
        body = [{"op": "add", "path": "/fields/System.Title", "value": title}]
        return self("POST", f"Backlog/_apis/wit/workitems/${kind}", body, PATCH)

    def wiql(self, query: str, project: str = "Backlog/") -> httpx2.Response:
        return self("POST", f"{project}_apis/wit/wiql", {"query": query})


@pytest.fixture(scope="module")
def http() -> Iterator[httpx2.Client]:
    with httpx2.Client(trust_env=False, verify=False) as http:
        yield http


@pytest.fixture(scope="module")
def ask(http: httpx2.Client) -> Iterator[Asking]:
    """A stand-in that no test of this file leaves different to others."""
    items = [{"id": n, "title": f"Item {n}", "tags": f"all; n{n}"} for n in range(1, 5)]
    items[3] |= {"project": "Other", "state": "Closed", "area": "Web"}
    with place(items=items, projects=["Backlog", "Other"]) as here:
        yield Asking(here, http)


def code(told: httpx2.Response) -> tuple[int, str]:
    """Return status and the code at the beginning of the message."""
    return told.status_code, told.json()["message"].partition(":")[0]


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        (("GET", "Nowhere/_apis/wit/workitems/1"), (404, "TF200016")),
        (("GET", "Backlog/_apis/wit/workitems/99"), (404, "TF401232")),
        (("GET", "Other/_apis/wit/workitems/1"), (404, "TF401232")),
        (
            ("GET", "Backlog/_apis/wit/nothing"),
            (
                404,
                "The controller for path '/standin/Backlog/_apis/wit/nothing' was not found or does not implement it.",
            ),
        ),
        (("POST", "Backlog/_apis/wit/workitems/$Saga", [], PATCH), (404, "VS402323")),
        (("POST", "Backlog/_apis/wit/workitems/$Task", [], PATCH), (400, "VS403284")),
        (("POST", "Backlog/_apis/wit/workitems/$Task", []), (415, "VS403343")),
        (("POST", "Backlog/_apis/wit/workitemsbatch", {"ids": []}), (400, "VS403474")),
        (
            ("POST", "Backlog/_apis/wit/workitemsbatch", {"ids": [*range(1, 202)]}),
            (400, "VS402335"),
        ),
        (("POST", "Backlog/_apis/wit/workitemsbatch", {"ids": [1, 99]}), (404, "TF401232")),
        (("PATCH", "Backlog/_apis/wit/recyclebin/1", {"isDeleted": False}), (404, "TF401232")),
    ],
    ids=lambda one: str(one[1])[-24:],
)
def test_what_can_not_be_done_is_refused_by_its_code(
    ask: Asking, asked: tuple[Any, ...], wanted: tuple[int, str]
) -> None:
    assert code(ask(*asked)) == wanted


@pytest.mark.parametrize(
    ("operation", "wanted"),
    [
        (("test", "/rev", 9), (412, "VS403208")),
        (("add", "/fields/System.Title", ""), (400, "TF401320")),
        (("add", "/fields/System.Title", "x" * 256), (400, "TF401320")),
        (("add", "/fields/System.Id", 5), (400, "TF401326")),
        (("add", "/fields/Title", "x"), (400, "TF51535")),
        (("add", "/fields/System.Tags", LONG_TAG), (400, "TF401407")),
        (("add", "/fields/System.Tags", ";".join(map(str, range(101)))), (400, "TF401407")),
        (("move", "/fields/System.Title", "x"), (400, "VS403284")),
        (("remove", "/relations/7", None), (400, "VS403284")),
        (
            ("add", "/relations/-", {"rel": "System.LinkTypes.Related", "url": "http://x/1"}),
            (400, "VS403284"),
        ),
    ],
    ids=lambda one: str(one)[:40],
)
def test_a_patch_is_carried_out_whole_or_not_at_all(
    ask: Asking, operation: tuple[str, str, Any], wanted: tuple[int, str]
) -> None:
    told = ask.patch(1, ("add", "/fields/System.State", "Active"), operation)
    assert code(told) == wanted
    now = ask("GET", "Backlog/_apis/wit/workitems/1").json()
    assert (now["rev"], now["fields"]["System.State"]) == (1, "New")


def test_nothing_is_kept_of_what_is_only_looked_at(ask: Asking) -> None:
    before = dict(ask.here.ado.items.kept)
    told = ask.patch(1, ("add", "/fields/System.Title", "Other"), validateOnly="true")
    assert (told.status_code, told.json()["rev"]) == (200, 1)
    body = [{"op": "add", "path": "/fields/System.Title", "value": "x"}]
    path = "Backlog/_apis/wit/workitems/$Task"
    assert ask("POST", path, body, PATCH, validateOnly="true").status_code == 200
    assert ask.here.ado.items.kept == before


def test_fields_and_expand_exclude_each_other(ask: Asking) -> None:
    body = {"ids": [1], "fields": ["System.Title"], "$expand": "relations"}
    both = ask("POST", "Backlog/_apis/wit/workitemsbatch", body)
    assert (both.status_code, both.json()["typeKey"]) == (400, "ConflictingParametersException")
    query = {"fields": "System.Title", "__expand": "all"}
    assert ask("GET", "Backlog/_apis/wit/workitems/1", **query).status_code == 400
    one = ask("GET", "_apis/wit/workitems", ids="1,2", fields="system.title").json()
    assert [row["fields"] for row in one["value"]] == [
        {"System.Title": f"Item {n}"} for n in (1, 2)
    ]


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("", [1, 2, 3, 4]),
        ("WHERE [System.TeamProject] = @project", [1, 2, 3]),
        ("where [Team Project] = @Project and [Tags] contains 'N2'", [2]),
        ("WHERE [System.Tags] CONTAINS 'n'", []),
        ("WHERE [System.Id] > 2 ORDER BY [System.Id] desc", [4, 3]),
        ("WHERE [System.Id] IN (1, 4)", [1, 4]),
        ("WHERE [System.State] NOT IN ('closed') AND [System.Id] <= 2", [1, 2]),
        ("WHERE [State] <> 'Closed' ORDER BY [System.Title] DESC, [System.Id] ASC", [3, 2, 1]),
        ("WHERE [System.AreaPath] UNDER 'Other'", [4]),
        ("WHERE [System.AreaPath] UNDER 'Other\\We'", []),
        ("WHERE [System.Title] = 'it''s not there'", []),
        ("WHERE [Microsoft.VSTS.Common.Priority] < 1", []),
        ("WHERE [System.Parent] > 0 AND [System.Id] >= 1", []),
    ],
)
def test_the_subset_of_wiql_finds(ask: Asking, where: str, ids: list[int]) -> None:
    told = ask.wiql(f"SELECT [System.Id], [System.Title] FROM WorkItems {where}").json()
    assert [one["id"] for one in told["workItems"]] == ids
    assert [one["name"] for one in told["columns"]] == ["Id", "Title"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "SELECT",
        "SELECT [System.Id] FROM WorkItemLinks",
        "SELECT [System.Id] FROM WorkItems WHERE",
        "SELECT [System.Id] FROM WorkItems WHERE [System.Id] LIKE 5",
        "SELECT [System.Id] FROM WorkItems WHERE [System.Id] = @today",
        "SELECT [System.Id] FROM WorkItems WHERE [System.Title] = 'open",
        "SELECT [System.Id] FROM WorkItems ORDER BY",
        "SELECT [System.Id] FROM WorkItems; DROP",
    ],
)
def test_what_is_no_query_is_refused(ask: Asking, query: str) -> None:
    assert code(ask.wiql(query)) == (400, "TF51006")


def test_who_names_no_version_or_sends_no_json_is_refused(ask: Asking) -> None:
    told = ask("POST", "Backlog/_apis/wit/wiql", {}, **{"api-version": ""})
    assert told.json()["typeKey"] == "VssVersionNotSpecifiedException"
    http, home = ask.http, ask.home
    url = f"{home}/Backlog/_apis/wit/wiql?api-version=7.1"
    assert code(http.post(url, content=b"{", auth=("", TOKEN))) == (400, "TF400898")


def test_who_is_not_known_is_sent_to_the_page_to_log_in_at(ask: Asking) -> None:
    url = f"{ask.home}/_apis/projects"
    ask.here.ado.revoked.add("revoked")
    for auth, status in ((None, 302), (("", "wrong"), 203), (("", "revoked"), 401)):
        told = ask.http.get(url, auth=auth)
        assert (told.status_code, told.headers["content-type"]) == (
            status,
            "text/html; charset=utf-8",
        )
        assert told.headers[MARK] == "ado"
    assert ask("GET", "_apis/projects").json()["count"] == 2


# What changes it


def test_a_deleted_item_is_in_the_recycle_bin_until_it_is_restored_or_destroyed(
    http: httpx2.Client,
) -> None:
    with place(
        items=[{"id": 1, "title": "Above"}, {"id": 2, "title": "Below", "parent": 1}]
    ) as here:
        ask = Asking(here, http)
        item, binned = "Backlog/_apis/wit/workitems/1", "Backlog/_apis/wit/recyclebin/1"
        assert ask("DELETE", item).json()["name"] == "Above"
        assert (ask("GET", item).status_code, ask("GET", binned).status_code) == (404, 200)
        below = ask("GET", "Backlog/_apis/wit/workitems/2", __expand="relations").json()
        assert "relations" not in below
        assert ask.wiql("SELECT [System.Id] FROM WorkItems").json()["workItems"][0]["id"] == 2
        assert code(ask("PATCH", binned, {}))[0] == 400
        assert ask("PATCH", binned, {"isDeleted": False}).status_code == 200
        assert ask("GET", item).json()["rev"] == 1
        ask("DELETE", item)
        assert ask("DELETE", binned).status_code == 204
        assert ask("GET", binned).status_code == 404


def test_tags_are_one_text_that_add_adds_to_and_replace_replaces(http: httpx2.Client) -> None:
    with place() as here:
        ask = Asking(here, http)
        ask.title("x")
        add, replace = ("add", "/fields/System.Tags"), ("replace", "/fields/System.Tags")
        assert ask.patch(1, (*add, "b, a;B")).json()["fields"]["System.Tags"] == "a; b"
        assert ask.patch(1, (*add, "c")).json()["fields"]["System.Tags"] == "a; b; c"
        told = ask.patch(1, (*replace, "c")).json()
        assert (told["fields"]["System.Tags"], told["rev"]) == ("c", 4)
        assert "System.Tags" not in ask.patch(1, ("remove", replace[1], None)).json()["fields"]


def test_faults_can_be_switched_while_it_runs(http: httpx2.Client) -> None:
    with place() as here:
        ask = Asking(here, http)
        switch = f"{here.server.url}{FAULTS_PATH}"
        faults = [
            fault(status, path=f"workitems/{status}", times=0)
            for status in (409, 412, 415, 429, 500)
        ]
        body = json.dumps([one.model_dump(mode="json") for one in faults])
        assert http.post(switch, content=body).status_code == 204
        for status in (409, 412, 415, 429, 500):
            assert ask("GET", f"Backlog/_apis/wit/workitems/{status}").status_code == status
        assert http.post(switch, content=b"{}").status_code == 400
        assert http.post(switch, content=b"[]").status_code == 204
        assert ask("GET", "Backlog/_apis/wit/workitems/409").status_code == 404


def test_every_so_many_th_request_is_turned_away(http: httpx2.Client) -> None:
    with place(throttle=3, retry_after=5) as here:
        ask = Asking(here, http)
        told = [ask("GET", "_apis/projects") for _ in range(6)]
        assert [one.status_code for one in told] == [200, 200, 429, 200, 200, 429]
        assert told[2].headers["retry-after"] == "5"


# Worlds


def test_the_worlds_that_come_along_are_whole() -> None:
    for name in worlds_of(AdoStandin):
        ado = AdoStandin(world_of(AdoStandin, name))
        assert len(ado.items.kept) >= 6
    assert world_of(AdoStandin, None) == world_of(AdoStandin, "default")


@pytest.mark.parametrize(
    "text", ['{"items": [{"id": 0, "title": "x"}]}', '{"faults": [{}]}', '{"project": "x"}']
)
def test_a_world_that_is_wrong_is_told(text: str) -> None:
    with pytest.raises(BadWorld):
        read_world(AdoWorld, text, "a test")
