"""Which abbreviations the material defines or cites laws by, that search does not know.

Run ``python -m benchmarks.abbreviations``; ``--data`` says where statutes and rulings lie, which are no part of the
project. Questions are not read. What stands in ``NO_LAW`` was looked at and is no statute, relief or tax term.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from evals.report import markdown
from src.desks.tax.law.laws import LawNames, alias_key, meaning_of
from src.settings import PROJECT_ROOT

DATA = PROJECT_ROOT.parent / "shared" / "data"
STATUTES = "tax-law-2015/articles.jsonl"
FOLDERS = ("bwb-xml-2024", "rulings-xml")

NO_LAW = frozenset(
    "AMSCO ARB AVC BDU BPF BTW BZB CBB CDIU CLO COPD CTA CTB DGBel DIC DNA EEG EES EEZ EFZ ELFPO ELGF EMA EMAS EPO "
    "ESPRIT FEC FESDT FIFA GLP HCCH IAS ICC ICJ ICTR ICTY IJkwet IKB IMO INN IOM KCR KNVB KVB LTO MCI NAPMA NATO "
    "NIB NLK NVVK OPCW OVK PCA PD PKU PVE RIC RIF RIV RS RvB SARS SIS SKV SNA SPS STEC TNO TUL UEFA UNHCR VERZOEKER "
    "VIS VK VMN VN VNN VNSI VPtech VUtech WFR ZLTO ABRvS ADRES AGS AID AMA BBL BOL BSD BZV CBBS CEMT CHT CMNI CPV "
    "EINP MB RVV GBR NR WBV".split()
)
"""Bodies, journals, systems, illnesses, words in capitals, and names by which one ruling calls something."""

_TAG = re.compile(r"<[^>]+>")
_DEFINED = re.compile(
    r"[^().;:\n]{5,90}\((?:hierna(?: ook| verder| te noemen)?:?|verder:?|afgekort(?: tot)?:?)?"
    r"\s*[‘'\"“]?(?:de |het |een )?([A-Z][A-Za-z]{1,8})[’'\"”]?\)"
)
_CITED = re.compile(
    r"\bart(?:ikel(?:en)?|\.)?\s+[0-9][0-9a-z.:]*(?:,? (?:\w+ lid|lid [0-9]+))?,?\s+(?:van )?(?:de |het )?"
    r"((?:Wet )?[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?: (?:19|20)[0-9]{2})?)\b"
)
_ROMAN = re.compile(r"[IVXL]+[A-Z]?")


def unknown(texts: Iterable[str]) -> Counter[str]:
    """Return the abbreviations that texts define, or cite law by, and that search does not know, with how often."""
    laws = LawNames()
    found: Counter[str] = Counter()
    for text in texts:
        found.update(_in_capitals(_DEFINED.findall(text)))
        found.update(_in_capitals(_CITED.findall(text)))
    return Counter({name: count for name, count in found.items() if not _knows(laws, name)})


def _in_capitals(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if sum(letter.isupper() for letter in name) > 1 and not _ROMAN.fullmatch(name):
            yield name


def _knows(laws: LawNames, name: str) -> bool:
    words = alias_key(name).split(" ")
    core = name.removeprefix("Wet ").split(" ")[0]
    return core in NO_LAW or meaning_of(core) is not None or laws.starting_at(words, 0) is not None


def material(data: Path) -> Iterator[str]:
    """Yield the text of every statute and ruling."""
    with (data / STATUTES).open(encoding="utf-8") as lines:
        yield from (json.loads(line)["text"] for line in lines)
    for folder in FOLDERS:
        for path in sorted((data / folder).glob("*.xml")):
            yield _TAG.sub(" ", path.read_text(encoding="utf-8"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Look and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="where the material lies")
    options = parser.parse_args(arguments)
    try:
        found = unknown(material(options.data))
    except OSError as error:
        parser.error(str(error))
    rows = [[name, str(count)] for name, count in found.most_common()]
    sys.stdout.write((markdown(["not known", "times"], rows) if rows else "All are known.") + "\n")


if __name__ == "__main__":
    main()
