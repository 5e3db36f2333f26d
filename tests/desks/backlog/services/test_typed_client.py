"""Azure DevOps' own client reads and writes the stand-in: what it knows of work items it finds there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standins.backlog.world import TOKEN
from tests.desks.backlog.services.place import PROJECT, STORY, Place, place

OPTION = {"op": "add", "path": "/fields/System.Title"}


@pytest.fixture(scope="module")
def here() -> Iterator[Place]:
    with place(items=[{"id": 7, "title": "There", "tags": "a; b"}]) as here:
        yield here


@pytest.fixture(scope="module")
def client(here: Place, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The client, which keeps what it learned of a server below the home folder unless it is told where."""
    folder: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AZURE_DEVOPS_CACHE_DIR", str(folder))
        from azure.devops.v7_1.work_item_tracking.work_item_tracking_client import (
            WorkItemTrackingClient,
        )
        from msrest.authentication import BasicAuthentication
    return WorkItemTrackingClient(here.ado.url(here.server.url), BasicAuthentication("", TOKEN))


def wiql(text: str) -> Any:
    from azure.devops.v7_1.work_item_tracking.models import Wiql

    return Wiql(query=f"SELECT [System.Id] FROM WorkItems WHERE {text}")


def operation(op: str, path: str, value: Any) -> Any:
    from azure.devops.v7_1.work_item_tracking.models import JsonPatchOperation

    return JsonPatchOperation(op=op, path=path, value=value)


def test_it_queries_and_reads_batches(client: Any) -> None:
    from azure.devops.v7_1.work_item_tracking.models import WorkItemBatchGetRequest

    found = client.query_by_wiql(wiql("[System.Tags] CONTAINS 'B'"), top=10)
    assert [one.id for one in found.work_items] == [7]
    assert (found.query_type, found.query_result_type) == ("flat", "workItem")
    asked = WorkItemBatchGetRequest(ids=[7, 8], fields=["System.Title"], error_policy="omit")
    item, none = client.get_work_items_batch(asked, project=PROJECT)
    assert (item.id, item.rev, item.fields, none) == (7, 1, {"System.Title": "There"}, None)


def test_it_makes_changes_deletes_and_restores_a_work_item(client: Any) -> None:
    made = client.create_work_item(
        [operation("add", "/fields/System.Title", "Made")], PROJECT, "Epic"
    )
    assert (made.rev, made.fields["System.WorkItemType"]) == (1, "Epic")
    link = {"rel": "System.LinkTypes.Hierarchy-Reverse", "url": made.url}
    patch = [
        operation("test", "/rev", 1),
        operation("add", "/relations/-", link),
        operation("add", "/fields/System.Tags", "c"),
    ]
    changed = client.update_work_item(patch, 7, project=PROJECT)
    assert (changed.rev, changed.fields["System.Tags"]) == (2, "a; b; c")
    assert [(one.rel, one.url) for one in changed.relations] == [tuple(link.values())]
    assert client.get_revision(7, 1, project=PROJECT).fields["System.Tags"] == "a; b"
    client.delete_work_item(made.id, project=PROJECT)
    (binned,) = client.get_deleted_work_item_shallow_references(project=PROJECT)
    assert binned.id == made.id
    from azure.devops.v7_1.work_item_tracking.models import WorkItemDeleteUpdate

    back = client.restore_work_item(WorkItemDeleteUpdate(is_deleted=False), made.id, PROJECT)
    assert (back.name, back.type) == ("Made", "Epic")


def test_it_reads_refusals(client: Any) -> None:
    from azure.devops.exceptions import AzureDevOpsServiceError

    with pytest.raises(AzureDevOpsServiceError, match="VS403208") as stale:
        client.update_work_item([operation("test", "/rev", 99)], 7, project=PROJECT)
    assert stale.value.type_key == "TestPatchOperationFailedException"
    with pytest.raises(AzureDevOpsServiceError, match="TF401232"):
        client.get_work_item(4_711, project=PROJECT)
    with pytest.raises(AzureDevOpsServiceError, match="TF51006"):
        client.query_by_wiql(wiql("nonsense"))


async def test_it_reads_what_the_tracker_wrote(client: Any, here: Place) -> None:
    async with here.tracker() as tracker:
        stored = await tracker.create(PROJECT, STORY.model_copy(update={"parent": 7}))
    item = client.get_work_item(stored.item.id, project=PROJECT, expand="Relations")
    assert item.fields["System.Parent"] == 7
    assert item.fields["System.Description"].endswith("&lt; 5 rooms</div>")
    assert [one.rel for one in item.relations] == ["System.LinkTypes.Hierarchy-Reverse"]
