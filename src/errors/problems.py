"""Words of the program's own that fill in the sentences of errors, in Dutch and in English."""

PROBLEMS: dict[str, tuple[str, str]] = {
    "key_refused": (
        "de aanbieder van het model weigert de sleutel; controleer OPENAI_API_KEY",
        "the model's provider refuses the key; check OPENAI_API_KEY",
    ),
    "limit_spent": (
        "uw organisatie heeft gehad wat zij mag hebben; probeer het later opnieuw",
        "your organisation has had what it may have; try again later",
    ),
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
    "needs_dossier": ("heeft een dossier_id ernaast nodig", "needs a dossier_id beside it"),
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
        "alleen pdf, docx, html, txt, md, vtt en srt kunnen worden gelezen",
        "only pdf, docx, html, txt, md, vtt and srt can be read",
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
    "document_tags": ("heeft te veel tags", "has too many tags"),
    "document_attributes": (
        "heeft te veel attributen in een tag",
        "has too many attributes in a tag",
    ),
    "picture_scans": ("is uit te veel scans opgebouwd", "is built up of too many scans"),
    "picture_segments": (
        "is uit te veel segmenten opgebouwd",
        "is built up of too many segments",
    ),
    "picture_bytes": (
        "is te groot",
        "is too large",
    ),
    "picture_kept_bytes": (
        "is opnieuw opgeslagen te groot",
        "is too large once it is saved anew",
    ),
    "picture_pixels": (
        "heeft te veel beeldpunten",
        "has too many pixels",
    ),
    "picture_damaged": (
        "zij is beschadigd, of niet wat zij lijkt te zijn",
        "it is damaged, or not what it seems to be",
    ),
    "picture_svg": (
        "een SVG is een programma dat tekent; sla haar op als png",
        "an SVG is a program that draws; save it as a png",
    ),
    "picture_gif": (
        "een GIF wordt niet aangenomen; sla het beeld op als png",
        "a GIF is not taken; save the picture as a png",
    ),
    "picture_moves": (
        "zij beweegt; sla één beeld ervan op",
        "it moves; save one picture of it",
    ),
    "picture_other_kind": (
        "alleen png, jpeg en webp worden aangenomen",
        "only png, jpeg and webp are taken",
    ),
    "picture_other_name": (
        "haar naam eindigt als die van een ander soort bestand dan zij is",
        "its name ends like that of another kind of file than it is",
    ),
    "service_unreachable": (
        "er is geen verbinding",
        "there is no connection",
    ),
    "service_broke_off": (
        "het brak de verbinding af",
        "it broke the connection off",
    ),
    "service_slow": (
        "er kwam niet op tijd antwoord",
        "no reply came in time",
    ),
    "service_busy": (
        "het is te druk, of er is een limiet bereikt",
        "it is too busy, or a limit was reached",
    ),
    "service_failing": (
        "er is daar een storing",
        "it has a failure",
    ),
    "service_resting": (
        "de dienst faalde een paar keer achter elkaar en wordt enkele seconden met rust gelaten",
        "it failed several times in a row and is left alone for some seconds",
    ),
    "address_unlisted": (
        "staat niet op de lijst van adressen",
        "is not on the list of hosts",
    ),
    "address_unsafe": (
        "wordt alleen via https gevraagd",
        "is asked over https only",
    ),
    "address_inside": (
        "heeft een adres binnen een netwerk",
        "has an address inside a network",
    ),
    "address_elsewhere": (
        "is van een andere herkomst dan die waarvoor dit was",
        "is of another origin than this was for",
    ),
    "address_circles": (
        "leidt te vaak verder",
        "leads on too often",
    ),
    "reply_empty": (
        "het is leeg",
        "it is empty",
    ),
    "reply_strange": (
        "het heeft een andere vorm dan het hoort te hebben",
        "it has another form than it should",
    ),
    "reply_no_json": (
        "het is geen JSON",
        "it is no JSON",
    ),
    "reply_cut": (
        "het is groter dan wat ervan wordt gelezen",
        "it is larger than what is read of it",
    ),
    "world_file": (
        "het bestand",
        "the file",
    ),
    "world_missing": (
        "is er niet",
        "is not there",
    ),
    "world_no_json": (
        "is geen JSON",
        "is no JSON",
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
    "service_key_refused": ("hij weigert de sleutel", "it refuses the key"),
    "page_no_address": ("het is geen webadres", "it is no web address"),
    "page_with_user": (
        "het adres bevat een gebruikersnaam of wachtwoord",
        "the address has a user name or password in it",
    ),
    "page_off": (
        "het ophalen van pagina’s staat op deze server uit (TESS_FETCH)",
        "fetching pages is switched off on this server (TESS_FETCH)",
    ),
    "page_unlisted": (
        "de beheerder laat van daar niets ophalen (TESS_FETCH)",
        "the operator lets nothing be fetched from there (TESS_FETCH)",
    ),
    "page_port": (
        "alleen de gewone poorten 80 en 443 worden gevraagd, tenzij de beheerder dit adres noemt (TESS_FETCH)",
        "only the usual ports 80 and 443 are asked, unless the operator names this address (TESS_FETCH)",
    ),
    "page_inside": (
        "het ligt in een besloten netwerk of op deze machine, en de beheerder noemt het niet (TESS_FETCH)",
        "it is in a private network or on this machine, and the operator does not name it (TESS_FETCH)",
    ),
    "page_secrets": (
        "daar vertellen clouds hun machines geheimen",
        "it is where clouds tell their machines secrets",
    ),
    "page_scheme": (
        "alleen adressen met http:// of https:// worden opgehaald",
        "only addresses with http:// or https:// are fetched",
    ),
    "page_nowhere": ("die naam bestaat niet", "that name does not exist"),
    "page_unreachable": (
        "er is geen beveiligde of geen enkele verbinding te krijgen",
        "no connection, or no secure one, can be made",
    ),
    "page_slow": ("zij kwam niet op tijd", "it did not come in time"),
    "page_circles": ("het adres verwijst te vaak door", "the address leads on too many times"),
    "page_gone": ("er is daar geen pagina", "there is no page there"),
    "page_closed": ("zij is niet vrij toegankelijk", "it is not open to everybody"),
    "page_failing": ("er is daar een storing", "the site has a failure"),
    "page_broke_off": ("de verbinding brak af", "the connection broke off"),
    "page_packed": ("zij komt ingepakt", "it comes packed"),
    "page_kind": (
        "zij is geen tekst, html, pdf of Word",
        "it is no text, HTML, PDF or Word document",
    ),
    "gate_slow": ("zij duurde te lang", "it took too long"),
    "gate_too_long": ("er is meer tekst dan zij bekijkt", "there is more text than it looks at"),
    "gate_service_failed": (
        "de dienst die ook kijkt, is niet te gebruiken",
        "the service that looks besides can't be used",
    ),
}
