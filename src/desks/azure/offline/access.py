"""By which lines causes show that are about who may do what, and who is let in. Pure."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch

from src.desks.azure.lines import ReplyLine
from src.desks.azure.offline import table
from src.desks.azure.offline.evidence import Case, Seen, by_element
from src.desks.azure.offline.table import Evidence, found, lines_with

OWNER, ACCESS_ADMINISTRATOR, CONTRIBUTOR = (
    "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
    "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
    "b24988ac-6180-42a0-ab88-20f7382dd24c",
)
_EMPTY = re.compile(r"^value(?: \(|: ?)\W*(?:none|empty|0)?\W*$", re.IGNORECASE)


def missing_role(case: Case) -> Iterator[Evidence]:
    """Permissions that lack the action, or role assignments that do not give it."""
    for seen in case.by("read_resource", "permissions"):
        if (
            case.principal
            and case.known.principal
            and case.principal.lower() != case.known.principal.lower()
        ):
            continue  # they are those of who is logged in, and the error is somebody else's
        yield from _lacking(case, seen)
    for seen in case.by("read_resource", "role_assignments"):
        roles = list(seen.at("roleDefinitionId"))
        if any(_gives(one, case.action) for one in roles):
            continue
        empty = [one for one in seen.lines if _EMPTY.match(one.text)]
        yield from found(
            "cause",
            seen,
            empty,
            "De identiteit heeft op deze scope geen enkele roltoewijzing.",
            "The principal has no role assignment at all at this scope.",
        )
        if empty or not roles:
            continue
        yield from found(
            "cause",
            seen,
            roles,
            "De rol die de identiteit (principal) heeft, geeft de actie niet: {value}.",
            "The role that the principal has does not give the action: {value}.",
        )
        yield from found(
            "contributing",
            seen,
            [*seen.at("principalId"), *seen.at("properties.scope")][:4],
            "De toewijzing geldt voor: {value}.",
            "The assignment is for: {value}.",
        )


def _lacking(case: Case, seen: Seen) -> Iterator[Evidence]:
    actions, refused = list(seen.at("actions")), list(seen.at("notActions"))
    granted = [one for one in actions if _covers(one.value, case.action)]
    taken = [one for one in refused if _covers(one.value, case.action)]
    if case.action and granted and taken:
        yield from found(
            "cause",
            seen,
            taken[:1],
            f"De actie {case.action} is op deze scope uitgezonderd: {{value}}.",
            f"The action {case.action} is excepted at this scope: {{value}}.",
        )
    elif not granted and (actions or any(_EMPTY.match(one.text) for one in seen.lines)):
        shown = actions[:3] or [one for one in seen.lines if _EMPTY.match(one.text)]
        action = case.action or "*"
        yield from found(
            "cause",
            seen,
            shown,
            f"Op deze scope is alleen dit toegestaan, en niet de actie {action}: {{value}}.",
            f"This is all that is permitted at this scope, and not the action {action}: {{value}}.",
        )


def _covers(pattern: str, action: str) -> bool:
    return pattern == "*" if not action else fnmatch(action.lower(), pattern.lower())


def _gives(role: ReplyLine, action: str) -> bool:
    role_id = role.value.rsplit("/", 1)[-1].lower()
    if action.lower().startswith("microsoft.authorization/") and not action.lower().endswith(
        "/read"
    ):
        return role_id in (OWNER, ACCESS_ADMINISTRATOR)
    return role_id in (OWNER, CONTRIBUTOR)


def unregistered(case: Case) -> Iterator[Evidence]:
    """The provider's own state."""
    for seen in case.by("read_region", "provider_registration"):
        whole = [
            one
            for one in seen.lines
            if one.path == "registrationState" and one.value != "Registered"
        ]
        yield from found(
            "cause",
            seen,
            whole,
            f"De provider {case.namespace} staat in dit abonnement op {{value}}.",
            f"The provider {case.namespace} is {{value}} in this subscription.",
        )
        if whole:
            own = [one for one in seen.lines if one.path == "namespace"]
            yield from found(
                "contributing",
                seen,
                own,
                "Dit is de provider: {value}.",
                "This is the provider: {value}.",
            )


