"""What Azure DevOps says when it does not do as it is asked, with its codes."""

from collections.abc import Mapping

from pydantic import JsonValue

from standins.base import StandinReply

JSON = "application/json; charset=utf-8"
_PAGE = "text/html; charset=utf-8"
_SIGN_IN = "<!DOCTYPE html><html><head><title>Azure DevOps Services | Sign In</title></head><body></body></html>"


class Refusal(Exception):
    """A request is refused, with this reply."""

    def __init__(self, reply: StandinReply) -> None:
        super().__init__(str(reply.status))
        self.reply = reply


def refused(
    status: int, message: str, key: str = "", headers: Mapping[str, str] | None = None
) -> Refusal:
    """Return an error in the form of Azure DevOps."""
    name = key or "RuleValidationException"
    body: JsonValue = {
        "$id": "1",
        "innerException": None,
        "message": message,
        "typeName": f"Microsoft.TeamFoundation.WorkItemTracking.Server.{name}, Microsoft.TeamFoundation",
        "typeKey": name,
        "errorCode": 0,
        "eventId": 3200,
    }
    told = {"content-type": JSON, **(headers or {})}
    return Refusal(StandinReply(status=status, headers=told, body=body))


def signed_out(status: int, organization: str = "standin") -> StandinReply:
    """Return how who is not known is sent to the page to log in at: 203, 302 or 401."""
    headers = {"content-type": _PAGE}
    if status == 302:
        headers["location"] = f"https://spsprodweu1.vssps.visualstudio.com/_signin?a={organization}"
    if status == 401:
        headers["www-authenticate"] = 'Basic realm="https://dev.azure.com/"'
    return StandinReply(status=status, headers=headers, body=_SIGN_IN)


def gone(item: int) -> Refusal:
    """Return the 404 of a work item."""
    text = f"TF401232: Work item {item} does not exist, or you do not have permissions to read it."
    return refused(404, text, "WorkItemUnauthorizedAccessException")


def no_project(name: str) -> Refusal:
    """Return the 404 of a project."""
    text = (
        f"TF200016: The following project does not exist: {name}. Verify that the name of the project is correct"
        " and that the project exists on the specified Azure DevOps Server."
    )
    return refused(404, text, "ProjectDoesNotExistWithNameException")


def no_type(name: str, project: str) -> Refusal:
    """Return the 404 of a type of work items."""
    text = (
        f"VS402323: Work item type {name} does not exist in project {project} or you do not have permission"
        " to access it."
    )
    return refused(404, text, "WorkItemTypeNotFoundException")


def stale(item: int) -> Refusal:
    """Return the 412 of a patch whose test fails."""
    text = f"VS403208: The revision of work item {item} is another one than the test in the patch says."
    return refused(412, text, "TestPatchOperationFailedException")


def second_parent(child: int, parent: int) -> Refusal:
    """Return the 400 of a work item that would have two parents."""
    text = (
        f"TF201036: You cannot add a Parent link between work items {child} and {parent} because a work item can"
        " have only one Parent link."
    )
    return refused(400, text, "WorkItemLinkInvalidException")


def circle(child: int, parent: int) -> Refusal:
    """Return the 400 of a work item that would be above itself."""
    text = (
        f"TF201035: You cannot add a Parent link between work items {child} and {parent} because the link would"
        " result in a circular relationship."
    )
    return refused(400, text, "WorkItemLinkInvalidException")


def wrong_type_of_content(given: str) -> Refusal:
    """Return the 415 of a patch that does not say what it is."""
    text = (
        f"VS403343: The content type '{given}' is not supported; use 'application/json-patch+json'."
    )
    return refused(415, text, "VssRequestContentTypeNotSupportedException")


def throttled(seconds: int) -> Refusal:
    """Return the 429 of a caller that asked too often."""
    text = "TF400733: The request has been canceled: Request was blocked due to exceeding usage of resource."
    headers = {"retry-after": str(seconds), "x-ratelimit-remaining": "0"}
    return refused(429, text, "RequestBlockedException", headers)


def worded(reply: StandinReply, organization: str) -> StandinReply:
    """Return a reply that a fault gives without a body, with the one that goes with its status."""
    if reply.body is not None or reply.fault or reply.status < 203:
        return reply
    if reply.status in (203, 302, 401):
        made = signed_out(reply.status, organization)
    elif reply.status == 429:
        made = throttled(1).reply
    else:
        made = refused(
            reply.status, f"TF400898: An Internal Error Occurred ({reply.status})."
        ).reply
    given = {name.lower(): value for name, value in reply.headers.items()}
    return reply.model_copy(update={"headers": {**made.headers, **given}, "body": made.body})
