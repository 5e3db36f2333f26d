"""Rights of callers: the table of a world, as ARM tells of it and keeps to it."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from standins.azure.world import Grant


def may(grants: Sequence[Grant] | None, oid: str, action: str, path: str) -> bool:
    """Tell whether a principal may do something; where there is no table everybody may read."""
    if grants is None:
        return True
    return any(_allows(one, action) for one in grants_at(grants, oid, path))


def grants_at(grants: Sequence[Grant], oid: str, path: str) -> list[Grant]:
    """Return what is granted to a principal at a path or above it."""
    return [one for one in grants if one.principal.lower() == oid.lower() and _covers(one, path)]


def sees(grants: Sequence[Grant] | None, oid: str, subscription: str) -> bool:
    """Tell whether a subscription is listed for a principal: any grant in it is enough."""
    if grants is None:
        return True
    below = f"/subscriptions/{subscription}".lower()
    theirs = [one for one in grants if one.principal.lower() == oid.lower()]
    return any(_covers(one, below) or one.scope.lower().startswith(below) for one in theirs)


def permissions(grants: Sequence[Grant] | None, oid: str, path: str) -> list[Any]:
    """Return what ``permissions`` says at a scope."""
    if grants is None:
        return [_permission(("*/read",), ())]
    return [_permission(one.actions, one.not_actions) for one in grants_at(grants, oid, path)]


def assignments(grants: Sequence[Grant] | None, scope: str) -> list[Any]:
    """Return the role assignments that hold at a scope."""
    return [_assignment(one) for one in grants or () if _covers(one, scope)]


def _permission(actions: Sequence[str], but: Sequence[str]) -> dict[str, Any]:
    none: list[str] = []
    return {
        "actions": list(actions),
        "notActions": list(but),
        "dataActions": none,
        "notDataActions": none,
    }


def _assignment(grant: Grant) -> dict[str, Any]:
    name = str(uuid5(NAMESPACE_URL, f"{grant.principal}{grant.scope}{grant.role}"))
    below = "/providers/Microsoft.Authorization"
    role = uuid5(NAMESPACE_URL, grant.role)
    scope = grant.scope.rstrip("/")
    return {
        "properties": {
            "roleDefinitionId": f"{scope}{below}/roleDefinitions/{role}",
            "roleName": grant.role,
            "principalId": grant.principal,
            "principalType": grant.kind,
            "scope": grant.scope,
        },
        "id": f"{scope}{below}/roleAssignments/{name}",
        "type": "Microsoft.Authorization/roleAssignments",
        "name": name,
    }


def _allows(grant: Grant, action: str) -> bool:
    return _any(grant.actions, action) and not _any(grant.not_actions, action)


def _any(patterns: Sequence[str], action: str) -> bool:
    forms = (re.escape(one).replace(r"\*", ".*") for one in patterns)
    return any(re.fullmatch(one, action, re.IGNORECASE) for one in forms)


def _covers(grant: Grant, path: str) -> bool:
    above, below = grant.scope.lower().rstrip("/"), path.lower().rstrip("/")
    return below == above or below.startswith(f"{above}/")
