"""Whether a message asks for the answer in other words, by rules in both languages. Pure."""

import re

_TELLS = re.compile(
    r"\bvat\b.*\bsamen\b|\b(?:samen(?: te )?vat\w*|summar\w+|tl;?dr|vertaal|vertalen|vertaling|translat\w+|herschrij\w+"
    r"|herformuleer\w*|rewrite|rephrase|korter|shorter|simpeler|simpler|eenvoudiger|verkort|shorten)\b"
    r"|\b(?:gewo(?:ne|on)|eenvoudige?|simpele?|begrijpelijke?|duidelijke?|plain|simple|layman's)"
    r" (?:woorden|taal|nederlands|engels|english|words|terms|language)\b|\b(?:eenvoudig|simpel|begrijpelijk) uit\b"
    r"|\bmail\w*\b.*\b(?:cli[eë]nt|klant|client|customer)\b|\b(?:brief\w*|bericht\w*|e-?mail|letter|message)\b.*"
    r"\b(?:cli[eë]nt|klant|client|customer)\b|\b(?:in|into|naar) (?:het )?(?:engels|nederlands|english|dutch)\b",
    re.IGNORECASE,
)
"""What is asked of an answer: a summary, plain words, another language, a message to the client."""

_WORDS_BESIDE = frozenset(
    "vat samen te samenvatten samenvatting summary summarise summarize summarising vertaal vertalen vertaling "
    "translate translation translated herschrijf herschrijven herformuleer rewrite rephrase korter shorter "
    "simpeler simpler eenvoudiger verkort shorten kort korte short "
    "gewone gewoon eenvoudige eenvoudig simpele simpel begrijpelijke begrijpelijk duidelijke duidelijk plain simple "
    "simply ordinary layman s woorden taal nederlands engels english dutch words terms language zinnen zin sentences "
    "sentence regels alinea paragraph één een twee drie vier vijf one two three four five "
    "mail mailtje email e brief briefje bericht berichtje letter message cliënt client klant customer "
    "ik je jij u jullie mij me us ons mijn uw onze you my our your i we wij dit dat het alles this that it "
    "antwoord answer uitkomst outcome conclusie conclusion bovenstaande above hele whole "
    "kun kan kunt kunnen wil wilt willen zou zouden can could would will may want like please graag alsjeblieft "
    "alstublieft aub even eens nu nog ook maar dan en and now just again "
    "zeg zeggen leg uit uitleggen schrijf schrijven vertel vertellen say put explain tell write draft maak maken make "
    "geef geven give stel op opstellen stuur sturen send "
    "de the a an in into naar to voor for van of aan over about met with tl dr tldr".split()
)


_POINTS = re.compile(r"\b(?:dat|dit|het|that|this|it)\b", re.IGNORECASE)
_SHORTER = re.compile(r"\b(?:korter|shorter|verkort|shorten|stellingen|claims)\b", re.IGNORECASE)
_PARTS = re.compile(r"[,;]|\b(?:en|maar|and|but)\b")


def asks_to_rework(sentence: str) -> bool:
    """Tell whether a sentence asks for nothing but the answer in other words: "kun je dat samenvatten?".

    Any other word is a subject: "vat de regels voor boeken samen" is a question; unless a part of the sentence asks
    it of what it points at: "ik snap er niets van, kan het korter?".
    """
    if _TELLS.search(sentence) is None:
        return False
    told = (part for part in _PARTS.split(sentence) if _TELLS.search(part))
    return not _others(sentence) or any(_POINTS.search(part) and not _others(part) for part in told)


def _others(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower())) - _WORDS_BESIDE


def is_shorter(sentence: str) -> bool:
    """Tell whether an answer is wanted shorter, and in no other language or form."""
    return _SHORTER.search(sentence) is not None
