"""Abbreviations of Dutch tax practice and of statutes, written out as statutes have it."""

import re

from src.desks.tax.law.other_names import OTHER_LAWS

_WRITTEN_OUT = """
ahk: algemene heffingskorting
ak: arbeidskorting
akw: algemene kinderbijslagwet
anbi: algemeen nut beogende instelling
anw: algemene nabestaandenwet
aov: arbeidsongeschiktheidsverzekering
aow: algemene ouderdomswet
apv: afgezonderd particulier vermogen
atad: richtlijn bestrijding belastingontwijking
awb: algemene wet bestuursrecht
awd: algemene wet inzake de douane
awda: algemene wet inzake de douane en de accijnzen
awir: algemene wet inkomensafhankelijke regelingen
awr: algemene wet inzake rijksbelastingen
bees: emissie-eisen stookinstallaties
bes: bonaire sint eustatius saba
bmw: bestrijdingsmiddelenwet
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
cao: collectieve arbeidsovereenkomst
cdw: communautair douanewetboek
cfc: gecontroleerd lichaam
csv: coördinatiewet sociale verzekering
cv: commanditaire vennootschap
db: dividendbelasting
dga: aanmerkelijk belang gebruikelijk loon
divb: dividendbelasting
dwu: douanewetboek unie
edm: eerstedagsmelding
eer: europese economische ruimte
eia: energie-investeringsaftrek
emcs: accijnsgoederen elektronisch administratief document overbrenging
erfb: erfbelasting
eu: europese unie
ewf: eigenwoningforfait
ewr: eigenwoningreserve
ews: eigenwoningschuld
fatca: uitwisseling inlichtingen verenigde staten
fbi: beleggingsinstelling
fe: fiscale eenheid
fgr: fonds voor gemene rekening
fiod: fiscale inlichtingen- en opsporingsdienst
for: fiscale oudedagsreserve
gba: gemeentelijke basisadministratie basisregistratie personen
gbvh: geruisloze bedrijfsoverdracht
gn: gecombineerde nomenclatuur
gwd: gezondheids- en welzijnswet voor dieren
hir: herinvesteringsreserve
hra: hypotheekrenteaftrek renten eigenwoningschuld
hvj: hof van justitie
iack: inkomensafhankelijke combinatiekorting
ib: inkomstenbelasting
icl: intracommunautaire levering
icp: intracommunautaire prestaties lijst
icv: intracommunautaire verwerving
iva: inkomensvoorziening volledig arbeidsongeschikten
kgb: kindgebonden budget
kia: kleinschaligheidsinvesteringsaftrek
kor: kleineondernemersregeling vermindering ondernemer
kot: kinderopvangtoeslag
ksb: kansspelbelasting
lb: loonbelasting
lh: loonbelasting loonheffing
lkv: loonkostenvoordeel
lpg: vloeibaar gemaakt petroleumgas
mia: milieu-investeringsaftrek
mkb: midden- en kleinbedrijf
mrb: motorrijtuigenbelasting
msnp: minnelijke schuldsanering natuurlijke personen
mvt: memorie van toelichting
nsw: natuurschoonwet
nv: naamloze vennootschap
ob: omzetbelasting
oeso: organisatie voor economische samenwerking en ontwikkeling
oss: unieregeling eenloketsysteem
ouk: ouderenkorting
ovb: overdrachtsbelasting
ozb: onroerendezaakbelasting onroerende-zaakbelastingen
pgb: persoonsgebonden budget
rda: research en development aftrek
rdw: dienst wegverkeer
rvu: regeling voor vervroegde uittreding
sbbi: sociaal belang behartigende instelling
sce: europese coöperatieve vennootschap
se: europese vennootschap
so: speur- en ontwikkelingswerk
spak: specifieke afdrachtskorting
svb: sociale verzekeringsbank
sw: successiewet
tbs: terbeschikkingstelling werkzaamheid vermogensbestanddelen
uwv: uitvoeringsinstituut werknemersverzekeringen
vamil: willekeurige afschrijving milieu-bedrijfsmiddelen
var: verklaring arbeidsrelatie
vbi: vrijgestelde beleggingsinstelling
vof: vennootschap onder firma
vpb: vennootschapsbelasting
vso: vaststellingsovereenkomst
vut: vervroegde uittreding
wbo: bedrijfsorganisatie
wbr: belastingen van rechtsverkeer
wbso: afdrachtvermindering speur- en ontwikkelingswerk
wga: werkhervatting gedeeltelijk arbeidsgeschikten
wht: huurtoeslag
wia: werk en inkomen naar arbeidsvermogen
wir: investeringsrekening
wkb: kindgebonden budget
wkr: werkkostenregeling vrije ruimte vergoedingen verstrekkingen eindheffing
wlz: wet langdurige zorg
woz: waardering onroerende zaken
wozwaarde: waarde onroerende zaak
wsnp: schuldsaneringsregeling natuurlijke personen
wtg: wet tarieven gezondheidszorg
wtos: tegemoetkoming onderwijsbijdrage en schoolkosten
wva: vermindering afdracht loonbelasting
ww: werkloosheidswet
wzt: zorgtoeslag
zvw: zorgverzekeringswet inkomensafhankelijke bijdrage
zzp: zelfstandige ondernemer
"""

ABBREVIATIONS: dict[str, str] = {
    short: long
    for short, _, long in (line.partition(": ") for line in _WRITTEN_OUT.strip().splitlines())
}

_ORDINARY_WORDS = frozenset(
    {"ak", "bees", "bes", "bmw", "eer", "for", "gn", "mia", "se", "so", "var"}
)
"""Abbreviations only where they stand in capitals."""

_LAW = re.compile(r"[A-Z][A-Za-z]{1,5}")
_OF_LAWS = {
    name: names[0].lower()
    for names in OTHER_LAWS.values()
    for name in names[1:]
    if _LAW.fullmatch(name)
}
"""Abbreviations of other laws, only as they are spelled here: ``ro`` and ``sv`` may be anything."""

_WORD = re.compile(r"box [123]\b|[^\W_]+", re.IGNORECASE)


def written_out(text: str) -> list[str]:
    """Return what each abbreviation of a text stands for, in the order of the text."""
    found = (_meaning(word) for word in dict.fromkeys(_WORD.findall(text)))
    return list(dict.fromkeys(filter(None, found)))


def is_known(short: str) -> bool:
    """Tell whether an abbreviation is written out in queries."""
    return _meaning(short) is not None


def _meaning(word: str) -> str | None:
    may_be_short = word.isupper() or word.lower() not in _ORDINARY_WORDS
    written = ABBREVIATIONS.get(word.lower()) if may_be_short else None
    return written or _OF_LAWS.get(word)
