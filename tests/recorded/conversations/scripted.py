"""Conversations with a scripted model: what it may say and do, and what is made of what it may not."""

from tests.recorded.steps import (
    Calls,
    Conversation,
    Fails,
    Script,
    Step,
    call,
    calls,
    draft,
    exported,
    here,
    pack,
    post,
    reworked,
    say,
)

QUESTION = "Hoeveel bedraagt de heffing op een stenen kabouter?"
ENGLISH = "What is the levy on garden gnomes, and when is a gnome exempt from it?"
RATE, MUSEUM, HAT = (f"BWBR0099901/{one}@2024-01-01" for one in (2, 3, 4))

SEARCH = calls(
    call("get_legislation", queries=["heffing stenen kabouter kabouters"]),
    call("get_case_law", queries=["heffing kabouter museum kabouters"]),
)

IS_21 = ("Het tarief is 21%.", "21 percent van de waarde van de stenen kabouter", RATE)
WOOD = ("Hout is vrij.", "vrijgesteld van de heffing:\na. indien hij van hout is", MUSEUM)
MEMORY = ("Klei wordt dubbel belast.", "kabouters van klei worden dubbel belast", RATE)
OLD = ("Het tarief is 19%.", "19 percent van de waarde van de stenen kabouter", RATE)
OTHERS = ("Zonder muts geen heffing.", "Kabouters zonder muts zijn geen kabouters", RATE)
SHORT = ("Het is een heffing.", "heffing", RATE)
NINE = ("Voor hout is het 9%.", "21 percent van de waarde van de stenen kabouter", RATE)
SEVENTH = ("Lid 7 kent drie wijzen.", "indien hij van hout is", MUSEUM)
NOBODY = ("Er is een vrijstelling.", "indien hij van hout is", "BWBR0099901/77@2024-01-01")
GOOD = draft(IS_21, WOOD, conclusion="De heffing is 21%.", open_points=["Of een schuur telt."])
MIXED = draft(
    *(IS_21, MEMORY, OLD, OTHERS, SHORT, NINE, SEVENTH, NOBODY, WOOD),
    conclusion="De heffing is 21%, behalve voor hout.",
    missing_facts=["Waar de kabouter van is."],
)
NONE_STANDS = draft(MEMORY, NINE, conclusion="De heffing is dubbel.")


def _answered(name: str, *forms: str | Fails, prompts: bool = False) -> Conversation:
    """Return a question, confirmed, that is answered with these forms."""
    steps = (say(QUESTION), say("Ja"), here("check"), here("replay"), here("log"))
    return Conversation(
        name,
        (*steps, *exported("md", "json"), *pack()),
        Script((SEARCH,), forms),
        "gnomes",
        keeps_prompts=prompts,
    )


def _refused(
    name: str, *decisions: Calls | Fails, forms: tuple[str | Fails, ...] = ()
) -> Conversation:
    """Return a question that was searched for, and what comes of other decisions."""
    words = [f"En nu stap {number}, graag." for number in range(1, len(decisions) + 1)]
    steps: tuple[Step, ...] = (say(QUESTION), *(say(one) for one in words), here("journal"))
    return Conversation(name, steps, Script((SEARCH, *decisions), forms), "gnomes")