def closed_network(kind: str) -> table.Shows:
    """A firewall of a resource that lets nobody in but those that it lists."""

    def shows(case: Case) -> Iterator[Evidence]:
        for seen in case.of(kind, "properties"):
            denies = [one for one in seen.at("networkAcls.defaultAction") if one.value == "Deny"]
            closed = [
                one
                for one in seen.at("properties.publicNetworkAccess")
                if one.value in ("Disabled", "SecuredByPerimeter")
            ]
            yield from found(
                "cause",
                seen,
                denies,
                "De firewall (networkAcls) van {name} weigert wie niet op de lijst staat: defaultAction {value}.",
                "The firewall (networkAcls) of {name} refuses whoever is not listed: defaultAction {value}.",
            )
            yield from found(
                "cause",
                seen,
                closed,
                "{name} is van buiten niet te bereiken: publicNetworkAccess {value}.",
                "{name} can't be reached from outside: publicNetworkAccess {value}.",
            )
            if denies or closed:
                rules = [
                    *seen.at("networkAcls.bypass", "networkAcls.ipRules", "ipRules.value"),
                    *seen.at("networkAcls.virtualNetworkRules", "virtualNetworkRules.id"),
                ]
                yield from found(
                    "contributing",
                    seen,
                    rules[:4],
                    "Wie er wel door mag: {value}.",
                    "Who is let by: {value}.",
                )

    return shows


def vault_policies(case: Case) -> Iterator[Evidence]:
    """Key Vault references that do not resolve, and policies without the right to get secrets."""
    for seen in (*case.of(table.SITES, "keyvault_references"),):
        states = [one for one in seen.at("status") if one.value.lower() not in ("resolved", "")]
        yield from found(
            "cause",
            seen,
            states[:2],
            "De verwijzing van de app naar de vault lukt niet: {value}.",
            "The app's reference to the vault does not resolve: {value}.",
        )
        if states:
            yield from found(
                "contributing",
                seen,
                list(seen.at("details", "identityType"))[:2],
                "De app zegt: {value}.",
                "The app says: {value}.",
            )
    for seen in case.of(table.VAULTS, "properties"):
        yield from _without_get(case, seen)


def _without_get(case: Case, seen: Seen) -> Iterator[Evidence]:
    by_role = [one for one in seen.at("enableRbacAuthorization") if one.value.lower() == "true"]
    policies = [one for one in seen.lines if ".accesspolicies" in f".{one.path.lower()}"]
    rights = list(seen.at("permissions.secrets"))
    if by_role:
        yield from found(
            "cause",
            seen,
            by_role,
            "{name} gaat op RBAC: wie get wil, heeft een rol nodig, en access policies tellen niet.",
            "{name} goes by RBAC: who wants to get needs a role, and accessPolicies do not count.",
        )
        return
    holders = list(seen.at("objectId"))
    empty = [one for one in policies if one.value in ("[]", "", "(none)", "none", "(empty)")]
    if (
        rights
        and not table.none_of(rights, "get")
        and not (case.principal and table.none_of(holders, case.principal))
    ):
        return
    shown = (
        [one for one in empty if one.is_at("accessPolicies")]
        or (holders if rights else [])
        or empty
    )
    lacking = rights if rights and table.none_of(rights, "get") else shown
    yield from found(
        "cause",
        seen,
        lacking[:3],
        "De accessPolicies van {name} geven deze principal geen get op secrets: {value}.",
        "The accessPolicies of {name} give this principal no get on secrets: {value}.",
    )


def denied_by_policy(case: Case) -> Iterator[Evidence]:
    """A refusal in the activity log that names the policy."""
    for seen in case.by("activity_log"):
        named = lines_with(
            seen, r"policy_?(?:assignment|definition|setDefinition)(?:Id|Name|DisplayName)?"
        )
        said = lines_with(seen, r"RequestDisallowedByPolicy|disallowed by policy")
        yield from found(
            "cause",
            seen,
            named[:3] or said[:1],
            "De opdracht is geweigerd door deze policyAssignment of policyDefinition: {value}.",
            "The request was refused by this policyAssignment or policyDefinition: {value}.",
        )


