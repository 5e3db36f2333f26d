"""The causes that the built-in model knows: 22, by codes, resource types and lines. Pure."""

from src.desks.azure.offline import access, table, workloads
from src.desks.azure.offline.evidence import Case
from src.desks.azure.offline.table import (
    Cause,
    WantedCall,
    at_scope,
    failed_operations,
    of_group,
    of_region,
    read,
    registration,
    subscriptions,
    unless_known,
)


def deployments(case: Case) -> list[WantedCall]:
    """Read the operations of the deployments that failed, once the group has told which those are."""
    known = case.ids(table.DEPLOYMENTS)
    if not known:
        return [WantedCall("read_resource", {"id": case.scope, "aspect": "deployment_operations"})]
    failed = [one for one in known if case.has_failed(one)]
    return [
        WantedCall("read_resource", {"id": one.text, "aspect": "deployment_operations"})
        for one in (failed or known)[:2]
    ]


CAUSES = (
    Cause(
        "rbac_missing_role",
        "een ontbrekende rol (RBAC)",
        "a missing role (RBAC)",
        (at_scope("permissions", "role_assignments"),),
        access.missing_role,
        ("assign_role",),
    ),
    Cause(
        "provider_not_registered",
        "een provider die niet geregistreerd is",
        "a provider that is not registered",
        (registration,),
        access.unregistered,
        ("register_provider",),
    ),
    Cause(
        "storage_firewall",
        "de firewall van een opslagaccount",
        "the firewall of a storage account",
        (unless_known(table.STORAGE), read(table.STORAGE, "properties")),
        access.closed_network(table.STORAGE),
        ("storage_ip_rule", "storage_vnet_rule"),
    ),
    Cause(
        "keyvault_access",
        "ontbrekende toegang tot een Key Vault",
        "missing access to a Key Vault",
        (
            unless_known(table.VAULTS),
            read(table.VAULTS, "properties"),
            unless_known(table.SITES),
            read(table.SITES, "keyvault_references"),
        ),
        access.vault_policies,
        ("vault_access_policy", "vault_role"),
    ),
    Cause(
        "keyvault_firewall",
        "de firewall van een Key Vault",
        "the firewall of a Key Vault",
        (unless_known(table.VAULTS), read(table.VAULTS, "properties")),
        access.closed_network(table.VAULTS),
        ("vault_network_rule", "private_endpoint"),
    ),
    Cause(
        "public_access_disabled",
        "uitgeschakelde toegang van buiten",
        "access from outside that is switched off",
        (unless_known(table.SQL), read(table.SQL, "properties")),
        access.closed_network(table.SQL),
        ("private_endpoint",),
    ),
    Cause(
        "container_port_mismatch",
        "een container op een andere poort",
        "a container on another port",
        (unless_known(table.SITES), read(table.SITES, "web_config", "app_settings")),
        workloads.port_of_container,
        ("set_websites_port",),
    ),
    Cause(
        "aci_image_inaccessible",
        "een image die niet op te halen is",
        "an image that can't be pulled",
        (unless_known(table.CONTAINERS), read(table.CONTAINERS, "properties")),
        workloads.image_of_group,
        ("container_registry_login",),
    ),
    Cause(
        "quota_exceeded",
        "een quotum dat op is",
        "a quota that is used up",
        (of_region("usages"), of_region("usages")),
        workloads.used_up,
        ("list_usage",),
    ),
    Cause(
        "sku_unavailable",
        "een maat die hier niet te krijgen is",
        "a size that can't be had here",
        (of_region("skus"), of_region("skus")),
        workloads.restricted,
        ("list_skus",),
    ),
    Cause(
        "policy_denied",
        "een policy die het verbiedt",
        "a policy that forbids it",
        (failed_operations,),
        access.denied_by_policy,
        ("show_policy_assignment",),
    ),
    Cause(
        "resource_locked",
        "een lock",
        "a lock",
        (at_scope("locks"), of_group("locks")),
        access.locked,
        ("delete_lock",),
    ),
    Cause(
        "vm_extension_failed",
        "een extensie die mislukte",
        "an extension that failed",
        (
            unless_known(table.MACHINES),
            read(table.MACHINES, "instance_view"),
            deployments,
            deployments,
        ),
        workloads.failed_extension("exit code", "failed"),
        ("vm_extension_log",),
    ),
    Cause(
        "vm_extension_timeout",
        "een extensie die te lang deed",
        "an extension that took too long",
        (
            unless_known(table.MACHINES),
            read(table.MACHINES, "instance_view"),
            deployments,
            deployments,
        ),
        workloads.failed_extension("timed out", "timeout", "Plugin enabled"),
        ("vm_extension_time",),
    ),
    Cause(
        "wrong_tenant",
        "een token van een andere tenant",
        "a token of another tenant",
        (subscriptions,),
        access.other_tenant,
        ("login_tenant", "account_set"),
    ),
    Cause(
        "token_expired",
        "een verlopen token",
        "an expired token",
        (subscriptions,),
        access.expired,
        ("new_token",),
    ),
    Cause(
        "principal_replication",
        "een identiteit die nog niet overal bekend was",
        "a principal that was not known everywhere yet",
        (deployments, deployments, of_group("role_assignments")),
        access.not_replicated,
        ("principal_type",),
    ),
    Cause(
        "in_use_dependency",
        "iets dat nog in gebruik is",
        "something that is still in use",
        (
            unless_known(table.NETWORKS),
            read(table.SUBNETS, "properties"),
            read(table.NETWORKS, "properties"),
        ),
        workloads.in_use,
        ("subnet_delegation",),
    ),
    Cause(
        "function_storage_blocked",
        "opslag die een app niet binnenlaat",
        "storage that does not let an app in",
        (
            unless_known(table.STORAGE, table.SITES),
            read(table.STORAGE, "properties"),
            read(table.SITES, "app_settings"),
        ),
        access.content_blocked,
        ("content_over_vnet", "private_endpoint"),
    ),
    Cause(
        "vm_deallocated",
        "een machine die uit staat",
        "a machine that is off",
        (unless_known(table.MACHINES), read(table.MACHINES, "instance_view")),
        workloads.stopped,
        ("start_vm",),
    ),
    Cause(
        "nsg_denies",
        "een netwerkregel die weigert",
        "a network rule that denies",
        (
            unless_known(table.NICS),
            read(table.NICS, "effective_rules"),
            read(table.NSGS, "properties"),
        ),
        workloads.denying_rule,
        ("nsg_rule",),
    ),
    Cause(
        "platform_outage",
        "een storing bij Azure",
        "an outage of Azure",
        (
            unless_known(table.SITES),
            read(table.SITES, "health"),
            read(table.MACHINES, "health"),
            read(table.SQL, "health"),
        ),
        workloads.outage,
        ("resource_health",),
    ),
)
"""In the order in which they are looked for, where an error has signs of several."""


def likely(case: Case) -> list[Cause]:
    """Return the causes that the errors of a case may have, the likeliest first."""
    by_name = {one.name: one for one in CAUSES}
    names = (name for one in (*case.facts, *case.errors) for name in one.causes)
    return [by_name[name] for name in dict.fromkeys(names)]
