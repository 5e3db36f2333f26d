"""What is said of tokens of Azure, calls to Azure Resource Manager (ARM), and messages and files that are not taken."""

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


class AzureTokenMalformed(ForUser):
    code = "azure_token_malformed"


class AzureTokenExpired(AzureTokenRefused):
    code = "azure_token_expired"


class AzureTokenForOther(ForUser):
    code = "azure_token_audience"


class AzureApplicationRefused(ForUser):
    code = "azure_application_refused"


class AzureTenantRefused(ForUser):
    code = "azure_tenant_refused"


class AzureTokenForged(ForUser):
    code = "azure_token_forged"


class AzureTokenRevoked(AzureTokenRefused):
    code = "azure_token_revoked"


class AzureLoginNeeded(ForUser):
    code = "azure_login_needed"


class ArmRequestRefused(ForModel):
    """A call is not on the list of those that only read; details: ``request``."""

    code = "arm_request_refused"


class ArmRequestsSpent(ForModel):
    """A tenant has made the calls that it may make in a minute; details: ``most``, ``seconds``."""

    code = "arm_requests_spent"


class VaultUnreadable(ForOperator):
    code = "azure_vault_unreadable"


class SecretInMessage(ForUser):
    """A message holds a token or another secret; details: ``kinds``."""

    code = "azure_secret_in_message"


class DescriptionBlank(ForUser):
    code = "azure_description_blank"


class DescriptionTooLong(ForUser):
    """A description is longer than is read; details: ``most``."""

    code = "azure_description_too_long"


class TooManyFiles(ForUser):
    """More files are given than are taken; details: ``most``."""

    code = "azure_too_many_files"


class FileTooLarge(ForUser):
    """A file is larger than is taken; details: ``most``."""

    code = "azure_file_too_large"


class FilesTooLarge(ForUser):
    """Files together are larger than is taken; details: ``most``."""

    code = "azure_files_too_large"


class FilePathRefused(ForUser):
    code = "azure_file_path"


class FileBinary(ForUser):
    code = "azure_file_binary"


class TraceSpent(ForUser):
    """A trace has had all its calls; details: ``most``."""

    code = "azure_trace_spent"
