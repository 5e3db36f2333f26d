"""Words of the program's own that fill in the sentences of errors, in Dutch and in English."""

PROBLEMS: dict[str, tuple[str, str]] = {
    "busy": (
        "de aanbieder heeft het te druk of de limiet is bereikt; probeer het straks opnieuw",
        "the provider is too busy or a limit was reached; try again later",
    ),
    "down": (
        "de aanbieder heeft een storing; probeer het straks opnieuw",
        "the provider has a failure; try again later",
    ),
    "timeout": (
        "er kwam niet op tijd antwoord; probeer het straks opnieuw",
        "no reply came in time; try again later",
    ),
    "resting": (
        "de aanbieder faalde een paar keer achter elkaar en wordt enkele seconden met rust gelaten; probeer het dan opnieuw",
        "the provider failed several times in a row and is left alone for some seconds; try again then",
    ),
    "unreachable": (
        "er is geen verbinding; controleer het netwerk en OPENAI_BASE_URL",
        "there is no connection; check the network and OPENAI_BASE_URL",
    ),
    "refused_request": (
        "de aanbieder weigert het verzoek; controleer TESS_MODEL en OPENAI_BASE_URL",
        "the provider refuses the request; check TESS_MODEL and OPENAI_BASE_URL",
    ),
    "refused": (
        "het model weigerde",
        "the model refused",
    ),
    "filtered": (
        "het filter van de aanbieder hield het tegen",
        "the provider's filter held it back",
    ),
    "cut": (
        "het antwoord werd afgebroken",
        "the reply was cut off",
    ),
    "empty": (
        "het antwoord was leeg",
        "the reply was empty",
    ),
    "malformed": (
        "het antwoord had niet de gevraagde vorm",
        "the reply did not have the form asked for",
    ),
    "unknown_field": (
        "bestaat niet",
        "does not exist",
    ),
    "missing": (
        "ontbreekt",
        "is missing",
    ),
    "needs_ids": (
        "heeft een dossier_id en een message_id ernaast nodig",
        "needs a dossier_id and a message_id beside it",
    ),
    "wrong_value": (
        "heeft een verkeerde waarde",
        "has a wrong value",
    ),
    "broken": (
        "het bestand is beschadigd of geen dossier van TESS",
        "the file is broken or no dossier of TESS",
    ),
    "newer": (
        "het is door een nieuwere versie van TESS geschreven",
        "it was written by a newer version of TESS",
    ),
    "broken_journal": (
        "het journaal is beschadigd",
        "the journal is broken",
    ),
    "other_id": (
        "het bestand bevat een ander dossier",
        "the file holds another dossier",
    ),
    "other_history": (
        "het bestand en het journaal horen niet bij elkaar",
        "the file and the journal do not belong together",
    ),
    "database_full": (
        "de schijf van de database is vol",
        "the disk of the database is full",
    ),
    "database_only_reads": (
        "de database kan alleen worden gelezen",
        "the database can only be read",
    ),
    "database_slow": (
        "de database antwoordt niet op tijd",
        "the database does not reply in time",
    ),
    "database_lost": (
        "de verbinding met de database is verbroken",
        "the connection to the database broke",
    ),
    "same_selection": (
        "dit zijn precies de bronnen waaruit het antwoord is gemaakt",
        "these are the very sources that the answer was made from",
    ),
    "no_source_left": (
        "er zou geen bron overblijven",
        "no source would be left",
    ),
    "database_refuses": (
        "de database weigert het",
        "the database refuses it",
    ),
    "document_damaged": (
        "het is beschadigd, of niet wat het lijkt te zijn",
        "it is damaged, or not what it seems to be",
    ),
    "document_locked": (
        "het vraagt om een wachtwoord; sla het zonder op",
        "it asks for a password; save it without one",
    ),
    "document_no_text_file": (
        "het is geen tekst",
        "it is no text",
    ),
    "document_other_kind": (
        "alleen pdf, docx, txt en md kunnen worden gelezen",
        "only pdf, docx, txt and md can be read",
    ),
    "document_pages": (
        "heeft te veel bladzijden",
        "has too many pages",
    ),
    "document_unpacked": (
        "is uitgepakt te groot",
        "is too large when unpacked",
    ),
    "document_characters": (
        "heeft te veel tekens",
        "has too many characters",
    ),
    "no_zip": (
        "het bestand is geen pakket van TESS, of het is beschadigd",
        "the file is no pack of TESS, or it is damaged",
    ),
    "too_large": (
        "het is groter dan een pakket mag zijn",
        "it is larger than a pack may be",
    ),
    "too_many": (
        "het heeft meer delen dan een pakket mag hebben",
        "it has more parts than a pack may have",
    ),
    "bad_name": (
        "een deel heeft een naam die een pakket niet heeft",
        "a part has a name that a pack does not have",
    ),
    "twice": (
        "een deel staat er twee keer in",
        "a part is there twice",
    ),
    "squeezed": (
        "een deel is samengeperst zoals een pakket dat niet is",
        "a part is compressed in a way that a pack is not",
    ),
    "part_missing": (
        "een deel ontbreekt",
        "a part is missing",
    ),
    "part_foreign": (
        "een deel hoort er niet bij",
        "a part does not belong there",
    ),
    "part_changed": (
        "een deel is veranderd nadat het werd verzegeld",
        "a part was changed after it was sealed",
    ),
    "seal_broken": (
        "de lijst van delen is veranderd nadat zij werd verzegeld",
        "the list of parts was changed after it was sealed",
    ),
    "bad_manifest": (
        "de lijst van delen is niet te lezen",
        "the list of parts can't be read",
    ),
    "no_token": (
        "er kwam geen token mee",
        "none came with this",
    ),
    "bad_token": (
        "dit is hier niet geldig",
        "this one is not valid here",
    ),
    "other_audience": (
        "dit is voor een andere bestemming gemaakt",
        "this one was made for another audience",
    ),
    "tokens_unreadable": (
        "de lijst van tokens is kapot; zet een kopie van tokens.jsonl terug",
        "the list of tokens is broken; put a copy of tokens.jsonl back",
    ),
    "turns_at_once": (
        "beurten tegelijk",
        "turns at once",
    ),
    "turns_per_minute": (
        "beurten per minuut",
        "turns a minute",
    ),
    "tokens_per_day": (
        "tokens van het model per dag",
        "tokens of the model a day",
    ),
    "does_not_fit": (
        "een deel is niet waar het journaal op uitkomt",
        "a part is not what the journal adds up to",
    ),
}
