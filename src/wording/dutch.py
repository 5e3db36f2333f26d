"""Dutch."""

from src.wording.export import DUTCH_MEMO
from src.wording.texts import Wording

DUTCH = Wording(
    found="Ik vond deze bronnen:",
    legislation="Wetgeving",
    case_law="Rechtspraak",
    nothing_of="Geen {what} gevonden.",
    nothing_new_of="Geen nieuwe {what} gevonden.",
    missing="Niet in de bibliotheek, misschien vervallen: {titles}.",
    not_in_force="Let op: hiervan staat geen tekst in de bibliotheek die op {as_of} gold; dit is de naaste: {titles}.",
    uncertain="Of dit op {as_of} nog zo luidde, weet de bibliotheek niet (tekst van een eerdere datum): {titles}.",
    law_of_day="Gezocht is naar het recht van {as_of}. Noem een andere dag of vraag naar het huidige recht als dat niet klopt.",
    nothing_at_all=(
        "Hierover vond ik niets in de bibliotheek, dus ik geef geen antwoord. Probeer andere woorden of noem het "
        "wetsartikel; met `tess ingest` voegt u wetgeving en uitspraken toe."
    ),
    nothing_new="Wat ik vond, stond al in het dossier.",
    removed="Weggelaten:",
    restored="Teruggezet:",
    added="Toegevoegd:",
    client_mark="document van de cliënt",
    undone="Ongedaan gemaakt: wat beurt {turns} aan het dossier veranderde.",
    redone="Opnieuw uitgevoerd: wat beurt {turns} aan het dossier veranderde.",
    selection_now="Nu geselecteerd:",
    selected_before="Ook nog geselecteerd, van eerder: {numbers}. Hoort dat hier niet bij, zeg dan: haal {named} weg.",
    to=" tot en met ",
    nothing_selected_now="Er is nu geen bron geselecteerd.",
    digest_mark="eigen samenvatting",
    digest="eigen samenvatting, stand {as_of}",
    version_of="stand {as_of}",
    not_a_candidate="‘{title}’ staat niet in dit dossier en is genegeerd.",
    no_source_meant="Ik kon niet bepalen welke bron u bedoelt met ‘{words}’. Noem het artikel, het ECLI-nummer of het nummer in de lijst.",
    not_done="Niet gelukt: {reason}",
    reasons={
        "unknown_tool": "het model vroeg om een functie die niet bestaat.",
        "bad_arguments": "het model gaf een functie verkeerde gegevens mee.",
        "too_many_calls": "het model vroeg om te veel handelingen in één beurt (hoogstens {limit}).",
        "selection_not_shown": "een antwoord kan pas als u de huidige selectie hebt gezien. Hieronder staat ze.",
        "nothing_to_undo": "er is niets om ongedaan te maken.",
        "nothing_to_redo": "er is niets om opnieuw te doen.",
        "nothing_selected": "voor een antwoord is minstens één geselecteerde bron nodig.",
        "corpus_unreadable": "de bibliotheek kon niet worden doorzocht.",
        "failed": "een onderdeel gaf een fout (kenmerk {error_id}).",
        "model_key_refused": "de aanbieder van het model weigert de sleutel.",
        "model_unavailable": "het model kon niet worden gebruikt: {problem}.",
        "model_gave_no_answer": "het model gaf geen bruikbaar antwoord: {reason}.",
    },
    ask_whether_right=(
        "Zijn dit de juiste bronnen voor uw vraag? Zeg ‘ja’ voor een antwoord, of noem wat weg of terug moet."
    ),
    ask_for_restore_or_question="Zet een bron terug of stel een nieuwe vraag?",
    ask_differently="Hoe wilt u het anders vragen?",
    ask_for_question="Wat is uw vraag?",
    sources_heading="BRONNEN",
    paragraph="lid",
    not_quoted="Ook geselecteerd, niet geciteerd:",
    analysis_heading="ANALYSE",
    answer_heading="ANTWOORD",
    open_heading="Wat open blijft",
    checked=(
        "Gecontroleerd: elk citaat hierboven ({count}) staat letterlijk in de genoemde bron. Dat bewijst dat het er "
        "staat, niet dat het de stelling draagt; dat oordeel is aan u."
    ),
    missing_facts_heading="Wat ik van uw geval niet weet",
    struck_heading="Geschrapt uit het antwoord",
    adds="Een stelling noemt ‘{flags}’, en dat staat niet in {source}.",
    verdicts={
        "exact": "Een stelling noemt recht dat niet in de geselecteerde bronnen staat.",
        "normalised": "Een stelling noemt recht dat niet in de geselecteerde bronnen staat.",
        "misattributed": "Een citaat dat aan {source} werd toegeschreven, staat in {found_in}.",
        "other-version": "Een citaat staat niet in deze versie van {source}, wel in een andere: {found_in}.",
        "not-found": "Een citaat staat niet in {source}.",
        "no-quote": "Een stelling bij {source} kwam zonder citaat.",
        "too-short": "Een citaat uit {source} is te kort om iets te bewijzen.",
    },
    flagged="Let op: ‘{flags}’ staat niet in deze bron.",
    no_claim_stands=(
        "Er is geen antwoord: geen stelling van het model hield stand tegenover de bronnen. Hieronder staat waarom. Voeg een "
        "bron toe, of vraag het anders."
    ),
    refused=(
        "Er is geen antwoord: {held} van de {all} stellingen hielden stand tegenover de bronnen, en hier komt er alleen een "
        "antwoord als zij dat alle doen. Hieronder staat wat niet standhield."
    ),
    with_ellipsis="Waar ‘...’ in een citaat staat, is een deel van dezelfde zin weggelaten; lees het in de bron na.",
    cut="Van deze bron(nen) is wegens de lengte een deel aan het model gegeven; de citaten zijn aan de hele bron getoetst: {titles}.",
    offline_label=(
        "Dit is een extractief antwoord van het offline-model: het kiest passages uit uw bronnen en redeneert niet."
    ),
    stood_in=(
        "Let op: het model was zojuist niet te gebruiken. Het ingebouwde offline-model viel in: dat volgt vaste regels, "
        "kiest passages en redeneert niet."
    ),
    digests_label=(
        "Let op: bronnen met ‘eigen samenvatting’ zijn door ons geschreven en zijn niet de wettekst of de uitspraak zelf."
    ),
    client_label=(
        "Let op: een ‘document van de cliënt’ is geen recht. Wat er staat is niet nagegaan, ook niet wat het over de wet zegt."
    ),
    personal_notice=(
        "Gezocht is naar persoonsgegevens met een vaste vorm. Namen en wat in woorden staat (gezondheid, gezin, geloof) "
        "worden niet herkend; kijk zelf of die erin staan. Na uw akkoord kan de tekst aan het ingestelde model worden gestuurd."
    ),
    since_removed="Let op: dit antwoord is gebaseerd op versie {version}; intussen uit de selectie gehaald: {titles}.",
    no_conclusion="Het model trok geen conclusie, of een die recht noemt dat niet in uw bronnen staat; die is weggelaten.",
    no_claims="In de geselecteerde bronnen vond ik geen passage die uw vraag beantwoordt; ik verzin er geen.",
    offline_conclusion="De passage die het best bij de vraag past: “{quote}” ({title}).",
    offline_conclusion_many="De passages hierboven passen het best bij de vraag; geen ervan springt eruit.",
    greeting="Goedendag. Ik ben TESS en help met vragen over Nederlands belastingrecht, met bronnen die u kunt nagaan.",
    about=(
        "Ik ben TESS, een assistent voor Nederlands belastingrecht. Stel een vraag en ik zoek wetgeving en rechtspraak; "
        "u ziet de bronnen eerst en kunt ze weglaten of terugzetten. Pas na uw ‘ja’ geef ik een antwoord, met "
        "letterlijke citaten. Alles blijft bewaard in het dossier."
    ),
    thanks="Graag gedaan.",
    declined="Goed. Zeg welke bron weg moet of terug moet, of stel de vraag anders.",
    nothing_to_confirm="Er zijn nog geen bronnen om te bevestigen.",
    unsourced=(
        "Het model wilde een wetsartikel of uitspraak noemen die niet in dit dossier staat; dat heb ik tegengehouden. "
        "Vraag mij de bron op te zoeken, dan ziet u eerst de tekst."
    ),
    own_words_cut="Het model zei meer dan ik laat zien; dit zijn de eerste {count} tekens.",
    history={
        "imported": "overgenomen",
        "undone": "ongedaan gemaakt: beurt {names}",
        "redone": "opnieuw uitgevoerd: beurt {names}",
        "found": "gevonden: {names}",
        "added": "document van de cliënt toegevoegd: {names}",
        "removed": "uit het dossier: {names}",
        "left_out": "weggelaten: {names}",
        "put_back": "teruggezet: {names}",
        "answered": "antwoord {names}",
        "answer_removed": "antwoord {names} vervallen",
        "as_of": "peildatum {names}",
        "renamed": "naam: {names}",
        "named": "Dit dossier heet nu: {title}",
        "unnamed": "Dit dossier heeft geen eigen naam meer.",
        "day_set": "Vanaf nu telt het recht van {as_of}. De bronnen zijn nog die van eerder: stel de vraag opnieuw om naar "
        "het recht van die dag te zoeken.",
        "day_unset": "Vanaf nu telt het huidige recht. De bronnen zijn nog die van eerder: stel de vraag opnieuw om naar het "
        "huidige recht te zoeken.",
        "held": "bewaarplicht ingesteld",
        "released": "bewaarplicht opgeheven",
        "forgotten": "tekst gewist van beurt {names}",
        "nothing": "niets veranderd",
        "said": " (“{words}”)",
        "source_found": "gevonden door {tool} met “{query}”: plaats {rank}, score {score}",
        "source_candidate": "kandidaat van {tool} met “{query}”, niet voorgelegd: plaats {rank}, score {score}",
        "source_added": "opgenomen in het dossier",
        "source_left_out": "weggelaten",
        "source_put_back": "teruggezet",
        "source_shown": "getoond in de selectie",
        "source_used": "gebruikt in antwoord {answer}, niet geciteerd",
        "source_quoted": "gebruikt en geciteerd in antwoord {answer}",
        "source_not_used": "niet gebruikt in antwoord {answer}",
        "source_undone": "verandering ongedaan gemaakt",
        "source_redone": "verandering opnieuw uitgevoerd",
        "source_answer_undone": "antwoord {answer}, waarin gebruikt, is vervallen",
        "only_sources": "bron alleen in {place}",
        "only_selected": "geselecteerd alleen in {place}",
        "only_answers": "antwoord alleen in {place}",
        "other_text": "andere tekst",
        "versions": "andere versie",
        "as_of_differs": "peildatum",
        "hold_on": "Op dit dossier rust nu een bewaarplicht: er kan niets uit worden gewist.",
        "hold_off": "De bewaarplicht op dit dossier is opgeheven.",
        "branch": (
            "Een tak van dossier {dossier}, antwoord {answer}: dezelfde vraag, naar het recht dat op {as_of} gold. Dat "
            "dossier is niet veranderd."
        ),
        "forgot": "Gewist: de tekst van beurt {names}.",
        "forgot_all": "Gewist: alle tekst tot en met beurt {names}.",
    },
    memo=DUTCH_MEMO,
    errors={
        "empty_message": "Het bericht is leeg. Stuur uw vraag in het veld “message”.",
        "not_json": 'Dit is geen geldig JSON-object. Stuur bijvoorbeeld {{"message": "Wat is het btw-tarief?"}}.',
        "bad_fields": "Het veld “{field}” {problem}. Kijk in docs/protocol.md welke velden er zijn.",
        "not_found": "Deze pagina is er niet. Kijk in docs/protocol.md welke er zijn.",
        "message_too_large": "Het bericht is langer dan {limit} bytes. Kort het in of verdeel het over meer berichten.",
        "not_text": "Stuur het bericht als tekst (JSON), niet als binaire gegevens.",
        "bad_dossier_id": (
            "Dit is geen geldig dossiernummer: het is ‘dos-’ met 8 of 32 tekens 0-9 en a-f. Laat het veld weg voor "
            "een nieuw dossier."
        ),
        "unknown_dossier": "Dossier {dossier_id} bestaat niet. Kijk in de lijst van dossiers.",
        "unknown_desk": "Deze balie bestaat niet. Er is wel: {desks}.",
        "message_id_reused": "Dit message_id is al gebruikt voor een andere tekst. Kies een nieuw message_id.",
        "unknown_version": "Versie {version} bestaat niet; de laatste is {latest}.",
        "unknown_source": "Bron ‘{source}’ is in dit dossier nooit gevonden. Noem het id, de titel of het nummer van de bron.",
        "unknown_answer": "Antwoord ‘{answer}’ bestaat niet in dit dossier. Een antwoord heet bijvoorbeeld a4; `tess log` noemt ze.",
        "no_answer_yet": "Dit dossier heeft nog geen antwoord; er is dus niets om te overhandigen. Stel eerst een vraag en bevestig de bronnen.",
        "pack_refused": "Dit is geen gaaf pakket: {problem} ({member}). Er is niets uit overgenomen; vraag de afzender om een nieuw.",
        "nothing_to_undo": "Zo veel valt er niet ongedaan te maken; hoogstens {possible} beurt(en). Er is niets veranderd.",
        "nothing_to_redo": "Zo veel valt er niet opnieuw te doen; hoogstens {possible} beurt(en). Er is niets veranderd.",
        "on_hold": "Op dossier {dossier_id} rust een bewaarplicht: er kan niets uit worden gewist. Er is niets veranderd.",
        "no_receipt": "Antwoord {answer} heeft geen bewijsstuk: het is van voor die er waren, of de beurt is gewist. Het kan niet opnieuw worden gemaakt.",
        "bad_selection": "Er is niets om opnieuw te vragen: {problem}.",
        "check_first": (
            "Laat het document eerst controleren op persoonsgegevens, en stuur bij het toevoegen het sha256 van die controle "
            "mee als ‘agreed’. Er is niets toegevoegd."
        ),
        "document_too_large": "Het document is groter dan {limit}. Er is niets toegevoegd; deel het op of maak het kleiner.",
        "document_too_long": "Het document {problem} (hoogstens {limit}). Er is niets toegevoegd; deel het op.",
        "document_too_slow": (
            "Het document was niet binnen {seconds} seconden en het toegestane geheugen te lezen. Er is niets toegevoegd; sla het "
            "opnieuw op als pdf, of deel het op."
        ),
        "document_unreadable": "Het document kan niet worden gelezen: {problem}. Er is niets toegevoegd.",
        "document_without_text": (
            "In het document staat geen tekst. Is het een scan, laat er dan eerst tekst van maken (OCR). Er is niets toegevoegd."
        ),
        "unauthenticated": (
            "Deze server laat binnen wie een token heeft, en {problem}. Vraag er een aan wie hem beheert (tess token "
            "create), en stel TESS_TOKEN in."
        ),
        "token_expired": "Uw token is verlopen. Vraag de beheerder van de server om een nieuw, en stel TESS_TOKEN in.",
        "token_revoked": "Uw token is ingetrokken. Vraag de beheerder van de server om een nieuw, en stel TESS_TOKEN in.",
        "limit_reached": (
            "Uw organisatie mag {most} {limit} hebben, en heeft die gehad. Het kan weer om {time}, over {seconds} "
            "seconden; er is niets veranderd."
        ),
        "dossier_unreadable": (
            "Dossier {dossier_id} kan niet worden gelezen ({problem}); er is niets aan veranderd. Zet een kopie terug "
            "of begin een nieuw dossier."
        ),
        "journal_broken": "Het journaal klopt niet: regel {entry} is niet zoals die is geschreven. Er is niets veranderd; zet een kopie terug.",
        "source_changed": "Bron {source} is niet die waaruit het antwoord is gemaakt: de tekst in het dossier is veranderd. Zet een kopie terug.",
        "storage_failed": (
            "De beurt kon niet worden opgeslagen ({problem}); er is niets veranderd. Maak ruimte of herstel de "
            "schrijfrechten en stuur het bericht opnieuw."
        ),
        "storage_unknown": (
            "De database viel weg voordat zij zei of de beurt is opgeslagen, en kwam niet terug. Kijk in het dossier "
            "zodra zij er weer is, of stuur het bericht opnieuw met dezelfde message_id: het wordt één keer opgeslagen."
        ),
        "corpus_unreadable": "Het pad {path} kan niet worden gelezen: {problem}.",
        "service_unavailable": (
            "De officiële dienst {service} is niet te gebruiken: {problem}. De bibliotheek is zoals zij was: probeer het "
            "opnieuw waar een netwerk is (wat al is opgehaald blijft bewaard), of geef ./tess ingest eigen bestanden."
        ),
        "bad_settings": "Een instelling klopt niet: {problem}.",
        "model_key_refused": (
            "De aanbieder van het model weigert de sleutel. Controleer OPENAI_API_KEY, of maak die leeg om met het "
            "offline-model te werken. Er is niets veranderd."
        ),
        "model_unavailable": (
            "Het model kon niet worden gebruikt: {problem}. Er is niets veranderd. Wat geen model nodig heeft, werkt "
            "gewoon door: ./tess search, ./tess log en ./tess export."
        ),
        "model_gave_no_answer": (
            "Het model gaf geen bruikbaar antwoord ({reason}). Er is niets veranderd; probeer het opnieuw of stel de "
            "vraag anders."
        ),
        "turn_timeout": "De beurt duurde langer dan {seconds} seconden en is gestopt. Er is niets veranderd.",
        "busy": "De server is druk met andere berichten; aan dat van u is niet begonnen. Stuur het over {seconds} seconden opnieuw.",
        "shutting_down": "De server sluit af; deze beurt is gestopt of niet begonnen. Stuur het bericht zo dadelijk opnieuw; met hetzelfde message_id wordt het één keer uitgevoerd, ook als het toch is opgeslagen.",
        "internal": "Er ging iets mis aan onze kant. Er is niets veranderd; noem kenmerk {error_id} als u het meldt.",
    },
    problems={
        "busy": "de aanbieder heeft het te druk of de limiet is bereikt; probeer het straks opnieuw",
        "down": "de aanbieder heeft een storing; probeer het straks opnieuw",
        "timeout": "er kwam niet op tijd antwoord; probeer het straks opnieuw",
        "resting": "de aanbieder faalde een paar keer achter elkaar en wordt enkele seconden met rust gelaten; probeer het dan opnieuw",
        "unreachable": "er is geen verbinding; controleer het netwerk en OPENAI_BASE_URL",
        "refused_request": "de aanbieder weigert het verzoek; controleer TESS_MODEL en OPENAI_BASE_URL",
        "refused": "het model weigerde",
        "filtered": "het filter van de aanbieder hield het tegen",
        "cut": "het antwoord werd afgebroken",
        "empty": "het antwoord was leeg",
        "malformed": "het antwoord had niet de gevraagde vorm",
        "unknown_field": "bestaat niet",
        "missing": "ontbreekt",
        "needs_ids": "heeft een dossier_id en een message_id ernaast nodig",
        "wrong_value": "heeft een verkeerde waarde",
        "broken": "het bestand is beschadigd of geen dossier van TESS",
        "newer": "het is door een nieuwere versie van TESS geschreven",
        "broken_journal": "het journaal is beschadigd",
        "other_id": "het bestand bevat een ander dossier",
        "other_history": "het bestand en het journaal horen niet bij elkaar",
        "database_full": "de schijf van de database is vol",
        "database_only_reads": "de database kan alleen worden gelezen",
        "database_slow": "de database antwoordt niet op tijd",
        "database_lost": "de verbinding met de database is verbroken",
        "same_selection": "dit zijn precies de bronnen waaruit het antwoord is gemaakt",
        "no_source_left": "er zou geen bron overblijven",
        "database_refuses": "de database weigert het",
        "document_damaged": "het is beschadigd, of niet wat het lijkt te zijn",
        "document_locked": "het vraagt om een wachtwoord; sla het zonder op",
        "document_no_text_file": "het is geen tekst",
        "document_other_kind": "alleen pdf, docx, txt en md kunnen worden gelezen",
        "document_pages": "heeft te veel bladzijden",
        "document_unpacked": "is uitgepakt te groot",
        "document_characters": "heeft te veel tekens",
        "no_zip": "het bestand is geen pakket van TESS, of het is beschadigd",
        "too_large": "het is groter dan een pakket mag zijn",
        "too_many": "het heeft meer delen dan een pakket mag hebben",
        "bad_name": "een deel heeft een naam die een pakket niet heeft",
        "twice": "een deel staat er twee keer in",
        "squeezed": "een deel is samengeperst zoals een pakket dat niet is",
        "part_missing": "een deel ontbreekt",
        "part_foreign": "een deel hoort er niet bij",
        "part_changed": "een deel is veranderd nadat het werd verzegeld",
        "seal_broken": "de lijst van delen is veranderd nadat zij werd verzegeld",
        "bad_manifest": "de lijst van delen is niet te lezen",
        "no_token": "er kwam geen token mee",
        "bad_token": "dit is hier niet geldig",
        "other_audience": "dit is voor een andere bestemming gemaakt",
        "tokens_unreadable": "de lijst van tokens is kapot; zet een kopie van tokens.jsonl terug",
        "turns_at_once": "beurten tegelijk",
        "turns_per_minute": "beurten per minuut",
        "tokens_per_day": "tokens van het model per dag",
        "does_not_fit": "een deel is niet waar het journaal op uitkomt",
    },
)
