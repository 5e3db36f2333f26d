"""What ARM tells of subscriptions, groups and their like."""

from typing import Any

from pydantic import JsonValue

from standins.azure.lists import Item
from standins.azure.places import Place


def subscription(one: dict[str, Any]) -> Item:
    """Return a subscription as ARM tells of it."""
    return {
        "id": f"/subscriptions/{one['id']}",
        "authorizationSource": "RoleBased",
        "managedByTenants": [],
        "subscriptionId": one["id"],
        "tenantId": one["tenant"],
        "displayName": one["name"],
        "state": one["state"],
        "subscriptionPolicies": {
            "locationPlacementId": "Public_2014-09-01",
            "quotaId": "PayAsYouGo_2014-09-01",
            "spendingLimit": "Off",
        },
    }


def tenant(one: dict[str, Any]) -> Item:
    """Return a tenant as ARM tells of it."""
    return {"id": f"/tenants/{one['id']}", "tenantId": one["id"], "tenantCategory": "Home"}


def group(place: Place, body: JsonValue) -> Item:
    """Return a resource group, known by something that is in it."""
    location = body.get("location") if isinstance(body, dict) else None
    return {
        "id": f"/subscriptions/{place.subscription}/resourceGroups/{place.group}",
        "name": place.group,
        "type": "Microsoft.Resources/resourceGroups",
        "location": location if isinstance(location, str) else "westeurope",
        "properties": {"provisioningState": "Succeeded"},
    }


def provider(place: Place) -> Item:
    """Return a provider that is registered."""
    return {
        "id": f"/subscriptions/{place.subscription}/providers/{place.namespace}",
        "namespace": place.namespace,
        "resourceTypes": [],
        "registrationState": "Registered",
        "registrationPolicy": "RegistrationRequired",
    }


def listed(resource: Item) -> JsonValue:
    """Return what a list of resources shows of one."""
    shown = ("id", "name", "type", "kind", "location", "tags", "sku", "identity")
    return {name: resource[name] for name in shown if name in resource}
