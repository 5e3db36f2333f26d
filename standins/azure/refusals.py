"""What ARM says when it does not do as it is asked: its bodies, word for word where a program reads them."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue

from standins.base import StandinReply

JSON = "application/json; charset=utf-8"
_GATEWAY = {"content-type": JSON, "x-ms-failure-cause": "gateway"}
_CHALLENGE = (
    'Bearer authorization_uri="https://login.microsoftonline.com/{tenant}", error="invalid_token",'
    ' error_description="{message}"'
)


def refused(
    status: int, code: str, message: str, headers: Mapping[str, str] | None = None
) -> StandinReply:
    """Return an error in ARM's form."""
    body: JsonValue = {"error": {"code": code, "message": message}}
    return StandinReply(status=status, headers={**_GATEWAY, **(headers or {})}, body=body)


def unauthenticated(code: str, message: str, tenant: str = "common") -> StandinReply:
    """Return a 401, with the challenge that comes with it."""
    challenge = _CHALLENGE.format(tenant=tenant, message=message.replace('"', "'"))
    return refused(401, code, message, {"www-authenticate": challenge})


def no_header() -> StandinReply:
    """Return the reply to a caller without a token."""
    return unauthenticated(
        "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing."
    )


def invalid_token() -> StandinReply:
    """Return the reply to a token that was not signed here."""
    return unauthenticated("InvalidAuthenticationToken", "The access token is invalid.")


def expired(ended: datetime, now: datetime) -> StandinReply:
    """Return the reply to a token that is past its time."""
    form = "%m/%d/%Y %I:%M:%S %p"
    message = f"The access token expiry UTC time '{ended:{form}}' is earlier than current UTC time '{now:{form}}'."
    return unauthenticated("ExpiredAuthenticationToken", message)


def other_audience(audience: str) -> StandinReply:
    """Return the reply to a token for another system."""
    message = (
        "The access token has been obtained for wrong audience or resource"
        f" '{audience}'. It should exactly match with one of the allowed audiences"
        " 'https://management.core.windows.net/','https://management.azure.com/'."
    )
    return unauthenticated("InvalidAuthenticationTokenAudience", message)


def other_tenant(theirs: str, tenant: str) -> StandinReply:
    """Return the reply to a token of another tenant than that of the subscription."""
    message = (
        f"The access token is from the wrong issuer 'https://sts.windows.net/{theirs}/'. It must match the tenant"
        f" 'https://sts.windows.net/{tenant}/' associated with this subscription. Please use the authority (URL)"
        f" 'https://login.windows.net/{tenant}' to get the token."
    )
    return unauthenticated("InvalidAuthenticationTokenTenant", message, tenant)


def unauthorised(name: str, oid: str, action: str, scope: str) -> StandinReply:
    """Return the 403 of a caller that may not do something."""
    message = (
        f"The client '{name}' with object id '{oid}' does not have authorization to perform action '{action}' over"
        f" scope '{scope}' or the scope is invalid. If access was recently granted, please refresh your credentials."
    )
    return refused(403, "AuthorizationFailed", message)


def no_subscription(subscription: str) -> StandinReply:
    """Return the 404 of a subscription that is not there."""
    return refused(
        404, "SubscriptionNotFound", f"The subscription '{subscription}' could not be found."
    )


def no_group(group: str) -> StandinReply:
    """Return the 404 of a resource group that is not there."""
    return refused(404, "ResourceGroupNotFound", f"Resource group '{group}' could not be found.")


def no_resource(resource: str, group: str) -> StandinReply:
    """Return the 404 of a resource that is not there."""
    message = (
        f"The Resource '{resource}' under resource group '{group}' was not found."
        " For more details please go to https://aka.ms/ARMResourceNotFoundFix"
    )
    return refused(404, "ResourceNotFound", message)


def not_found(path: str) -> StandinReply:
    """Return the 404 of a path that leads nowhere."""
    return refused(
        404, "NotFound", f"No HTTP resource was found that matches the request URI '{path}'."
    )


def no_version() -> StandinReply:
    """Return the 400 of a request without ``api-version``."""
    return refused(
        400,
        "MissingApiVersionParameter",
        "The api-version query parameter (?api-version=) is required for all requests.",
    )


def unknown_version(version: str, supported: str) -> StandinReply:
    """Return the 400 of an ``api-version`` that there is not."""
    message = f"The api-version '{version}' is invalid. The supported versions are '{supported}'."
    return refused(400, "InvalidApiVersionParameter", message)


def throttled(seconds: int = 1) -> StandinReply:
    """Return the 429 of a caller that asked too often."""
    return refused(
        429,
        "SubscriptionRequestsThrottled",
        f"Number of requests exceeded the limit. Please try again after '{seconds}' seconds.",
        {"retry-after": str(seconds)},
    )


def conflict(
    message: str = "The request conflicts with the state of the resource.",
) -> StandinReply:
    """Return a 409."""
    return refused(409, "Conflict", message)


def worded(reply: StandinReply, path: str) -> StandinReply:
    """Return a reply that a world gives without a body, with the one that ARM gives at its status."""
    if reply.status not in (404, 409, 429) or reply.fault:
        return reply
    made = not_found(path) if reply.status == 404 else conflict()
    made = throttled() if reply.status == 429 else made
    given = {name.lower(): value for name, value in reply.headers.items()}
    return reply.model_copy(update={"headers": {**made.headers, **given}, "body": made.body})
