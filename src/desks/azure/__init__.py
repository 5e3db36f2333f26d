"""The desk that finds the cause of an Azure error, in the very lines that Azure Resource Manager (ARM) replied."""

from src.desks.azure.demo import hold
from src.desks.plug import Plug, call_of, value_of

PLUG = Plug(
    "azure",
    call_of("src.desks.azure.desk:make"),
    call_of("src.desks.azure.commands.azure:add_azure_command"),
    value_of("src.desks.azure.settings:AzureSettings"),
    hold,
    value_of("src.desks.azure.presenter:PRESENTER"),
    value_of("src.desks.azure.answering:RULES"),
    vocabulary=("resource manager", "resource group", "rbac", "kql", "nsg", "keyvault"),
    telling={"azure": "en"},
)
