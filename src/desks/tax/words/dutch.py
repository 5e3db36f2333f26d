"""Dutch."""

from dataclasses import replace

from src.desks.tax.words.texts import TaxTexts
from src.wording import DUTCH as PLAIN

DUTCH = replace(
    PLAIN,
    nothing_at_all="Hierover vond ik niets in de bibliotheek, dus ik geef geen antwoord. Probeer andere woorden of noem het wetsartikel; met `tess ingest` voegt u wetgeving en uitspraken toe.",
    facts_heading="FEITEN UIT DOCUMENTEN VAN DE CLIËNT",
    client_mark="document van de cliënt",
    no_source_named="Ik kon niet bepalen welke bron u bedoelt. Noem het artikel, het ECLI-nummer of het nummer in de lijst.",
    no_source_meant="Ik kon niet bepalen welke bron u bedoelt met ‘{words}’. Noem het artikel, het ECLI-nummer of het nummer in de lijst.",
    digests_label="Let op: bronnen met ‘eigen samenvatting’ zijn door ons geschreven en zijn niet de wettekst of de uitspraak zelf.",
    client_label="Let op: een ‘document van de cliënt’ is geen recht. Wat er staat is niet nagegaan, ook niet wat het over de wet zegt.",
    no_conclusion="Het model trok geen conclusie, of een die recht noemt dat niet in uw bronnen staat; die is weggelaten.",
    greeting="Goedendag. Ik ben TESS en help met vragen over Nederlands belastingrecht, met bronnen die u kunt nagaan.",
    about="Ik ben TESS, een assistent voor Nederlands belastingrecht. Stel een vraag en ik zoek wetgeving en rechtspraak; u ziet de bronnen eerst en kunt ze weglaten of terugzetten. Pas na uw ‘ja’ geef ik een antwoord, met letterlijke citaten. Alles blijft bewaard in het dossier.",
    unsourced="Het model wilde een wetsartikel of uitspraak noemen die niet in dit dossier staat; dat heb ik tegengehouden. Vraag mij de bron op te zoeken, dan ziet u eerst de tekst.",
    in_short={**PLAIN.in_short, "client": "documenten van de cliënt"},
    verdicts={
        **PLAIN.verdicts,
        "exact": "Een stelling noemt recht dat niet in de geselecteerde bronnen staat.",
        "normalised": "Een stelling noemt recht dat niet in de geselecteerde bronnen staat.",
    },
    history={
        **PLAIN.history,
        "added": "document van de cliënt toegevoegd: {names}",
        "as_of": "peildatum {names}",
        "as_of_differs": "peildatum",
        "day_set": "Vanaf nu telt het recht van {as_of}. De bronnen zijn nog die van eerder: stel de vraag opnieuw om naar het recht van die dag te zoeken.",
        "day_unset": "Vanaf nu telt het huidige recht. De bronnen zijn nog die van eerder: stel de vraag opnieuw om naar het huidige recht te zoeken.",
        "branch": "Een tak van dossier {dossier}, antwoord {answer}: dezelfde vraag, naar het recht dat op {as_of} gold. Dat dossier is niet veranderd.",
    },
)

DUTCH_TEXTS = TaxTexts(
    missing="Niet in de bibliotheek: {titles}.",
    not_in_force="Let op: hiervan staat geen tekst in de bibliotheek die op {as_of} gold; dit is de naaste: {titles}.",
    uncertain="Of dit op {as_of} nog zo luidde, weet de bibliotheek niet (tekst van een eerdere datum): {titles}.",
    weak="Zwak gevonden: hierin staat weinig van uw vraag, dus het kan over iets anders gaan. Niets hiervan is geselecteerd; zeg ‘neem {first} toch mee’ als er een bij hoort, of vraag het in andere woorden.",
    law_of_day="Gezocht is naar het recht van {as_of}, de peildatum van dit dossier.",
    law_of_question="Gezocht is naar het recht van {as_of}, alleen voor deze vraag.",
    law_of_now="de nieuwste tekst",
    law_of_a_day="het recht van {day}",
    offers_day="Gezocht is naar {now}. Wilt u {law}?",
    takes_day="Ja, {law}",
    keeps_day="Nee, antwoord naar {law}",
    of_earlier_year="Let op: dit antwoord is naar de tekst van {days}; de bibliotheek heeft geen nieuwere. Wat daarna is veranderd, staat er niet in.",
    newer_digest="Nieuwer is onze eigen samenvatting van {day} bij {title}: ‘{passage}’",
)
