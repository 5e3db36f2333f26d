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
    nl = "Er is geen Azure-token gegeven. Maak er een met: az account get-access-token."
    en = "No Azure token was given. Make one with: az account get-access-token."


class AzureTokenMalformed(ForUser):
    code = "azure_token_malformed"
    status = 401
    nl = "Dit is geen Azure-token. Geef de accessToken van: az account get-access-token."
    en = "This is no Azure token. Give the accessToken of: az account get-access-token."


class AzureTokenExpired(AzureTokenRefused):
    code = "azure_token_expired"
    status = 401
    nl = "Het Azure-token is verlopen. Meld u opnieuw aan met een nieuw token."
    en = "The Azure token has expired. Log in again with a new one."


class AzureTokenForOther(ForUser):
    code = "azure_token_audience"
    status = 401
    nl = "Het Azure-token is voor een ander systeem bedoeld. Maak er een voor https://management.azure.com."
    en = "The Azure token is meant for another system. Make one for https://management.azure.com."


class AzureApplicationRefused(ForUser):
    code = "azure_application_refused"
    status = 403
    nl = "Het Azure-token is gemaakt door een programma dat hier niet is toegelaten. Gebruik de Azure CLI."
    en = "The Azure token was made by a program that is not admitted here. Use the Azure CLI."


class AzureTenantRefused(ForUser):
    code = "azure_tenant_refused"
    status = 403
    nl = "Het Azure-token is van een andere tenant. Meld u aan met: az login --tenant."
    en = "The Azure token is of another tenant. Log in with: az login --tenant."


class AzureTokenForged(ForUser):
    code = "azure_token_forged"
    status = 401
    nl = "Azure herkent dit token niet. Maak een nieuw token met: az account get-access-token."
    en = "Azure does not recognise this token. Make a new one with: az account get-access-token."


class AzureTokenRevoked(AzureTokenRefused):
    code = "azure_token_revoked"
    status = 401
    nl = "Azure aanvaardt het token niet meer. Meld u opnieuw aan."
    en = "Azure does not take the token any more. Log in again."


class AzureLoginNeeded(ForUser):
    code = "azure_login_needed"
    status = 401
    nl = (
        "U bent niet aangemeld bij Azure, of niet meer. Meld u aan op de pagina, met /login in de terminal, "
        "met ./tess azure login --az, of met de tool login."
    )
    en = (
        "You are not logged in to Azure, or not any more. Log in on the page, by /login in the terminal, "
        "by ./tess azure login --az, or by the tool login."
    )


class ArmRequestRefused(ForModel):
    """A call is not on the list of those that only read; details: ``request``."""

    code = "arm_request_refused"
    nl = "Deze aanvraag staat niet op de lijst van wat gelezen mag worden: {request}. Er is niets gevraagd."
    en = "This request is not on the list of what may be read: {request}. Nothing was asked."


class ArmRequestsSpent(ForModel):
    """A tenant has made the calls that it may make in a minute; details: ``most``, ``seconds``."""

    code = "arm_requests_spent"
    nl = "Er zijn {most} aanvragen in een minuut aan Azure gedaan; het kan weer over {seconds} seconden."
    en = (
        "{most} requests were made of Azure in a minute; it is possible again in {seconds} seconds."
    )


class VaultUnreadable(ForOperator):
    code = "azure_vault_unreadable"
    nl = "De bewaarde Azure-tokens zijn niet te openen met de ingestelde sleutel."
    en = "The Azure tokens that are held can't be opened with the key that is set."
