"""Abbreviations of Dutch tax practice, written out as statutes have it."""

import re

_WRITTEN_OUT = """
ahk: algemene heffingskorting
akw: algemene kinderbijslagwet
anbi: algemeen nut beogende instelling
anw: algemene nabestaandenwet
aow: algemene ouderdomswet
apv: afgezonderd particulier vermogen
atad: richtlijn bestrijding belastingontwijking
awb: algemene wet bestuursrecht
awir: algemene wet inkomensafhankelijke regelingen
awr: algemene wet inzake rijksbelastingen
bof: bedrijfsopvolgingsfaciliteit bedrijfsopvolging ondernemingsvermogen
bor: bedrijfsopvolgingsregeling bedrijfsopvolging ondernemingsvermogen
box 1: belastbaar inkomen werk en woning
box 2: belastbaar inkomen aanmerkelijk belang
box 3: belastbaar inkomen sparen en beleggen
bpm: belasting van personenauto's en motorrijwielen
brv: belastingen van rechtsverkeer
bsn: burgerservicenummer
btw: omzetbelasting
bua: besluit uitsluiting aftrek omzetbelasting
bv: besloten vennootschap
bvdb: besluit voorkoming dubbele belasting
bzm: belasting zware motorrijtuigen
cfc: gecontroleerd lichaam
cv: commanditaire vennootschap
db: dividendbelasting
dga: aanmerkelijk belang gebruikelijk loon
divb: dividendbelasting
eia: energie-investeringsaftrek
erfb: erfbelasting
ewf: eigenwoningforfait
ewr: eigenwoningreserve
ews: eigenwoningschuld
fbi: beleggingsinstelling
fe: fiscale eenheid
fgr: fonds voor gemene rekening
for: fiscale oudedagsreserve
gbvh: geruisloze bedrijfsoverdracht
hir: herinvesteringsreserve
hra: hypotheekrenteaftrek renten eigenwoningschuld
iack: inkomensafhankelijke combinatiekorting
ib: inkomstenbelasting
icl: intracommunautaire levering
icp: intracommunautaire prestaties lijst
icv: intracommunautaire verwerving
ksb: kansspelbelasting
kgb: kindgebonden budget
kia: kleinschaligheidsinvesteringsaftrek
kor: kleineondernemersregeling vermindering ondernemer
kot: kinderopvangtoeslag
lb: loonbelasting
lh: loonbelasting loonheffing
mia: milieu-investeringsaftrek
mkb: midden- en kleinbedrijf
mrb: motorrijtuigenbelasting
nsw: natuurschoonwet
nv: naamloze vennootschap
ob: omzetbelasting
oss: unieregeling eenloketsysteem
ovb: overdrachtsbelasting
ozb: onroerendezaakbelasting onroerende-zaakbelastingen
pgb: persoonsgebonden budget
rvu: regeling voor vervroegde uittreding
sbbi: sociaal belang behartigende instelling
so: speur- en ontwikkelingswerk
spak: specifieke afdrachtskorting
sw: successiewet
tbs: terbeschikkingstelling werkzaamheid vermogensbestanddelen
vamil: willekeurige afschrijving milieu-bedrijfsmiddelen
var: verklaring arbeidsrelatie
vbi: vrijgestelde beleggingsinstelling
vof: vennootschap onder firma
vpb: vennootschapsbelasting
vso: vaststellingsovereenkomst
wbr: belastingen van rechtsverkeer
wbso: afdrachtvermindering speur- en ontwikkelingswerk
wht: huurtoeslag
wia: werk en inkomen naar arbeidsvermogen
wkb: kindgebonden budget
wkr: werkkostenregeling vrije ruimte vergoedingen verstrekkingen eindheffing
wlz: wet langdurige zorg
woz: waardering onroerende zaken
wozwaarde: waarde onroerende zaak
wva: vermindering afdracht loonbelasting
wzt: zorgtoeslag
ww: werkloosheidswet
zvw: zorgverzekeringswet inkomensafhankelijke bijdrage
zzp: zelfstandige ondernemer
"""

ABBREVIATIONS: dict[str, str] = {
    short: long
    for short, _, long in (line.partition(": ") for line in _WRITTEN_OUT.strip().splitlines())
}

_ORDINARY_WORDS = frozenset({"for", "so", "var", "mia"})
"""Abbreviations only where they stand in capitals."""

_WORD = re.compile(r"box [123]\b|[^\W_]+", re.IGNORECASE)


def written_out(text: str) -> list[str]:
    """Return what each abbreviation of a text stands for, in the order of the text."""
    found = [word.lower() for word in _WORD.findall(text) if _may_be_short(word)]
    return [ABBREVIATIONS[word] for word in dict.fromkeys(found) if word in ABBREVIATIONS]


def _may_be_short(word: str) -> bool:
    return word.isupper() or word.lower() not in _ORDINARY_WORDS
