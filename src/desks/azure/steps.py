"""The closed table of commands that a diagnosis may name, and what strikes all else that looks like one. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from src.desks.azure.resources import ResourceId
from src.dossier.models import Language

TEMPLATES: Mapping[str, tuple[str, str, str]] = {
    # name: command, what it does in Dutch and in English
    "assign_role": (
        "az role assignment create --assignee {principal} --role <ROLE> --scope {id}",
        "geef de identiteit een roltoewijzing met de ontbrekende actie; wie dit doet moet zelf "
        "toewijzingen mogen maken",
        "give the identity a role assignment that has the missing action; whoever does so must be allowed to",
    ),
    "register_provider": (
        "az provider register --namespace {name} --subscription {subscription}",
        "registreer (register) de resourceprovider in het abonnement en wacht tot hij Registered is",
        "register the resource provider in the subscription, and wait until it is Registered",
    ),
    "storage_ip_rule": (
        "az storage account network-rule add --account-name {name} --resource-group {group} --ip-address <ADDRESS>",
        "laat het adres van de aanroeper toe met een ip rule",
        "let the caller's address in by an ip rule",
    ),
    "storage_vnet_rule": (
        "az storage account network-rule add --account-name {name} --resource-group {group} --subnet <SUBNET_ID>",
        "of laat zijn subnet toe met een virtual network rule, of gebruik een private endpoint",
        "or let its subnet in by a virtual network rule, or use a private endpoint",
    ),
    "vault_access_policy": (
        "az keyvault set-policy --name {name} --object-id <PRINCIPAL> --secret-permissions get list",
        "geef de identiteit get in een access policy van de vault",
        "give the identity get in an access policy of the vault",
    ),
    "vault_role": (
        'az role assignment create --assignee <PRINCIPAL> --role "Key Vault Secrets User" --scope {id}',
        "of, waar de vault met RBAC werkt, de rol Key Vault Secrets User",
        "or, where the vault goes by RBAC, the role Key Vault Secrets User",
    ),
    "vault_network_rule": (
        "az keyvault network-rule add --name {name} --ip-address <ADDRESS>",
        "laat het adres toe met een network rule, gebruik een private endpoint, of sta een "
        "trusted service toe (bypass)",
        "let the address in by a network rule, use a private endpoint, or let a trusted service by (bypass)",
    ),
    "private_endpoint": (
        "az network private-endpoint create --name <NAME> --resource-group {group} --vnet-name "
        "<VNET> --subnet <SUBNET> "
        "--private-connection-resource-id {id} --group-id <GROUP_ID> --connection-name <NAME>",
        "maak verbinding via een private endpoint in het virtual network, en laat de naam daarheen verwijzen",
        "connect by a private endpoint in the virtual network, and have the name resolve to it",
    ),
    "set_websites_port": (
        "az webapp config appsettings set --name {name} --resource-group {group} --settings WEBSITES_PORT=<PORT>",
        "zet WEBSITES_PORT op de poort waarop de container luistert",
        "set WEBSITES_PORT to the port that the container listens on",
    ),
    "container_registry_login": (
        "az container create --name {name} --resource-group {group} --image <IMAGE> --registry-login-server <SERVER> "
        "--registry-username <USER> --assign-identity",
        "controleer de image name, en maak de groep opnieuw met een registry credential of een "
        "managed identity die mag ophalen",
        "check the image name, and make the group again with a registry credential or a managed identity that may pull",
    ),
    "list_usage": (
        "az vm list-usage --location {location} --output table",
        "vraag een hoger quota aan, kies another region of iets dat smaller is",
        "ask for a higher quota, or take another region or something smaller",
    ),
    "list_skus": (
        "az vm list-skus --location {location} --resource-type virtualMachines --all --output table",
        "kies another size, another zone of another region zonder beperking",
        "take another size, another zone or another region that has no restriction",
    ),
    "show_policy_assignment": (
        "az policy assignment list --scope {id} --disable-scope-strict-match",
        "voldoe aan de policy (zoals de gevraagde tag), of vraag een exemption of een andere assignment",
        "do as the policy says (such as the tag it demands), or ask for an exemption or another assignment",
    ),
    "delete_lock": (
        "az lock delete --ids {id}",
        "laat de eigenaar de lock weghalen (remove the lock), doe het werk en zet hem terug",
        "have its owner remove the lock, do the work, and put it back",
    ),
    "vm_extension_log": (
        "az vm get-instance-view --name {name} --resource-group {group} --query instanceView.extensions",
        "lees de log van de extensie op de machine, en herstel het script dat zij uitvoert",
        "read the log of the extension on the machine, and mend the script that it runs",
    ),
    "vm_extension_time": (
        "az vm extension list --vm-name {name} --resource-group {group}",
        "laat het script binnen de time blijven (90 minuten) en geen reboot doen, of doe het langzame deel erbuiten",
        "have the script stay within the time (90 minutes) without a reboot, or do the slow part outside of it",
    ),
    "login_tenant": (
        "az login --tenant {tenant}",
        "meld u aan bij de tenant van het abonnement: az login --tenant, en kies het met az account set",
        "log in to the tenant of the subscription: az login --tenant, and choose it by az account set",
    ),
    "account_set": (
        "az account set --subscription {subscription}",
        "kies het abonnement",
        "choose the subscription",
    ),
    "new_token": (
        "az account get-access-token --resource https://management.azure.com/",
        "haal een nieuw token met az account get-access-token, na az login waar dat niet lukt",
        "have a new token made by az account get-access-token, after az login where that fails",
    ),
    "principal_type": (
        "az role assignment create --assignee-object-id {principal} --assignee-principal-type ServicePrincipal "
        "--role <ROLE> --scope {id}",
        "geef principalType mee, zodat er niet in de directory wordt gezocht, of wait een paar minuten",
        "give the principalType, so that the directory is not searched, or wait some minutes",
    ),
    "subnet_delegation": (
        "az network vnet subnet update --ids {id} --remove delegations",
        "remove wat het subnet nog gebruikt en de delegation, in deze volgorde",
        "remove what still uses the subnet and its delegation, in this order",
    ),
    "content_over_vnet": (
        "az functionapp config appsettings set --name {name} --resource-group {group} "
        "--settings WEBSITE_CONTENTOVERVNET=1",
        "laat de app haar inhoud over het netwerk bereiken (WEBSITE_CONTENTOVERVNET), met een "
        "network rule of private endpoint",
        "let the app reach its content over the network (WEBSITE_CONTENTOVERVNET), by a network "
        "rule or private endpoint",
    ),
    "nsg_rule": (
        "az network nsg rule create --nsg-name <NSG> --resource-group {group} --name <NAME> --priority <PRIORITY> "
        "--access Allow --destination-port-ranges <PORT>",
        "maak een rule die het verkeer toelaat, met een lagere priority dan de rule die het weigert",
        "make a rule that lets the traffic in, of a lower priority than the rule that denies it",
    ),
    "start_vm": (
        "az vm start --name {name} --resource-group {group}",
        "start de machine",
        "start the machine",
    ),
    "resource_health": (
        "az rest --method get --url "
        "{id}/providers/Microsoft.ResourceHealth/availabilityStatuses/current?api-version=2020-05-01",
        "wait tot Azure het heeft hersteld en volg de stand, of wijk uit naar another region",
        "wait until Azure has mended it and follow its state, or turn to another region",
    ),
}
"""By name. What is in braces comes of what Azure said, what is in angle brackets only the user knows."""

SHOWS: Mapping[str, str] = {
    "list_usage": "what of each quota of a region is used",
    "list_skus": "sizes of machines in a region, with their restrictions",
    "show_policy_assignment": "policies that hold at a scope",
    "vm_extension_log": "state and messages of the extensions of a machine",
    "vm_extension_time": "extensions of a machine and how they ended",
    "resource_health": "what Azure says of the health of a resource",
}
"""Commands of the table that only show something, by name: what a user learns by them."""

PORTAL: Mapping[str, str] = {
    "assign_role": "Access control (IAM) > Add role assignment",
    "register_provider": "Subscriptions > Settings > Resource providers",
    "storage_ip_rule": "Security + networking > Networking > Firewall",
    "storage_vnet_rule": "Security + networking > Networking > Virtual networks",
    "vault_access_policy": "Access policies > Create",
    "vault_role": "Access control (IAM) > Add role assignment",
    "vault_network_rule": "Settings > Networking > Firewall",
    "private_endpoint": "Networking > Private endpoint connections",
    "set_websites_port": "Settings > Environment variables > App settings",
    "container_registry_login": "Container instances > Create > Basics > Image source",
    "list_usage": "Subscriptions > Settings > Usage + quotas",
    "list_skus": "Virtual machines > Create > Size > See all sizes",
    "show_policy_assignment": "Policy > Authoring > Assignments",
    "delete_lock": "Settings > Locks",
    "vm_extension_log": "Settings > Extensions + applications",
    "vm_extension_time": "Settings > Extensions + applications",
    "login_tenant": "Settings > Directories + subscriptions",
    "account_set": "Settings > Directories + subscriptions",
    "new_token": "Cloud Shell",
    "principal_type": "Access control (IAM) > Add role assignment",
    "subnet_delegation": "Virtual networks > Settings > Subnets > Subnet delegation",
    "content_over_vnet": "Settings > Environment variables > App settings",
    "nsg_rule": "Settings > Inbound security rules",
    "start_vm": "Overview > Start",
    "resource_health": "Help > Resource health",
}
"""Where the portal has what a command of the table does, by name."""

STRUCK: Mapping[Language, str] = {"nl": "[opdracht weggelaten]", "en": "[command struck]"}

_REST = r"(?:[^\n.;]|\.(?=\S))*"
"""Of a command: to the end of its sentence or line."""

_COMMAND = re.compile(
    r"(?:```.*?(?:```|\Z))"
    r"|`[^`\n]*(?:\s--?\w|\b(?:az|sudo|curl|wget|rm|kubectl|terraform|pwsh|powershell|bash|sh|Invoke-\w+)\s)[^`\n]*`"
    r"|(?m:^\s*(?:[$>#]\s+\S.*|(?:PS [^>\n]*>).*)$)"
    r"|\b(?:az|sudo|curl|wget|kubectl|helm|docker|terraform|azd|ssh|chmod|chown|psql|pip|npm|git|bash|sh|pwsh|powershell)"
    rf"\s+(?:-{{1,2}}\w|[a-z][\w-]*\s+(?:[a-z][\w-]*\s+)*-{{1,2}}\w|https?://|\./|/)\S*{_REST}"
    rf"|\baz\s+(?:[a-z][\w-]+\s+)*(?:create|delete|set|update|remove|add|purge|start|stop|restart|list|show|invoke|run)\b{_REST}"
    rf"|\bsudo\s+\S{_REST}"
    rf"|\b(?:terraform|kubectl|helm|docker|azd)\s+(?:apply|destroy|delete|run|exec|up|down|import|taint)\b{_REST}"
    r"|\brm\s+-\w+[^\n;]*"
    rf"|\b(?:New|Set|Remove|Add|Start|Stop|Restart|Update|Get|Connect|Invoke)-Az[A-Za-z]*{_REST}"
    r"|\b(?:Invoke-(?:WebRequest|Expression|RestMethod)|iex|iwr)\b[^\n;]*"
    r"|\b(?:DELETE|PUT|PATCH|POST)\s+https?://\S+",
    re.DOTALL,
)


@dataclass(frozen=True)
class FilledStep:
    """A step of a diagnosis: a command of the table with its gaps filled, and what it does."""

    name: str
    command: str
    what: str


def step(
    name: str, of: ResourceId, found: Mapping[str, str], language: Language
) -> FilledStep | None:
    """Return a step on a resource, with what Azure said of it; None where the table has no such name."""
    if name not in TEMPLATES:
        return None
    command, dutch, english = TEMPLATES[name]
    known = {
        "id": of.text,
        "name": of.name,
        "group": of.group,
        "subscription": of.subscription,
    } | dict(found)
    gaps = {gap for _, gap, _, _ in Formatter().parse(command) if gap}
    filled = {gap: _argument(known.get(gap, "")) or f"<{gap.upper()}>" for gap in gaps}
    return FilledStep(name, command.format(**filled), dutch if language == "nl" else english)


def blank(name: str) -> str:
    """Return a command of the table with its gaps left for the user; empty where the table has no such name."""
    command = TEMPLATES[name][0] if name in TEMPLATES else ""
    return re.sub(r"\{(\w+)\}", lambda gap: f"<{gap[1].upper()}>", command)


def without_commands(text: str, language: Language) -> str:
    """Return a text with everything struck that looks like a command: only the table's are told."""
    return _COMMAND.sub(STRUCK[language], text)


def _argument(value: str) -> str:
    """Return a value that may stand in a command: an id, a name, and nothing that a shell would read."""
    return (
        value if re.fullmatch(r"[A-Za-z0-9][\w./():@-]{0,999}|/[\w./():@-]{1,999}", value) else ""
    )
