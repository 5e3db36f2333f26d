"""The page's own phrases, in Dutch and English."""

from collections.abc import Mapping

from clients.web.address import language
from clients.web.dossier_words import OF_DOSSIERS

WORDS: Mapping[str, tuple[str, str]] = {
    # The first page
    "welcome": ("Waarmee kan TESS u helpen?", "What can TESS help you with?"),
    "desks": ("Balies", "Desks"),
    "every_desk": ("Alle balies", "All desks"),
    "example": ("Bijvoorbeeld", "For example"),
    "first_at": ("Stel uw vraag aan de balie {desk}", "Ask the desk {desk}"),
    "try": ("Begin bijvoorbeeld met", "For instance, start with"),
    "how": ("Zo gaat het", "How it goes"),
    "step_1": (
        "**1. U vraagt.** In gewone woorden, Nederlands of Engels.",
        "**1. You ask.** In plain words, Dutch or English.",
    ),
    "step_2": (
        "**2. U kiest de bronnen.** Ze staan straks hier, met een vinkje: gezegd of aangevinkt, het is hetzelfde.",
        "**2. You choose the sources.** They will stand here, with a tick: said or ticked, it is the same.",
    ),
    "step_3": (
        "**3. U krijgt het antwoord.** Elke voetnoot opent de passage waarop het steunt.",
        "**3. You get the answer.** Every footnote opens the passage that it stands on.",
    ),
    "dossiers": ("Uw dossiers", "Your dossiers"),
    "no_dossiers": (
        "Nog geen dossiers. Uw eerste vraag maakt er een.",
        "No dossiers yet. Your first question makes one.",
    ),
    "find": ("Zoek in alle dossiers", "Search all dossiers"),
    "first": ("Typ of plak het hier", "Type or paste it here"),
    "found_in": ("{count} gevonden voor ‘{text}’", "{count} found for ‘{text}’"),
    "found_nothing": (
        "Niets gevonden voor ‘{text}’. Probeer een ander woord, of een deel ervan.",
        "Nothing found for ‘{text}’. Try another word, or a part of one.",
    ),
    "more": ("Toon meer dossiers", "Show more dossiers"),
    "untitled": ("Zonder titel", "Untitled"),
    # Everywhere
    "ask": ("Vraag, of zeg wat anders moet", "Ask, or say what to change"),
    "language": ("Taal van deze pagina", "Language of this page"),
    "dossier": ("Dossier", "Dossier"),
    "new": ("Nieuw dossier", "New dossier"),
    "desk": ("Balie", "Desk"),
    "no_desk": (
        "Er is hier geen balie {desk}; wel: {names}.",
        "There is no desk {desk} here; there are: {names}.",
    ),
    "all": ("Alle dossiers", "All dossiers"),
    "view": ("Weergave", "View"),
    "conversation": ("Gesprek", "Conversation"),
    "timeline": ("Tijdlijn", "Time line"),
    "compare": ("Vergelijken", "Compare"),
    "artifacts": ("Gemaakt", "Made"),
    "version": ("versie {version}", "version {version}"),
    "changed": ("gewijzigd {moment}", "changed {moment}"),
    "on_hold": ("in bewaring", "on legal hold"),
    "model": ("Model: {model}.", "Model: {model}."),
    "offline": (
        "Ingebouwde offline model: citaten, geen redenering.",
        "Built-in offline model: quotes, no reasoning.",
    ),
    "again": ("Opnieuw proberen", "Try again"),
    "not_stored": ("Dit bericht is niet verwerkt.", "This message was not processed."),
    "no_page": ("De pagina kan nu niet worden getoond", "The page can't be shown now"),
    # Coming in
    "login": ("Toegang", "Access"),
    "token": ("Uw token", "Your token"),
    "enter": ("Ga verder", "Go on"),
    "token_refused": (
        "Met dit token laat de server u niet toe. Vraag de beheerder om een nieuw.",
        "The server does not let you in with this token. Ask the operator for a new one.",
    ),
    "token_kept": (
        "Het token gaat naar {server} en naar niemand anders; deze browser onthoudt het dertig dagen.",
        "The token goes to {server} and to nobody else; this browser remembers it for thirty days.",
    ),
    "leave": ("Afmelden", "Sign out"),
    "earlier_messages": ("Toon eerdere berichten ({count})", "Show earlier messages ({count})"),
    # The last message
    "edit_message": ("Wijzig uw bericht", "Edit your message"),
    "say_again": ("Vraag opnieuw", "Ask again"),
    "editing": (
        "U wijzigt uw laatste bericht. Wat het deed, wordt teruggenomen zodra u het verstuurt.",
        "You are editing your last message. What it did is taken back once you send it.",
    ),
    "keep_message": ("Laat het zo", "Leave it"),
    "copy": ("Kopieer met voetnoten", "Copy with footnotes"),
    "copied": ("Gekopieerd", "Copied"),
    "kept": (
        "Wat is opgeslagen, is er nog. Deze pagina kijkt elke paar seconden of het weer kan.",
        "What was stored is still there. This page looks every few seconds whether it works again.",
    ),
    "bad_address": (
        "TAX_WS_URL is geen WebSocket-adres: {url}. Het ziet eruit als ws://127.0.0.1:8000/ws; "
        "zet het recht en start de pagina opnieuw.",
        "TAX_WS_URL is not a WebSocket address: {url}. One looks like ws://127.0.0.1:8000/ws; "
        "mend it and start the page anew.",
    ),
    "no_token_file": (
        "Het bestand dat TESS_TOKEN_FILE noemt, is niet te lezen ({reason}); zet het recht en start de pagina opnieuw.",
        "The file that TESS_TOKEN_FILE names can't be read ({reason}); mend it and start the page anew.",
    ),
    # Sources
    "sources": ("Bronnen", "Sources"),
    "of_sources": ("{selected} van {all} geselecteerd", "{selected} of {all} selected"),
    "selected": ("Geselecteerd", "Selected"),
    "left_out": ("Weggelaten", "Left out"),
    "no_sources": (
        "Nog geen bronnen. Zij verschijnen hier zodra TESS ze heeft gevonden.",
        "No sources yet. They appear here once TESS has found them.",
    ),
    "none_selected": (
        "Geen enkele bron is geselecteerd; vink er een aan voordat u om een antwoord vraagt.",
        "No source is selected; tick one before you ask for an answer.",
    ),
    "find_source": ("Zoek in deze bronnen", "Search these sources"),
    "more_sources": ("Toon er meer ({count})", "Show more ({count})"),
    "ticking": (
        "Een vinkje is een beurt als elke andere: zij staat in het gesprek en kan worden teruggenomen.",
        "A tick is a turn like any other: it stands in the conversation and can be taken back.",
    ),
    "read": ("Lees", "Read"),
    "own": ("eigen samenvatting", "our own digest"),
    "digest": (
        "Eigen samenvatting, niet de officiële tekst",
        "Our own digest, not the official text",
    ),
    "as_of": ("versie {day}", "version {day}"),
    "to_source": ("Naar de bron", "To the source"),
    "quoted": (
        "Gemarkeerd: wat het laatste antwoord citeert.",
        "Marked: what the last answer quotes.",
    ),
    "footnote": ("Voetnoot {number}", "Footnote {number}"),
    "quoted_here": (
        "Gemarkeerd: het citaat van deze voetnoot.",
        "Marked: the quote of this footnote.",
    ),
    "not_marked": (
        "Het citaat staat niet als zodanig in deze tekst en is daarom niet gemarkeerd.",
        "The quote does not stand in this text as such, so it is not marked.",
    ),
    "gone": ("Deze bron is niet meer in het dossier.", "This source is no longer in the dossier."),
    "next": ("Volgende", "Next"),
    "previous": ("Vorige", "Previous"),
    # Documentation
    "scope": ("Waarin wordt gezocht", "What is searched"),
    "collections": ("Collecties", "Collections"),
    "every_collection": ("Al uw collecties", "All your collections"),
    "version_of": ("Versie", "Version"),
    "any_version": ("Elke versie", "Any version"),
    "no_collections": (
        "Er is nog geen documentatie om in te zoeken.",
        "There is no documentation to search yet.",
    ),
    "helped": ("Dit hielp", "This helped"),
    "not_helped": ("Dit hielp niet", "This did not help"),
    "why": ("Wat klopte er niet?", "What was wrong with it?"),
    # A document of the client
    "add_document": ("{document} toevoegen", "Add {document}"),
    "choose_file": (
        "Pdf, Word, html of tekst, elk tot 10 MB",
        "PDF, Word, HTML or text, up to 10 MB each",
    ),
    "paste": ("Of plak een tekst of een adres", "Or paste a text or an address"),
    "fetch": ("Pagina ophalen", "Fetch the page"),
    "fetching": (
        "Pagina ophalen, en nakijken welke persoonsgegevens erin staan",
        "Fetching the page, and looking for personal data in it",
    ),
    "fetch_told": (
        "De server haalt de pagina op; u ziet haar voor zij wordt toegevoegd.",
        "The server fetches the page; you see it before it is added.",
    ),
    "begins": ("Zo begint de tekst", "This is how its text begins"),
    "fetched": ("opgehaald op {day}", "fetched on {day}"),
    "checking": ("Nakijken welke persoonsgegevens erin staan", "Looking for personal data in it"),
    "personal": ("Persoonsgegevens gevonden", "Personal data found"),
    "nothing_personal": ("Geen persoonsgegevens herkend.", "No personal data recognised."),
    "mask": ("Persoonsgegevens maskeren", "Mask personal data"),
    "mask_quotes": ("waar het document wordt geciteerd", "where the document is quoted"),
    "mask_text": ("meteen in de tekst, voorgoed", "in the text at once, for good"),
    "mask_none": ("nergens", "nowhere"),
    "agree": (
        "Ik heb dit gezien; dit mag in dit dossier en naar het model dat antwoordt.",
        "I have seen this; it may go into this dossier and to the model that answers.",
    ),
    "add": ("Toevoegen als bron", "Add as a source"),
    # A picture
    "add_picture": ("Afbeelding toevoegen", "Add a picture"),
    "choose_picture": ("Png, jpeg of webp, elk tot 8 MB", "PNG, JPEG or WebP, up to 8 MB each"),
    "picture_size": ("{width} × {height} beeldpunten", "{width} × {height} pixels"),
    "picture_shows": (
        "Wat is erop te zien, voor wie haar niet kan zien?",
        "What does it show, for who can’t see it?",
    ),
    "agree_picture": (
        "De afbeelding mag in dit dossier.",
        "The picture may go into this dossier.",
    ),
    "picture_unread": (
        "Het model mag de afbeelding ongelezen zien.",
        "The model may see the picture unread.",
    ),
    "picture_gone": ("De afbeelding is niet op te halen.", "The picture can’t be had."),
    "pages": ("{pages} pagina’s", "{pages} pages"),
    "characters": ("{count} tekens", "{count} characters"),
    "bsn": ("burgerservicenummer", "citizen service number"),
    "iban": ("rekeningnummer", "bank account"),
    "email": ("e-mailadres", "e-mail address"),
    "phone": ("telefoonnummer", "phone number"),
    "address": ("adres", "address"),
    "birth_date": ("geboortedatum", "date of birth"),
    # Answers
    "answer": ("Antwoord", "Answer"),
    "quote": ("Citaat", "Quote"),
    "sentence_left_out": (
        "weggelaten: een zin die haar bronnen niet dragen",
        "left out: a sentence that its sources do not bear out",
    ),
    "grounds": ("Waarop het steunt", "What it stands on"),
    "no_conclusion": (
        "Er is geen conclusie te trekken uit deze bronnen.",
        "No conclusion can be drawn from these sources.",
    ),
    "exact": ("letterlijk in de bron", "word for word in the source"),
    "normalised": ("in de bron, op leestekens na", "in the source, but for punctuation"),
    "misattributed": ("staat in een andere bron", "stands in another source"),
    "other-version": ("staat in een andere versie", "stands in another version"),
    "not-found": ("niet gevonden in de bron", "not found in the source"),
    "too-short": ("te kort om iets te bewijzen", "too short to prove anything"),
    "unjudged": ("niet nagekeken", "not looked up"),
    "translated": ("Onze vertaling: {gloss}", "Our translation: {gloss}"),
    "plain_words": (
        "In gewone woorden, volgens onze samenvatting per {day}: {gloss}",
        "In plain words, by our digest as of {day}: {gloss}",
    ),
    "flags": (
        "Let op: ‘{flags}’ staat niet in deze bron.",
        "Mind: ‘{flags}’ is not in this source.",
    ),
    "struck": ("Geschrapt uit het antwoord ({count})", "Struck from the answer ({count})"),
    "struck_adds": ("noemt ‘{flags}’, wat daar niet staat", "names ‘{flags}’, which is not there"),
    "calculation": ("Berekening", "Calculation"),
    "input": ("Gegeven", "Input"),
    "value": ("Waarde", "Value"),
    "taken_from": ("Waar het staat", "Where it stands"),
    "by_you": ("door u verteld", "told by you"),
    "by_code": ("uitgerekend", "computed"),
    "open_points": ("Wat open blijft", "What remains open"),
    "missing_facts": ("Wat TESS van uw geval niet weet", "What TESS does not know of your case"),
    "not_quoted": ("Ook gelezen, niet geciteerd", "Also read, not quoted"),
    "checked": (
        "Nagekeken: {count} van {count} citaten staan in hun bron. Dat bewijst dat het er staat, niet dat het de "
        "stelling draagt; dat oordeel is aan u.",
        "Looked up: {count} of {count} quotes stand in their source. That proves that the words are there, not that "
        "they support the claim; that judgement is yours.",
    ),
    "extractive": (
        "Een extractief antwoord van het offline model: het kiest passages uit uw bronnen en redeneert niet.",
        "An extractive answer of the offline model: it picks passages from your sources and does not reason.",
    ),
    "since_removed": (
        "Sinds dit antwoord is weggelaten: {titles}. Vraag het antwoord opnieuw.",
        "Left out since this answer: {titles}. Ask for the answer anew.",
    ),
    "withdrawn": ("Dit antwoord is teruggenomen", "This answer was taken back"),
    # What was made
    "preview": ("Zoals het leest", "Preview"),
    "raw": ("Zoals het er staat", "Raw"),
    "download": ("Neem mee als bestand", "Download"),
    "plan_whole": ("Wat er wordt geschreven, letterlijk", "What is written, to the letter"),
    "waiting": ("niet begonnen", "not begun"),
    "begun": ("begonnen", "begun"),
    "written": ("gedaan", "done"),
    "failed": ("niet gedaan", "not done"),
    "unknown": ("niet bekend", "not known"),
    "take_redaction": ("Neem de tekst met merktekens over", "Take the redaction"),
    "more_rows": ("… en nog {count}", "… and {count} more"),
    # While a turn runs
    "accepted": ("Ontvangen", "Received"),
    "deciding": ("TESS leest uw bericht", "TESS is reading your message"),
    "model_writes": ("{pieces} stukjes tekst", "{pieces} pieces of text"),
    "tool": ("TESS werkt eraan", "TESS is working on it"),
    "doing": ("TESS {label}", "TESS is {label}"),
    "operation": ("Bezig buiten: {label}", "Writing outside: {label}"),
    "confirm": ("Bevestig ‘{title}’ ({digest})", "Confirm ‘{title}’ ({digest})"),
    "confirmed": ("Ik bevestig dit plan.", "I confirm this plan."),
    "retrieved": ("Gevonden: {count}", "Found: {count}"),
    "verified": (
        "Citaten nagekeken: {claims} staan in de bron",
        "Quotes looked up: {claims} stand in the source",
    ),
    "dropped": (", {dropped} geschrapt", ", {dropped} struck"),
    "stored": ("Opgeslagen in het dossier", "Stored in the dossier"),
    "lost": (
        "Verbinding kwijt; TESS werkt door, opnieuw verbinden",
        "Connection lost; TESS goes on, connecting again",
    ),
    "done_answer": (
        "Het antwoord is klaar, met {count} nagekeken citaten.",
        "The answer is ready, with {count} quotes that were looked up.",
    ),
    "done": ("TESS heeft geantwoord.", "TESS has replied."),
    **OF_DOSSIERS,
}


def word(name: str, **values: object) -> str:
    """Return one of the page's own phrases, filled in."""
    phrase = WORDS[name][language() == "en"]
    return phrase.format(**values) if values else phrase
