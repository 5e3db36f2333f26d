"""What is refused to programs that speak for a person; the first is the person's to do, the second the program's to mend."""

from src.errors.base import ForUser


class PersonNeeded(ForUser):
    """A model confirmed what only a person may; details: ``dossier_id``."""

    code = "person_needed"
    status = 403
    nl = "Wat buiten TESS wordt geschreven, bevestigt een mens: in het formulier van deze client, op de webpagina of in de terminal (./tess chat --dossier {dossier_id}). Er is niets geschreven."
    en = "What is written outside TESS is confirmed by a person: in this client's own form, on the web page or in the terminal (./tess chat --dossier {dossier_id}). Nothing was written."
    when = "A model called `confirm`, or said yes, over MCP where a plan waits."
    remedy = "Let the user confirm it on the web page or in the terminal."


class ConfirmationNotAllowed(ForUser):
    """Who confirmed a plan has a token that may not."""

    code = "confirmation_not_allowed"
    status = 403
    nl = "Dit token mag geen plannen bevestigen. Bevestig op de webpagina of in de terminal met een token dat het mag (tess token create ... --confirm). Er is niets geschreven."
    en = "This token may not confirm plans. Confirm on the web page or in the terminal with a token that may (tess token create ... --confirm). Nothing was written."
    when = (
        "A plan was confirmed with a token that may not: one for MCP, or made with `--no-confirm`."
    )
    remedy = "Confirm it with a person's token."


class StaleDigest(ForUser):
    """What was confirmed is not what was last shown."""

    code = "stale_digest"
    status = 409
    nl = "Dit is niet wat het laatst is getoond. Hieronder staat hoe het nu is; bevestig dat, als het klopt."
    en = "This is not what was last shown. Here is how it stands now; confirm that, if it is right."
    when = "`confirm` over MCP has the digest of an earlier selection, or none where no plan waits."
    remedy = "Look at what is shown, and confirm with its digest."
