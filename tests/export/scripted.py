"""A question in English, answered by a scripted model with quotes of every kind, over a law of our own invention."""

from datetime import date

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.desks.tax.sources import Legislation
from src.llm.forms import AnswerDraft, ClaimDraft
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm, calls
from tests.serving import Served

QUESTION = "What is the levy on garden gnomes, and when is a gnome exempt from it?"
FACT = "My client has seven gnomes."
WORK = "BWBR0099901"


def article(number: str, content: str) -> Legislation:
    address = f"jci1.3:c:{WORK}&artikel={number}&g=2024-01-01&z=2024-01-01"
    return Legislation(
        id=f"{WORK}/{number}@2024-01-01",
        title=f"Wet op de kabouterbelasting, artikel {number}",
        content=content,
        url=f"https://wetten.overheid.nl/{address}",
        as_of=date(2024, 1, 1),
        work=WORK,
        law="Wet op de kabouterbelasting",
        article=number,
    )


LEVY = article(
    "2",
    "1. De heffing bedraagt, naar de maatstaf van artikel 3, 21 percent van de waarde van de kabouter.\n"
    "2. Onder „waarde” wordt verstaan de prijs die bij verkoop wordt betaald.",
)
EXEMPT = article(
    "3",
    "Een kabouter is vrij-\ngesteld van de heffing:\na. indien hij van hout is;\nb. indien hij in een museum staat.",
)
NOT_CHOSEN = article("4", "Kabouters zonder muts zijn geen kabouters in de zin van deze wet.")

EXACT = ClaimDraft(
    text="The value is the price on a sale.",
    quote="wordt verstaan de prijs die bij verkoop wordt betaald",
    source_id=LEVY.id,
)
ELLIPSIS = ClaimDraft(
    text="The levy is 21%.",
    quote="De heffing bedraagt ... 21 percent van de waarde van de kabouter",
    source_id=LEVY.id,
)
MARKS = ClaimDraft(
    text='What "value" is, the law itself says.',
    quote='Onder "waarde" wordt  verstaan de prijs',
    source_id=LEVY.id,
)
HYPHEN = ClaimDraft(
    text="A gnome may be exempt.",
    quote="Een kabouter is vrijgesteld van de heffing",
    source_id=EXEMPT.id,
)
BROKEN = ClaimDraft(
    text="A gnome in a museum is exempt.",
    quote="indien hij in een mu-\nseum staat",
    source_id=EXEMPT.id,
)
FLAGGED = ClaimDraft(
    text="Under paragraph 7 there are three ways to be exempt.",
    quote="indien hij van hout is",
    source_id=EXEMPT.id,
)
STANDING = (EXACT, ELLIPSIS, MARKS, HYPHEN, BROKEN, FLAGGED)

FROM_MEMORY = ClaimDraft(
    text="Gnomes of clay are taxed twice.",
    quote="kabouters van klei worden dubbel belast",
    source_id=LEVY.id,
)
ADDS_RATE = ClaimDraft(
    text="For wooden gnomes the levy is 9%.", quote=EXACT.quote, source_id=LEVY.id
)
ANOTHERS = ClaimDraft(
    text="Without a hat it is no gnome.",
    quote="Kabouters zonder muts zijn geen kabouters",
    source_id=NOT_CHOSEN.id,
)
STRUCK = (FROM_MEMORY, ADDS_RATE, ANOTHERS)

DRAFT = AnswerDraft(
    claims=[*STANDING[:3], *STRUCK, *STANDING[3:]],
    conclusion="The levy is 21% of the price, unless the gnome is exempt.",
    open_points=["Whether a shed can be a museum."],
    missing_facts=["What the gnomes are made of."],
)


def engine() -> Parts:
    """Return the real application around a model that follows the script; the claims that fail, fail twice."""
    search = calls(("get_legislation", '{"query": "heffing kabouter kabouters"}'))
    leave_out = calls(("remove_sources", '{"sources": [3]}'))
    model = ScriptedLlm(search, leave_out, forms=[DRAFT, DRAFT])
    store, library = MemoryStore(), ListRetriever(LEVY, EXEMPT, NOT_CHOSEN)
    desk = tax_desk(model, library, store)
    return Parts(Agent(store, {desk.name: desk}), store, model)


async def answered(server: Served) -> str:
    """Hold the conversation, and return the dossier that has the answer."""
    dossier_id: str = (await server.say(f"{QUESTION} {FACT}"))["dossier_id"]
    for words in ("Leave article 4 out, please.", "Yes, that is right."):
        await server.say(words, dossier_id=dossier_id)
    return dossier_id