def locked(case: Case) -> Iterator[Evidence]:
    """A lock on the resource or above it."""
    for seen in case.by("read_resource", "locks"):
        levels = [one for one in seen.at("level") if one.value in ("CanNotDelete", "ReadOnly")]
        yield from found(
            "cause",
            seen,
            levels[:3],
            "Er is een lock van niveau {value}.",
            "There is a lock of level {value}.",
        )
        if levels:
            lines = [*seen.at("value.id"), *seen.at("notes")]
            yield from found(
                "contributing",
                seen,
                lines[:3],
                "Het gaat om de lock {value}.",
                "It is the lock {value}.",
            )


def other_tenant(case: Case) -> Iterator[Evidence]:
    """What Azure says of tenants."""
    for seen in case.seen:
        if seen.reply.tool != "list_subscriptions":
            continue
        said = lines_with(seen, r"InvalidAuthenticationTokenTenant|wrong issuer")
        yield from found(
            "cause",
            seen,
            said[:2],
            "Het token is van een andere tenant: {value}.",
            "The token is of another tenant: {value}.",
        )
        groups = by_element(seen.lines).values()
        own = [
            one
            for group in groups
            for one in group
            if one.is_at("tenantId") and _is_meant(group, case)
        ]
        yield from found(
            "cause",
            seen,
            own[:1],
            "Het abonnement hoort bij de tenant {value}; een token van een andere tenant wordt geweigerd.",
            "The subscription belongs to the tenant {value}; a token of another tenant is refused.",
        )
        others = [one for one in seen.at("tenantId") if one not in own]
        yield from found(
            "contributing",
            seen,
            others[:3],
            "Er is ook de tenant {value}.",
            "There is also the tenant {value}.",
        )


def _is_meant(group: list[ReplyLine], case: Case) -> bool:
    return any(
        one.is_at("subscriptionId") and one.value.lower() == case.subscription for one in group
    )


def expired(case: Case) -> Iterator[Evidence]:
    """What Azure says of a token's time."""
    for seen in case.seen:
        said = lines_with(seen, r"ExpiredAuthenticationToken|token (?:is|has) expired|token expiry")
        yield from found(
            "cause",
            seen,
            said[:2],
            "Het token is verlopen (expired): {value}.",
            "The token has expired: {value}.",
        )


def not_replicated(case: Case) -> Iterator[Evidence]:
    """A role assignment for a principal that the directory did not know yet."""
    for seen in case.of(table.DEPLOYMENTS, "deployment_operations"):
        said = lines_with(seen, r"PrincipalNotFound|does not exist in the directory|replication")
        yield from found(
            "cause",
            seen,
            said[:2],
            "De principal was nog niet in de directory (replication delay): {value}.",
            "The principal was not in the directory yet (replication delay): {value}.",
        )
    for seen in case.by("activity_log"):
        said = lines_with(seen, r"PrincipalNotFound|replication delay")
        yield from found(
            "cause",
            seen,
            said[:1],
            "De toewijzing mislukte: {value}.",
            "The assignment failed: {value}.",
        )
    for seen in case.by("read_resource", "role_assignments"):
        lines = [*seen.at("principalType")][:2]
        yield from found(
            "contributing",
            seen,
            lines,
            "De principalType is {value}.",
            "The principalType is {value}.",
        )


def content_blocked(case: Case) -> Iterator[Evidence]:
    """The storage of an app that does not let the app in."""
    blocked = list(closed_network(table.STORAGE)(case))
    yield from blocked
    if not blocked:
        return
    for seen in case.of(table.SITES, "app_settings"):
        content = list(
            seen.at(
                "WEBSITE_CONTENTAZUREFILECONNECTIONSTRING",
                "WEBSITE_CONTENTOVERVNET",
                "AzureWebJobsStorage",
            )
        )
        yield from found(
            "contributing",
            seen,
            content[:3],
            "De app haalt haar inhoud uit die opslag: dit staat bij {name} ingesteld.",
            "The app has its content in that storage: this is set at {name}.",
        )
