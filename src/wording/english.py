"""English; legal terms stay Dutch."""

from src.wording.export import ENGLISH_MEMO
from src.wording.texts import Wording

ENGLISH = Wording(
    found="I found these sources:",
    legislation="Legislation",
    case_law="Case law",
    nothing_of="No {what} found.",
    nothing_new_of="No new {what} found.",
    missing="Not in the library, and perhaps lapsed: {titles}.",
    not_in_force="Note: the library holds no text of these that was in force on {as_of}; this is the nearest: {titles}.",
    uncertain="The library does not know whether this still read so on {as_of} (text of an earlier date): {titles}.",
    law_of_day="Searched: the law of {as_of}. Name another day, or ask for the current law, if that is not what you meant.",
    nothing_at_all=(
        "I found nothing about this in the library, so I give no answer. Try other words or name the article; "
        "`tess ingest` adds legislation and rulings."
    ),
    nothing_new="What I found was in the dossier already.",
    removed="Left out:",
    restored="Put back:",
    added="Added:",
    client_mark="the client's document",
    undone="Undone: what turn {turns} changed in the dossier.",
    redone="Made again: what turn {turns} changed in the dossier.",
    selection_now="Selected now:",
    selected_before="Still selected, from before: {numbers}. If that does not belong here, say: leave out {named}.",
    to=" to ",
    nothing_selected_now="No source is selected now.",
    digest_mark="our own digest",
    digest="our own digest, as of {as_of}",
    version_of="as of {as_of}",
    not_a_candidate="‘{title}’ is not in this dossier and was ignored.",
    no_source_meant="I could not tell which source you mean by ‘{words}’. Name the article, the ECLI or the number in the list.",
    not_done="Not done: {reason}",
    reasons={
        "unknown_tool": "the model asked for a function that does not exist.",
        "bad_arguments": "the model gave a function wrong arguments.",
        "too_many_calls": "the model asked for too many actions in one turn (at most {limit}).",
        "selection_not_shown": "an answer is possible only once you have seen the current selection. Here it is.",
        "nothing_to_undo": "there is nothing to undo.",
        "nothing_to_redo": "there is nothing to make again.",
        "nothing_selected": "an answer needs at least one selected source.",
        "corpus_unreadable": "the library could not be searched.",
        "failed": "a part of the program failed (reference {error_id}).",
        "model_key_refused": "the model's provider refuses the key.",
        "model_unavailable": "the model could not be used: {problem}.",
        "model_gave_no_answer": "the model gave no usable answer: {reason}.",
    },
    ask_whether_right=(
        "Are these the right sources for your question? Say ‘yes’ for an answer, or name what to leave out or put back."
    ),
    ask_for_restore_or_question="Put a source back, or ask a new question?",
    ask_differently="How would you put it otherwise?",
    ask_for_question="What is your question?",
    sources_heading="SOURCES",
    paragraph="paragraph",
    not_quoted="Selected too, not quoted:",
    analysis_heading="ANALYSIS",
    answer_heading="ANSWER",
    open_heading="What stays open",
    checked=(
        "Checked: every quote above ({count}) stands word for word in the source named. That proves that it is there, "
        "not that it supports the claim; that judgement is yours."
    ),
    missing_facts_heading="What I don't know of your case",
    struck_heading="Struck from the answer",
    adds="A claim names ‘{flags}’, which does not stand in {source}.",
    verdicts={
        "exact": "A claim names law that does not stand in the selected sources.",
        "normalised": "A claim names law that does not stand in the selected sources.",
        "misattributed": "A quote that was said to stand in {source} stands in {found_in}.",
        "other-version": "A quote does not stand in this version of {source}, but in another: {found_in}.",
        "not-found": "A quote does not stand in {source}.",
        "no-quote": "A claim on {source} came without a quote.",
        "too-short": "A quote from {source} is too short to prove anything.",
    },
    flagged="Note: ‘{flags}’ does not stand in this source.",
    no_claim_stands=(
        "There is no answer: no claim of the model held out against the sources. The reasons are below. Add a source, or "
        "ask in another way."
    ),
    refused=(
        "There is no answer: {held} of {all} claims held out against the sources, and here an answer is given only if all "
        "of them do. What did not hold out is below."
    ),
    with_ellipsis="Where a quote has ‘...’, a part of the same sentence was left out; read it in the source.",
    cut="Of these sources, a part was given to the model, because of their length; quotes were checked against the whole: {titles}.",
    offline_label=(
        "This is an extractive answer of the offline model: it picks passages from your sources and does not reason."
    ),
    stood_in=(
        "Note: the model could not be used just now. The built-in offline model stood in for it: it goes by fixed rules, "
        "picks passages and does not reason."
    ),
    digests_label=(
        "Note: sources marked ‘our own digest’ were written by us and are not the text of the law or ruling itself."
    ),
    client_label=(
        "Note: ‘the client's document’ is not law. What it says was not verified, nor what it says about the law."
    ),
    personal_notice=(
        "Personal data with a fixed form was looked for. Names, and what is told in words (health, family, religion), are not "
        "recognised; see for yourself whether they are in it. Once you agree, the text may be sent to the model that is set."
    ),
    since_removed="Note: this answer is based on version {version}; taken out of the selection since: {titles}.",
    no_conclusion="The model drew no conclusion, or one that names law which your sources do not hold; it was left out.",
    no_claims="I found no passage in the selected sources that answers your question, and I make none up.",
    offline_conclusion="The passage that fits the question best: “{quote}” ({title}).",
    offline_conclusion_many="The passages above fit the question best; none of them stands out.",
    greeting="Hello. I am TESS and help with questions about Dutch tax law, with sources that you can check.",
    about=(
        "I am TESS, an assistant for Dutch tax law. Ask a question and I look for legislation and case law; you see "
        "the sources first and can leave them out or put them back. Only after your ‘yes’ do I answer, with verbatim "
        "quotes. Everything is kept in the dossier."
    ),
    thanks="You are welcome.",
    declined="All right. Say which source to leave out or put back, or put the question differently.",
    nothing_to_confirm="There are no sources to confirm yet.",
    unsourced=(
        "The model wanted to name an article or ruling that is not in this dossier; I held that back. Ask me to look "
        "the source up, and you will see its text first."
    ),
    own_words_cut="The model said more than I show; these are its first {count} characters.",
    history={
        "imported": "taken over",
        "undone": "undone: turn {names}",
        "redone": "made again: turn {names}",
        "found": "found: {names}",
        "added": "client's document added: {names}",
        "removed": "out of the dossier: {names}",
        "left_out": "left out: {names}",
        "put_back": "put back: {names}",
        "answered": "answer {names}",
        "answer_removed": "answer {names} withdrawn",
        "as_of": "law of {names}",
        "renamed": "name: {names}",
        "named": "This dossier is now called: {title}",
        "unnamed": "This dossier has no name of its own any more.",
        "day_set": "From now on the law of {as_of} counts. The sources are still the earlier ones: ask again to search the "
        "law of that day.",
        "day_unset": "From now on the current law counts. The sources are still the earlier ones: ask again to search the "
        "current law.",
        "held": "legal hold set",
        "released": "legal hold lifted",
        "forgotten": "text erased of turn {names}",
        "nothing": "nothing changed",
        "said": " (“{words}”)",
        "source_found": "found by {tool} with “{query}”: rank {rank}, score {score}",
        "source_candidate": "candidate of {tool} with “{query}”, not offered: rank {rank}, score {score}",
        "source_added": "taken into the dossier",
        "source_left_out": "left out",
        "source_put_back": "put back",
        "source_shown": "shown in the selection",
        "source_used": "used in answer {answer}, not quoted",
        "source_quoted": "used and quoted in answer {answer}",
        "source_not_used": "not used in answer {answer}",
        "source_undone": "change undone",
        "source_redone": "change made again",
        "source_answer_undone": "answer {answer}, which used it, withdrawn",
        "only_sources": "source only in {place}",
        "only_selected": "selected only in {place}",
        "only_answers": "answer only in {place}",
        "other_text": "other text",
        "versions": "other version",
        "as_of_differs": "law of",
        "hold_on": "This dossier is on legal hold now: nothing of it can be forgotten.",
        "hold_off": "The legal hold on this dossier is lifted.",
        "branch": (
            "A branch of dossier {dossier}, answer {answer}: the same question, by the law in force on {as_of}. That "
            "dossier is unchanged."
        ),
        "forgot": "Erased: the text of turn {names}.",
        "forgot_all": "Erased: all text up to and including turn {names}.",
    },
    memo=ENGLISH_MEMO,
    errors={
        "empty_message": "The message is empty. Send your question in the field “message”.",
        "not_json": 'This is not a valid JSON object. Send for example {{"message": "What is the VAT rate?"}}.',
        "bad_fields": "The field “{field}” {problem}. See docs/protocol.md for the fields that exist.",
        "not_found": "There is no such page. See docs/protocol.md for those that exist.",
        "message_too_large": "The message is longer than {limit} bytes. Shorten it or send it in parts.",
        "not_text": "Send the message as text (JSON), not as binary data.",
        "bad_dossier_id": (
            "This is not a valid dossier id: it is ‘dos-’ and 8 or 32 of the characters 0-9 and a-f. Leave the field "
            "out for a new dossier."
        ),
        "unknown_dossier": "Dossier {dossier_id} does not exist. See the list of dossiers.",
        "unknown_desk": "This desk does not exist. There is: {desks}.",
        "message_id_reused": "This message_id was used for another text before. Choose a new message_id.",
        "unknown_version": "Version {version} does not exist; the latest is {latest}.",
        "unknown_source": "Source ‘{source}’ was never found in this dossier. Name its id, its title or its number.",
        "unknown_answer": "Answer ‘{answer}’ does not exist in this dossier. An answer is called a4, for example; `tess log` names them.",
        "no_answer_yet": "This dossier has no answer yet, so there is nothing to hand over. Ask a question and confirm the sources first.",
        "pack_refused": "This is no sound pack: {problem} ({member}). Nothing was taken from it; ask its sender for it anew.",
        "nothing_to_undo": "That much can't be undone; at most {possible} turn(s). Nothing was changed.",
        "nothing_to_redo": "That much can't be made again; at most {possible} turn(s). Nothing was changed.",
        "on_hold": "Dossier {dossier_id} is on legal hold: nothing of it can be forgotten. Nothing was changed.",
        "no_receipt": "Answer {answer} has no receipt: it is from before there were any, or its turn was forgotten. It can't be made again.",
        "bad_selection": "There is nothing to ask again: {problem}.",
        "check_first": (
            "Have the document checked for personal data first, and send the sha256 of that check as ‘agreed’ when you add "
            "it. Nothing was added."
        ),
        "document_too_large": "The document is larger than {limit}. Nothing was added; split it or make it smaller.",
        "document_too_long": "The document {problem} (at most {limit}). Nothing was added; split it.",
        "document_too_slow": (
            "The document could not be read within {seconds} seconds and the memory allowed. Nothing was added; save it anew as "
            "a PDF, or split it."
        ),
        "document_unreadable": "The document can't be read: {problem}. Nothing was added.",
        "document_without_text": (
            "There is no text in the document. If it is a scan, have it made into text first (OCR). Nothing was added."
        ),
        "unauthenticated": (
            "This server lets in who has a token, and {problem}. Ask whoever runs it for one (tess token create), and "
            "set TESS_TOKEN."
        ),
        "token_expired": "Your token has expired. Ask whoever runs the server for a new one, and set TESS_TOKEN.",
        "token_revoked": "Your token was revoked. Ask whoever runs the server for a new one, and set TESS_TOKEN.",
        "limit_reached": (
            "Your organisation may have {most} {limit}, and has had them. It is possible again at {time}, in {seconds} "
            "seconds; nothing was changed."
        ),
        "dossier_unreadable": (
            "Dossier {dossier_id} can't be read ({problem}); nothing in it was changed. Put a copy back or start a "
            "new dossier."
        ),
        "journal_broken": "The journal is not sound: entry {entry} is not as it was written. Nothing was changed; put a copy back.",
        "source_changed": "Source {source} is not what the answer was made from: its text in the dossier was changed. Put a copy back.",
        "storage_failed": (
            "The turn could not be stored ({problem}); nothing was changed. Make room or mend the permissions, then "
            "send the message again."
        ),
        "storage_unknown": (
            "The database went away before it said whether the turn is stored, and did not come back. Look at the "
            "dossier when it is there again, or send the message again with the same message_id: it is stored once."
        ),
        "corpus_unreadable": "The path {path} can't be read: {problem}.",
        "service_unavailable": (
            "The official service {service} can't be used: {problem}. The library is as it was: try again where there is a "
            "network (what was fetched is kept), or give files of your own to ./tess ingest."
        ),
        "bad_settings": "A setting is wrong: {problem}.",
        "model_key_refused": (
            "The model's provider refuses the key. Check OPENAI_API_KEY, or leave it empty to work with the offline "
            "model. Nothing was changed."
        ),
        "model_unavailable": (
            "The model could not be used: {problem}. Nothing was changed. What needs no model goes on working: "
            "./tess search, ./tess log and ./tess export."
        ),
        "model_gave_no_answer": (
            "The model gave no usable answer ({reason}). Nothing was changed; try again or put the question "
            "differently."
        ),
        "turn_timeout": "The turn took longer than {seconds} seconds and was stopped. Nothing was changed.",
        "busy": "The server is busy with other messages; yours was not begun. Send it again in {seconds} seconds.",
        "shutting_down": "The server is shutting down and has stopped or not begun this turn. Send the message again in a moment; with the same message_id it runs only once, even if it was stored after all.",
        "internal": "Something went wrong on our side. Nothing was changed; name reference {error_id} if you report it.",
    },
    problems={
        "busy": "the provider is too busy or a limit was reached; try again later",
        "down": "the provider has a failure; try again later",
        "timeout": "no reply came in time; try again later",
        "resting": "the provider failed several times in a row and is left alone for some seconds; try again then",
        "unreachable": "there is no connection; check the network and OPENAI_BASE_URL",
        "refused_request": "the provider refuses the request; check TESS_MODEL and OPENAI_BASE_URL",
        "refused": "the model refused",
        "filtered": "the provider's filter held it back",
        "cut": "the reply was cut off",
        "empty": "the reply was empty",
        "malformed": "the reply did not have the form asked for",
        "unknown_field": "does not exist",
        "missing": "is missing",
        "needs_ids": "needs a dossier_id and a message_id beside it",
        "wrong_value": "has a wrong value",
        "broken": "the file is broken or no dossier of TESS",
        "newer": "it was written by a newer version of TESS",
        "broken_journal": "the journal is broken",
        "other_id": "the file holds another dossier",
        "other_history": "the file and the journal do not belong together",
        "database_full": "the disk of the database is full",
        "database_only_reads": "the database can only be read",
        "database_slow": "the database does not reply in time",
        "database_lost": "the connection to the database broke",
        "same_selection": "these are the very sources that the answer was made from",
        "no_source_left": "no source would be left",
        "database_refuses": "the database refuses it",
        "document_damaged": "it is damaged, or not what it seems to be",
        "document_locked": "it asks for a password; save it without one",
        "document_no_text_file": "it is no text",
        "document_other_kind": "only pdf, docx, txt and md can be read",
        "document_pages": "has too many pages",
        "document_unpacked": "is too large when unpacked",
        "document_characters": "has too many characters",
        "no_zip": "the file is no pack of TESS, or it is damaged",
        "too_large": "it is larger than a pack may be",
        "too_many": "it has more parts than a pack may have",
        "bad_name": "a part has a name that a pack does not have",
        "twice": "a part is there twice",
        "squeezed": "a part is compressed in a way that a pack is not",
        "part_missing": "a part is missing",
        "part_foreign": "a part does not belong there",
        "part_changed": "a part was changed after it was sealed",
        "seal_broken": "the list of parts was changed after it was sealed",
        "bad_manifest": "the list of parts can't be read",
        "no_token": "none came with this",
        "bad_token": "this one is not valid here",
        "other_audience": "this one was made for another audience",
        "tokens_unreadable": "the list of tokens is broken; put a copy of tokens.jsonl back",
        "turns_at_once": "turns at once",
        "turns_per_minute": "turns a minute",
        "tokens_per_day": "tokens of the model a day",
        "does_not_fit": "a part is not what the journal adds up to",
    },
)