SCRIPTED = (
    _answered("an answer whose quotes all stand", GOOD, prompts=True),
    _answered("quotes struck and mended", MIXED, GOOD),
    _answered("a mending that is worse", MIXED, NONE_STANDS),
    _answered(
        "a mending while the provider is down",
        MIXED,
        Fails("ModelUnavailable", (("problem", "timeout"),)),
    ),
    _answered("no claim that stands", NONE_STANDS, NONE_STANDS),
    _answered("a form repaired", "no form at all", GOOD),
    _answered("a form that can't be repaired", "no form at all", '{"claims": 7}'),
    _answered(
        "a form while the provider is down", Fails("ModelUnavailable", (("problem", "busy"),))
    ),
    Conversation(
        "an answer in English over Dutch law",
        (
            say(f"{ENGLISH} My client has seven gnomes."),
            say("Leave article 4 out, please."),
            say("Yes, that is right."),
            *exported(),
            *pack(),
            here("check"),
            here("replay"),
        ),
        Script(
            (SEARCH, calls(call("remove_sources", sources=[3]))),
            (
                draft(
                    ("The levy is 21%.", IS_21[1], RATE),
                    (
                        "A gnome may be exempt.",
                        "Een kabouter is vrijgesteld van de heffing",
                        MUSEUM,
                    ),
                    ("Gnomes of clay are taxed twice.", MEMORY[1], RATE),
                    conclusion="The levy is 21% of the value.",
                    open_points=["Whether a shed can be a museum."],
                    missing_facts=["What the gnomes are made of."],
                ),
                draft(("The levy is 21%.", IS_21[1], RATE), conclusion="The levy is 21%."),
            ),
        ),
        "gnomes",
    ),
    _refused(
        "the gate stays closed",
        calls(call("remove_sources", sources=[3])),
        calls(
            call("remove_sources", sources=[1, 2, 3, 4]),
            call("generate_tax_answer", query=QUESTION),
        ),
        calls(call("generate_tax_answer", query=QUESTION)),
        calls(call("restore_sources", sources=[1]), call("generate_tax_answer", query=QUESTION)),
    ),
    _refused(
        "tools that do not exist and arguments that do not fit",
        calls(call("send_email", to="x@example.org")),
        calls(("get_legislation", "no json")),
        calls(call("get_legislation")),
        calls(call("get_legislation", queries=[""], extra=1)),
        calls(call("get_legislation", queries=["x" * 10_001])),
        calls(("get_legislation", '{"query": "' + "x" * 300_000 + '"}')),
        calls(call("undo", turns="many")),
        calls(
            call("get_legislation", queries=["museum kabouter"]), call("nothing"), ("undo", "[]")
        ),
    ),
    _refused(
        "undo and redo by a tool",
        calls(call("undo", turns=1)),
        calls(call("redo", turns=1)),
        calls(call("undo", turns=1), call("get_legislation", queries=["muts kabouters"])),
        calls(call("undo", turns=20)),
        calls(call("redo", turns=20)),
    ),
    _refused(
        "words of the model beside its tools",
        Calls((), "Dat weet ik **zeker**: de heffing is 21% (artikel 2)."),
        Calls((call("get_case_law", queries=["kabouter tuin"]),), "Ik zoek nog even verder."),
        Calls((), ""),
        Calls((), "# Kop\n\n[link](http://example.org) <script>alert(1)</script>\n\n| a | b |"),
    ),
    Conversation(
        "the model fails and comes back",
        (
            say(QUESTION, message_id="m1"),
            say(QUESTION, message_id="m1"),
            say("What is the levy?"),
            say("Hoeveel is het?"),
            say(QUESTION, message_id="m1"),
            say("Ja"),
            here("log"),
        ),
        Script(
            (
                Fails("ModelUnavailable", (("problem", "timeout"),)),
                Fails("ModelGaveNoAnswer", (("reason", "cut"),)),
                Fails("ModelKeyRefused"),
                Fails("ModelUnavailable", (("problem", "resting"),)),
                SEARCH,
            ),
            (GOOD,),
        ),
        "gnomes",
    ),
    Conversation(
        "an answer said in another way",
        (say(QUESTION), say("Ja"), say("Vat samen."), say("Schrijf een mail aan de cliënt.")),
        Script(
            (
                SEARCH,
                calls(call("rework_answer", kind="summary")),
                calls(call("rework_answer", kind="email", language="en")),
            ),
            (
                GOOD,
                reworked(("De heffing bedraagt 21 percent.", 1), ("Zij bedraagt 25 percent.", 1)),
                reworked(("The levy is 21 percent of the value.", 1)),
            ),
        ),
        library="gnomes",
        keeps_prompts=True,
    ),
    Conversation(
        "a fault of ours",
        (
            say(QUESTION),
            say("What is the levy?"),
            here("log"),
            say(QUESTION),
            say("Ja"),
            here("log"),
        ),
        Script((Fails("Bug"), Fails("Bug"), SEARCH), (Fails("Bug"),)),
        "gnomes",
        has_minted=True,
    ),
    Conversation(
        "asked again of a scripted model",
        (
            say(QUESTION),
            say("Ja"),
            post("live"),
            post("live"),
            post("whatif", without=[MUSEUM]),
            post("retime", as_of="2021-01-01"),
            post("live"),
            post("live"),
        ),
        Script(
            (SEARCH,),
            (
                *(GOOD, GOOD, MIXED, GOOD),
                draft(IS_21, conclusion="Het is 21%."),
                *(
                    draft(OLD, WOOD, conclusion="Het was 19%."),
                    NONE_STANDS,
                    NONE_STANDS,
                    NONE_STANDS,
                ),
                Fails("ModelUnavailable", (("problem", "timeout"),)),
            ),
        ),
        "gnomes",
    ),
)
