"""Dutch."""

from src.wording.export import DUTCH_MEMO
from src.wording.texts import Wording

DUTCH = Wording(
    sources="Bronnen",
    found="Ik vond deze bronnen:",
    nothing_of="Geen {what} gevonden.",
    nothing_new_of="Geen nieuwe {what} gevonden.",
    nothing_at_all="Hierover vond ik niets, dus ik geef geen antwoord. Probeer andere woorden.",
    nothing_new="Wat ik vond, stond al in het dossier.",
    removed="Weggelaten:",
    restored="Teruggezet:",
    added="Toegevoegd:",
    client_mark="uw document",
    fetched="opgehaald op {day}",
    fetched_from="opgehaald van {address} op {day}",
    undone="Ongedaan gemaakt: wat beurt {turns} aan het dossier veranderde.",
    redone="Opnieuw uitgevoerd: wat beurt {turns} aan het dossier veranderde.",
    answer_is_back="Het antwoord is terug.",
    selection_now="Nu geselecteerd:",
    selected_before="Ook nog geselecteerd, van eerder: {numbers}. Hoort dat hier niet bij, zeg dan: haal {named} weg.",
    found_before="Eerder: {numbers}; zeg ‘neem {first} mee’ als er een bij hoort.",
    to=" tot en met ",
    nothing_selected_now="Er is nu geen bron geselecteerd.",
    digest_mark="eigen samenvatting",
    digest="eigen samenvatting, stand {as_of}",
    version_of="stand {as_of}",
    not_a_candidate="‘{title}’ staat niet in dit dossier en is genegeerd.",
    no_source_named="Ik kon niet bepalen welke bron u bedoelt. Noem de titel of het nummer in de lijst.",
    no_source_meant="Ik kon niet bepalen welke bron u bedoelt met ‘{words}’. Noem de titel of het nummer in de lijst.",
    not_done="Niet gelukt: {reason}",
    ask_whether_right=(
        "Zijn dit de juiste bronnen voor uw vraag? Zeg ‘ja’ voor een antwoord, of noem wat weg of terug moet."
    ),
    ask_for_restore_or_question="Zet een bron terug of stel een nieuwe vraag?",
    ask_differently="Hoe wilt u het anders vragen?",
    ask_for_question="Wat is uw vraag?",
    sources_heading="BRONNEN",
    not_quoted="Ook geselecteerd, niet geciteerd:",
    analysis_heading="ANALYSE",
    answer_heading="ANTWOORD",
    facts_heading="FEITEN UIT UW DOCUMENTEN",
    open_heading="Wat open blijft",
    checked=(
        "Gecontroleerd: elk citaat hierboven ({count}) staat letterlijk in de genoemde bron. Dat bewijst dat het er "
        "staat, niet dat het de stelling draagt; dat oordeel is aan u."
    ),
    checked_in_brief="Gecontroleerd: elk citaat hierboven ({count}) staat letterlijk in de genoemde bron; of het de stelling draagt, is aan u.",
    labels="Let op: {labels}. Zeg ‘toelichting’ voor wat dat betekent.",
    in_short={
        "ellipsis": "citaten met ‘...’",
        "cut": "van {titles} kreeg het model een deel",
        "digest": "eigen samenvattingen",
        "client": "uw documenten",
        "offline": "extractief antwoord van het offline-model",
    },
    explanation_heading="TOELICHTING BIJ HET ANTWOORD",
    reworked={
        "claims": "De stellingen in het kort",
        "summary": "Samengevat",
        "plain_words": "In gewone woorden",
        "translation": "Vertaald",
        "email": "Concept van een bericht aan de cliënt",
    },
    salutation="Geachte heer, mevrouw,",
    valediction="Met vriendelijke groet,",
    rework_checked="Elke zin staat op een citaat uit antwoord {answer}, en zegt er niets bij.",
    rework_left_out="Weggelaten: {count} van wat het model schreef, omdat de bron het niet draagt.",
    nothing_reworked="Van wat het model schreef stond geen zin op een citaat van het antwoord; ik laat het dus niet zien.",
    nothing_to_rework="Er is in dit dossier nog geen antwoord om iets mee te doen. Stel een vraag en bevestig de bronnen.",
    cannot_rework="Samenvatten, vertalen of herschrijven kan het ingebouwde offline-model niet: zeg ‘stellingen’ voor de stellingen in het kort, of neem het antwoord mee met /export.",
    missing_facts_heading="Wat ik van uw geval niet weet",
    struck_heading="Geschrapt uit het antwoord",
    adds="Een stelling noemt ‘{flags}’, en dat staat niet in {source}.",
    verdicts={
        "exact": "Een stelling noemt iets wat niet in de geselecteerde bronnen staat.",
        "normalised": "Een stelling noemt iets wat niet in de geselecteerde bronnen staat.",
        "misattributed": "Een citaat dat aan {source} werd toegeschreven, staat in {found_in}.",
        "other-version": "Een citaat staat niet in deze versie van {source}, wel in een andere: {found_in}.",
        "not-found": "Een citaat staat niet in {source}.",
        "no-quote": "Een stelling bij {source} kwam zonder citaat.",
        "too-short": "Een citaat uit {source} is te kort om iets te bewijzen.",
    },
    flagged="Let op: ‘{flags}’ staat niet in deze bron.",
    translated="Onze vertaling: {gloss}",
    plain_words="In gewone woorden, volgens onze samenvatting per {as_of}: {gloss}",
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
    fallback=(
        "Let op: het model was zojuist niet te gebruiken. Het ingebouwde offline-model viel in: dat volgt vaste regels, "
        "kiest passages en redeneert niet."
    ),
    digests_label="Let op: bronnen met ‘eigen samenvatting’ zijn door ons geschreven en zijn niet de tekst zelf.",
    client_label="Let op: wat in ‘uw document’ staat, is niet nagegaan.",
    personal_notice=(
        "Gezocht is naar persoonsgegevens met een vaste vorm. Namen en wat in woorden staat (gezondheid, gezin, geloof) "
        "worden niet herkend; kijk zelf of die erin staan. Na uw akkoord kan de tekst aan het ingestelde model worden gestuurd."
    ),
    secrets_notice="Er staan geheimen in ({kinds}): die worden gemaskeerd voordat er iets wordt bewaard, of het wordt geweigerd.",
    picture_mark="uw afbeelding",
    picture_notice=(
        "De afbeelding wordt opnieuw opgeslagen, zonder gegevens over plaats, tijd en toestel. Tekst erop wordt niet op "
        "deze machine gelezen; zij wordt dus bewaard en naar geen model gestuurd, tenzij u dat toestaat met `unread`. Kijk zelf of "
        "er persoonsgegevens of wachtwoorden op te zien zijn."
    ),
    picture_read_notice=(
        "De afbeelding wordt opnieuw opgeslagen, zonder gegevens over plaats, tijd en toestel. Bij het toevoegen wordt de tekst "
        "erop op deze machine gelezen en nagegaan zoals een bericht; wat er verder op staat niet: kijk zelf of er "
        "persoonsgegevens op te zien zijn. Is haar tekst goedgekeurd, dan kan zij naar het ingestelde model worden gestuurd."
    ),
    pictures_wait=(
        "Let op: de tekst op deze afbeelding is niet op deze machine gelezen; zij wordt bewaard en naar geen model gestuurd. Om haar "
        "ongelezen te laten sturen: zeg ja als het wordt gevraagd, of voeg haar nog eens toe met `unread` (`--send-unread`)."
    ),
    pictures_unseen="Let op: afbeeldingen worden hier bewaard en niet bekeken; bekend is alleen wat u erbij schrijft.",
    pictures_seen="Bekeken: {titles}.",
    since_removed="Let op: dit antwoord is gebaseerd op versie {version}; intussen uit de selectie gehaald: {titles}.",
    no_conclusion="Het model trok geen conclusie, of een die niet op uw bronnen staat; die is weggelaten.",
    no_claims="In de geselecteerde bronnen vond ik geen passage die uw vraag beantwoordt; ik verzin er geen.",
    offline_conclusion="De passage die het best bij de vraag past: “{quote}” ({title}).",
    offline_conclusion_many="De passages hierboven passen het best bij de vraag; geen ervan springt eruit.",
    greeting="Goedendag. Ik ben TESS.",
    about="Ik ben TESS. Zeg wat u zoekt of gedaan wilt hebben; alles blijft bewaard in het dossier.",
    thanks="Graag gedaan.",
    declined="Goed. Zeg welke bron weg moet of terug moet, of stel de vraag anders.",
    is_command="Dat is een opdracht en geen vraag: typ /{command} in de terminal; op de webpagina is er een knop voor.",
    nothing_to_confirm="Er zijn nog geen bronnen om te bevestigen.",
    which_is_meant="Welke bedoelt u met ‘{words}’: {named}?",
    acts={
        "remove": "haal nummer {n} weg",
        "restore": "zet nummer {n} terug",
        "add": "zet nummer {n} terug",
        "show": "toon nummer {n}",
        "change": "wijzig nummer {n}",
        "move": "verplaats nummer {n}",
        "merge": "voeg nummer {n} samen",
        "split": "splits nummer {n}",
    },
    shall_i_look_up="Zal ik dit opzoeken als vraag: ‘{words}’?",
    look_ups={
        "alone": "Zoek dit op",
        "joined": "Zoek dit op bij mijn vorige vraag",
        "not": "Nee, laat maar",
    },
    instead_of_rework={"claims": "Toon de stellingen", "not": "Nee, laat maar"},
    unsourced="Het model wilde iets zeggen wat hier niet zonder bron wordt gezegd; dat heb ik tegengehouden.",
    choose="Kies een van deze, of zeg het in uw eigen woorden:",
    done="Gedaan.",
    unfinished="Er is meer te doen dan in één beurt past. Zeg ‘ga door’, dan ga ik vanaf hier verder.",
    belongs_elsewhere="Dit lijkt voor de balie ‘{desk}’. Begin daar een nieuw dossier om het te vragen.",
    own_words_cut="Het model zei meer dan ik laat zien; dit zijn de eerste {count} tekens.",
    history={
        "imported": "overgenomen",
        "undone": "ongedaan gemaakt: beurt {names}",
        "redone": "opnieuw uitgevoerd: beurt {names}",
        "found": "gevonden: {names}",
        "added": "document toegevoegd: {names}",
        "removed": "uit het dossier: {names}",
        "left_out": "weggelaten: {names}",
        "put_back": "teruggezet: {names}",
        "answered": "antwoord {names}",
        "answer_removed": "antwoord {names} vervallen",
        "as_of": "dag {names}",
        "renamed": "naam: {names}",
        "named": "Dit dossier heet nu: {title}",
        "unnamed": "Dit dossier heeft geen eigen naam meer.",
        "day_set": "Vanaf nu telt de dag {as_of}. De bronnen zijn nog die van eerder: stel de vraag opnieuw om voor die dag te zoeken.",
        "day_unset": "Vanaf nu telt vandaag. De bronnen zijn nog die van eerder: stel de vraag opnieuw om voor vandaag te zoeken.",
        "held": "bewaarplicht ingesteld",
        "released": "bewaarplicht opgeheven",
        "forgotten": "tekst gewist van beurt {names}",
        "nothing": "niets veranderd",
        "said": " (“{words}”)",
        "source_found": "gevonden door {tool} met “{query}”: plaats {rank}, score {score}",
        "source_candidate": "kandidaat van {tool} met “{query}”, niet voorgelegd: plaats {rank}, score {score}",
        "source_added": "opgenomen in het dossier",
        "source_left_out": "weggelaten",
        "source_laid_aside": "opzij gelegd voor een andere vraag",
        "source_put_back": "teruggezet",
        "source_shown": "getoond in de selectie",
        "source_looked_at": "bekeken door een model, voor {tool} met “{query}”",
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
        "as_of_differs": "dag",
        "put": "gemaakt: {names}",
        "replaced": "gewijzigd: {names}",
        "taken_out": "weggehaald: {names}",
        "asked": "gevraagd: {names}",
        "labelled": "labels: {names}",
        "unlabelled": "labels weggehaald: {names}",
        "archived": "gearchiveerd",
        "unarchived": "uit het archief gehaald",
        "artifact_put": "gemaakt",
        "artifact_replaced": "gewijzigd",
        "artifact_taken_out": "weggehaald",
        "only_artifacts": "alleen in {place}",
        "other_artifact": "verschilt",
        "artifacts_heading": "GEMAAKT",
        "hold_on": "Op dit dossier rust nu een bewaarplicht: er kan niets uit worden gewist.",
        "hold_off": "De bewaarplicht op dit dossier is opgeheven.",
        "branch": "Een tak van dossier {dossier}, antwoord {answer}: dezelfde vraag, voor de dag {as_of}. Dat dossier is niet veranderd.",
        "forgot": "Gewist: de tekst van beurt {names}.",
        "forgot_all": "Gewist: alle tekst tot en met beurt {names}.",
    },
    effects={
        "plan": "Plan",
        "stands_on": "Steunt op: {names}",
        "confirm": (
            "Van dit plan ({digest}) wordt niets geschreven voordat u het bevestigt; het in een bericht zeggen is niet "
            "genoeg. Of zeg wat er anders moet."
        ),
        "confirmed": "Ik bevestig het plan ‘{title}’ ({digest}).",
        "written": "Uitgevoerd",
        "before": "Al eerder bevestigd; niets wordt twee keer geschreven",
        "is_waiting": "niet begonnen",
        "is_begun": "begonnen",
        "is_done": "gedaan",
        "is_failed": "niet gedaan",
        "is_unknown": "niet bekend",
        "open": (
            "Dit is niet af. Wat is begonnen, kan nog onderweg zijn: zodra de tijd daarvoor om is, wordt het opgezocht, "
            "voordat iets opnieuw wordt geprobeerd. Dat gebeurt vanzelf."
        ),
        "stopped": "Daar is het gestopt; wat erna komt, is niet begonnen. Vraag een nieuw plan om verder te gaan.",
        "forgotten": "Dit plan was al bevestigd. Wat ervan is geworden, is gewist.",
        "twins": "Dit staat er vaker dan gevraagd, doordat iets wat onderweg was later aankwam:",
        "is_twin": "{count} keer extra",
        "came_late": "er werd gezegd dat het niet was gedaan, toch staat het er: {count}",
        "twins_plan": "Terugnemen wat er dubbel staat: {title}",
        "still_written": "Buiten is niets ongedaan gemaakt: wat is geschreven, blijft daar zoals het is: {titles}.",
        "still_offered": (
            "Buiten is niets ongedaan gemaakt: wat is geschreven, blijft daar zoals het is: {titles}. Dit plan zou "
            "terugnemen wat kan worden teruggenomen:"
        ),
    },
    memo=DUTCH_MEMO,
)
