"""What is said of tokens of Azure and of calls to Azure Resource Manager (ARM)."""

from typing import TYPE_CHECKING

from src.errors.base import ForModel, ForOperator, ForUser

if TYPE_CHECKING:
    from src.desks.azure.arm_calls import ArmReply


class AzureTokenRefused(ForUser):
    """ARM does not take a token; ``reply`` is what it said where it was asked."""

    status = 401
    reply: "ArmReply | None" = None


class AzureTokenMissing(ForUser):
    code = "azure_token_missing"
    status = 401


class AzureTokenMalformed(ForUser):
    code = "azure_token_malformed"
    status = 401


class AzureTokenExpired(AzureTokenRefused):
    code = "azure_token_expired"


class AzureTokenForOther(ForUser):
    code = "azure_token_audience"
    status = 401


class AzureApplicationRefused(ForUser):
    code = "azure_application_refused"
    status = 403


class AzureTenantRefused(ForUser):
    code = "azure_tenant_refused"
    status = 403


class AzureTokenForged(ForUser):
    code = "azure_token_forged"
    status = 401


class AzureTokenRevoked(AzureTokenRefused):
    code = "azure_token_revoked"


class AzureLoginNeeded(ForUser):
    code = "azure_login_needed"
    status = 401


class ArmRequestRefused(ForModel):
    """A call is not on the list of those that only read; details: ``request``."""

    code = "arm_request_refused"


class ArmRequestsSpent(ForModel):
    """A tenant has made the calls that it may make in a minute; details: ``most``, ``seconds``."""

    code = "arm_requests_spent"


class VaultUnreadable(ForOperator):
    code = "azure_vault_unreadable"
