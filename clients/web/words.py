"""The page's own phrases, in Dutch and English."""

from collections.abc import Mapping

from clients.web.address import language

WORDS: Mapping[str, tuple[str, str]] = {
    # The first page
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
    "first": ("Stel uw vraag", "Ask your question"),
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
    "add_document": ("{document} toevoegen", "Add a {document}"),
    "choose_file": ("Pdf, Word of tekst, tot 10 MB", "PDF, Word or text, up to 10 MB"),
    "checking": ("Nakijken welke persoonsgegevens erin staan", "Looking for personal data in it"),
    "personal": ("Persoonsgegevens gevonden", "Personal data found"),
    "nothing_personal": ("Geen persoonsgegevens herkend.", "No personal data recognised."),
    "mask": ("Persoonsgegevens maskeren", "Mask personal data"),
    "mask_quotes": ("waar het document wordt geciteerd", "where the document is quoted"),
    "mask_text": ("meteen in de tekst, voorgoed", "in the text at once, for good"),
    "mask_none": ("nergens", "nowhere"),
    "agree": (
        "Ik heb dit gezien; het document mag in dit dossier en naar het model dat antwoordt.",
        "I have seen this; the document may go into this dossier and to the model that answers.",
    ),
    "add": ("Toevoegen als bron", "Add as a source"),
    # A picture
    "add_picture": ("Afbeelding toevoegen", "Add a picture"),
    "choose_picture": ("Png, jpeg of webp, tot 8 MB", "PNG, JPEG or WebP, up to 8 MB"),
    "picture_size": ("{width} × {height} beeldpunten", "{width} × {height} pixels"),
    "picture_shows": (
        "Wat is erop te zien, voor wie haar niet kan zien?",
        "What does it show, for who can’t see it?",
    ),
    "agree_picture": (
        "De afbeelding mag in dit dossier en naar het model dat antwoordt.",
        "The picture may go into this dossier and to the model that answers.",
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
    "take_redaction": ("Neem de tekst met merktekens over", "Take the redaction"),
    "more_rows": ("… en nog {count}", "… and {count} more"),
    # While a turn runs
    "accepted": ("Ontvangen", "Received"),
    "deciding": ("TESS leest uw bericht", "TESS is reading your message"),
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
    # What can be done with a dossier
    "rename": ("Hernoemen", "Rename"),
    "title": ("Titel", "Title"),
    "save": ("Bewaren", "Save"),
    "day": ("Dag", "Day"),
    "use_day": ("Reken met deze dag", "Use this day"),
    "export": ("Exporteren", "Export"),
    "export_answer": ("Welk antwoord", "Which answer"),
    "export_help": (
        "Een memo van het antwoord, met elk citaat opnieuw nagekeken.",
        "A memo of the answer, every quote looked up anew.",
    ),
    "no_answer": (
        "Er is nog geen antwoord om te exporteren. Het hele dossier kan al wel.",
        "There is no answer to export yet. The whole dossier can be, already.",
    ),
    "pack_help": (
        "Het hele dossier in één verzegeld bestand.",
        "The whole dossier in one sealed file.",
    ),
    "pack": ("Heel dossier (.tess)", "Whole dossier (.tess)"),
    # Time line and comparison
    "timeline_help": (
        "Elke beurt, de nieuwste eerst. Terugkeren wist niets: het is zelf een beurt, die u weer ongedaan kunt maken.",
        "Every turn, the newest first. Going back erases nothing: it is a turn itself, and can be undone again.",
    ),
    "empty_timeline": (
        "Nog geen beurten. De tijdlijn begint met uw eerste vraag.",
        "No turns yet. The time line begins with your first question.",
    ),
    "turns_alt": ("Tijdlijn van {count} beurten. {turns}", "Time line of {count} turns. {turns}"),
    "legend_in": ("bronnen erbij", "sources in"),
    "legend_out": ("bronnen eraf", "sources out"),
    "legend_answer": ("antwoord", "answer"),
    "legend_undone": ("teruggenomen", "taken back"),
    "turn": ("Beurt {version}", "Turn {version}"),
    "now": ("nu", "now"),
    "nothing_changed": (
        "Niets aan bronnen of antwoorden veranderd",
        "Nothing changed in sources or answers",
    ),
    "back": ("Terug naar hier", "Back to here"),
    "forth": ("Weer naar hier", "Forward to here"),
    "back_title": ("Terug naar beurt {version}?", "Back to turn {version}?"),
    "back_does": (
        "Dit neemt terug wat na beurt {version} veranderde aan {parts}:",
        "This takes back what changed after turn {version} in {parts}:",
    ),
    "forth_does": (
        "Dit voert opnieuw uit wat was teruggenomen:",
        "This makes again what was taken back:",
    ),
    "back_keeps": (
        "Het gesprek blijft staan en niets wordt gewist. Voor een nieuw antwoord toont TESS eerst weer de selectie.",
        "The conversation stays and nothing is erased. Before a new answer TESS shows the selection again.",
    ),
    "confirm_back": ("Ja, terug naar beurt {version}", "Yes, back to turn {version}"),
    "confirm_forth": ("Ja, weer naar beurt {version}", "Yes, forward to turn {version}"),
    "earlier": ("Toon eerdere beurten", "Show earlier turns"),
    "compare_help": (
        "Wat er verschilt tussen twee versies van dit dossier, het gesprek niet meegeteld.",
        "What differs between two versions of this dossier, the conversation aside.",
    ),
    "from": ("Van", "From"),
    "to": ("Naar", "To"),
    "same": (
        "Deze versies verschillen niet in {parts}.",
        "These versions do not differ in {parts}.",
    ),
    "part_sources": ("bronnen", "sources"),
    "part_selection": ("selectie", "selection"),
    "part_answers": ("antwoorden", "answers"),
    "and": ("en", "and"),
    "or": ("of", "or"),
    "one_version": (
        "Er is nog maar één versie; na de volgende beurt valt er iets te vergelijken.",
        "There is only one version; after the next turn there is something to compare.",
    ),
    "sources_only_in_b": ("Bronnen erbij", "Sources added"),
    "sources_only_in_a": ("Bronnen verdwenen", "Sources gone"),
    "selected_only_in_b": ("Nu geselecteerd", "Now selected"),
    "selected_only_in_a": ("Niet meer geselecteerd", "No longer selected"),
    "other_text": ("Andere tekst", "Other text"),
    "versions": ("Andere versie van dezelfde bron", "Another version of the same source"),
    "answers_only_in_b": ("Antwoorden erbij", "Answers added"),
    "answers_only_in_a": ("Antwoorden verdwenen", "Answers gone"),
    # What a turn changed
    "imported": ("ingelezen", "imported"),
    "undone": ("teruggenomen: beurt {names}", "taken back: turn {names}"),
    "redone": ("opnieuw gedaan: beurt {names}", "made again: turn {names}"),
    "found": ("gevonden: {names}", "found: {names}"),
    "removed": ("verdwenen: {names}", "gone: {names}"),
    "left_out_names": ("weggelaten: {names}", "left out: {names}"),
    "put_back": ("teruggezet: {names}", "put back: {names}"),
    "answered": ("antwoord gegeven ({names})", "answer given ({names})"),
    "answer_removed": ("antwoord vervallen ({names})", "answer withdrawn ({names})"),
    "put": ("gemaakt: {names}", "made: {names}"),
    "replaced": ("veranderd: {names}", "changed: {names}"),
    "taken_out": ("weggehaald: {names}", "taken out: {names}"),
    "asked": ("gevraagd: {names}", "asked: {names}"),
    "labelled": ("labels: {names}", "labels: {names}"),
    "unlabelled": ("labels weggehaald: {names}", "labels taken away: {names}"),
    "archived": ("gearchiveerd", "archived"),
    "unarchived": ("uit het archief", "out of the archive"),
    "held": ("in bewaring genomen", "put on legal hold"),
    "released": ("uit bewaring", "hold lifted"),
    "forgotten": ("gewist: beurt {names}", "erased: turn {names}"),
    "renamed": ("hernoemd: {names}", "renamed: {names}"),
    "one_source": ("1 bron", "1 source"),
    "count_sources": ("{count} bronnen", "{count} sources"),
}


def word(name: str, **values: object) -> str:
    """Return one of the page's own phrases, filled in."""
    phrase = WORDS[name][language() == "en"]
    return phrase.format(**values) if values else phrase
