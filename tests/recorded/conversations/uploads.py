"""Documents of the client: checked, agreed to, added, quoted, forgotten; and those that are not taken."""

from tests.recorded.steps import (
    Conversation,
    exported,
    get,
    here,
    pack,
    post,
    say,
    sent,
    upload,
)

DEED = (
    b"# Akte\n\nDe koopsom van de stenen kabouter bedraagt 350 euro en is betaald op 1 mei 2024.\n\n"
    b"Koper: BSN 111222333, mail koper@voorbeeld.nl.\n"
)
LETTER = b"The gnome of my client is made of stone and stands in a garden in Utrecht.\n"
DEED_ADDED = upload("akte van koop.md", DEED)
QUESTION = "Hoeveel bedraagt de heffing op een stenen kabouter?"

UPLOADS = (
    Conversation(
        "a document of the client, used in an answer",
        (
            say(QUESTION),
            *DEED_ADDED,
            DEED_ADDED[1],
            say("Ja"),
            here("check"),
            here("replay"),
            here("log"),
            get("/find", text="koopsom"),
            *exported(),
            *pack(),
        ),
        library="gnomes",
    ),
    Conversation(
        "a document of the client left out, undone and forgotten",
        (
            say(QUESTION),
            *upload("letter.txt", LETTER),
            say("Verwijder letter.txt"),
            post("undo", turns=1),
            post("undo", turns=1),
            post("redo", turns=1),
            say("Ja"),
            post("forget", turns=[2]),
            here("log"),
            here("journal"),
            here("verify"),
            upload("letter.txt", LETTER)[1],
            *exported("md"),
            *pack(),
        ),
        library="gnomes",
    ),
    Conversation(
        "documents that are not taken",
        (
            say(QUESTION),
            sent("/dossiers/{id}/documents?name=a.md", DEED),
            sent("/dossiers/{id}/documents?name=a.md&agreed=" + "0" * 64, DEED),
            sent("/dossiers/{other}/documents?name=a.md&agreed=" + "0" * 64, DEED),
            sent("/documents/check?name=a.exe", b"MZ\x00\x01", language="nl"),
            sent("/documents/check?name=a.pdf", b"%PDF-1.4 no pdf", language="en"),
            sent("/documents/check?name=a.txt", b" \n "),
            sent("/documents/check?name=a.txt", DEED, kind="text/plain"),
            sent("/documents/check", DEED),
            sent("/documents/check?name=../../etc/passwd", DEED, language="nl"),
            sent("/packs/open", DEED),
            sent("/packs/open", DEED, kind="text/plain"),
        ),
        library="gnomes",
    ),
)
