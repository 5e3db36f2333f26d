"""The set phrases of a conversation: yes and no, thanks and greetings, polite beginnings. Pure."""

import re
from typing import Literal

Phrase = Literal[
    "undo",
    "redo",
    "no",
    "answer",
    "show",
    "claims",
    "explain",
    "about",
    "thanks",
    "yes",
    "greeting",
    "lead",
    "fine",
    "filler",
]


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(phrases)})(?!\w)[\s.,;:!?)]*", re.IGNORECASE)


_YOU = r"(?:je|jij|u|jullie)"
_ADVERBS = r"(?:\s+(?:nu|dan|even|eens|nog|ook|maar|toch|misschien|alsjeblieft|alstublieft|graag|please|now|just))*"
_RIGHT = r"(?:de |alle |the )?(?:juiste|goede|right|correct)(?: ones)?"
_SOURCES = r"(?:bronnen|selectie|lijst|sources|selection|list)"
_ANSWER = r"(?:antwoord|advies|answer|advice)"
_NICE = (
    r"(?:fijn|mooi|goed|top|prima|duidelijk|helder|handig|nuttig|super|geweldig|perfect|fantastisch|prettig"
    r"|great|good|fine|nice|clear|helpful|useful|perfect|wonderful|lovely|excellent|awesome|brilliant|help)"
)

_LAST = r"(?:de laatste|mijn laatste|the last|my last) (?:wijziging|verandering|stap|beurt|change|step|turn)"


_PHRASES: dict[Phrase, re.Pattern[str]] = {
    "redo": _any_of(
        rf"(?:doe|voer) (?:dat|het|{_LAST}){_ADVERBS} (?:weer|opnieuw)(?: uit)?",
        rf"redo(?: (?:that|it|{_LAST}))?|do (?:that|it) again",
    ),
    "undo": _any_of(
        rf"maak (?:dat|dit|het|{_LAST}){_ADVERBS} ongedaan",
        rf"(?:(?:dat|dit|het|{_LAST}){_ADVERBS} )?ongedaan maken",
        rf"draai (?:dat|dit|het|{_LAST}){_ADVERBS} terug",
        rf"undo(?: (?:that|it|this|{_LAST}))?|revert (?:that|it|this|{_LAST})",
    ),
    "no": _any_of(
        r"(?:dat|dit|het)? ?klopt(?: zo)? niet",
        rf"(?:dit|dat) zijn (?:ze )?niet(?: {_RIGHT})?(?: {_SOURCES})?",
        r"geen van (?:deze|die|beide)(?: bronnen)?",
        rf"(?:these|those|they) (?:are not|aren't) {_RIGHT}(?: {_SOURCES})?",
        r"(?:that|this)(?: is not|'s not| isn't) (?:right|correct|it)|not (?:right|correct)",
        r"none of (?:these|them|those)(?: sources)?",
        r"niet (?:akkoord|goed|juist)|(?:nog|liever|doe maar) niet|not yet|rather not",
        r"laat maar(?: zitten)?|never ?mind|annuleer|cancel|stop|fout|onjuist|wrong",
        r"ik bedoel(?:de)? iets anders|i mean something else|nee+|nope|no",
    ),
    "answer": _any_of(
        r"answer(?: (?:it|now|that|this|my question|the question))+",
        rf"(?:geef|maak|schrijf|formuleer|give|write)(?: me| mij| us| ons)?{_ADVERBS}"
        rf"(?: (?:het|een|uw|je|mijn|the|an|your|my))? {_ANSWER}{_ADVERBS}(?: geven)?",
        rf"(?:het|een|uw|je|the|an|your)? ?{_ANSWER}(?: geven)?(?: op (?:de|mijn) vraag)?{_ADVERBS}",
        rf"wat is{_ADVERBS} (?:het|je|uw) antwoord|what is{_ADVERBS} (?:the|your) answer",
        r"beantwoord(?: (?:nu|dan|maar|mijn|de|het))*(?: vraag)?",
        r"ga (?:je|uw) gang|ga(?: maar)? (?:door|verder|aan de slag)|doe (?:maar|dat)|go (?:ahead|on)",
        r"proceed|continue|let's go|do it|please do",
        rf"(?:ja )?(?:dit|dat|deze|ze|die) (?:zijn|kloppen)(?: (?:het|ze|inderdaad|precies|allemaal|prima|goed"
        rf"|akkoord|juist))*(?: {_RIGHT})?(?: {_SOURCES})?",
        rf"(?:de|deze|alle) {_SOURCES} (?:kloppen|klopt|zijn (?:goed|juist|prima|akkoord|correct))",
        rf"(?:these|those|they|the {_SOURCES}) (?:are|look)(?: (?:all|fine|good|right|correct))*"
        rf"(?: {_RIGHT})?(?: {_SOURCES})?",
        r"(?:dat|het|zo) is (?:goed|prima|juist|akkoord)(?: zo)?|(?:dat|zo) is het|geen bezwaar",
        r"that(?:'s| is) (?:right|correct|fine|good|it)|(?:ziet er|looks) (?:goed|prima|good|right|fine)(?: uit)?",
        rf"(?:gebruik|use) (?:deze|these)(?: {_SOURCES})?|(?:met|with) (?:deze|these)(?: {_SOURCES})?",
        r"(?:daar )?(?:ben|ga) ik(?: het)?(?: mee)? (?:eens|akkoord)|ik (?:ga|ben)(?: hiermee)? akkoord|i agree",
        r"ik bevestig(?: (?:het|dit|de bronnen))?|bevestigd|(?:i )?confirm(?:ed)?(?: (?:it|this|the sources))?",
    ),
    "claims": _any_of(
        rf"(?:(?:toon|geef|noem|show|list|give)(?: me| mij)?{_ADVERBS} )?(?:de |alle |the |all )?(?:stellingen|claims)"
        r"(?: in (?:het kort|short))?",
    ),
    "explain": _any_of(
        r"(?:(?:geef|mag ik)(?: me| mij)? )?(?:een |de )?toelichting(?: (?:bij|op) (?:het|dit) antwoord)?",
        r"(?:give(?: me)? )?(?:an |the )?explanation(?: of (?:the|this) answer)?|explain the notes?",
    ),
    "show": _any_of(
        rf"(?:toon|laat|geef|noem|show|list|give|display)(?: me| mij| us| ons)?{_ADVERBS}"
        rf"(?: (?:alle|de|mijn|all|the|my))* {_SOURCES}(?: (?:zien|horen|again|opnieuw|weer))*",
        rf"welke {_SOURCES}(?: (?:heb|gebruik|zijn|staan|er|nu|geselecteerd|gevonden|gekozen|{_YOU}))*",
        rf"(?:which|what)(?: are)?(?: the)? {_SOURCES}(?: (?:do|did|are|have|there|you|use|find|found|selected))*",
        rf"wat zijn{_ADVERBS} de {_SOURCES}",
    ),
    "about": _any_of(
        rf"wie (?:ben|bent|is) (?:{_YOU}|tess)",
        rf"wat (?:kun|kan|kunt|doe|doet) (?:{_YOU}|tess)(?: (?:allemaal|precies|voor mij|voor me|doen))*",
        r"wat is (?:tess|dit)|waar (?:ben|bent) (?:je|u) voor",
        rf"hoe werkt? (?:dit|het|{_YOU}|tess|dit programma)|ben (?:je|jij) een (?:mens|robot|computer|ai)",
        rf"(?:kun|kan|kunt) {_YOU}(?: me| mij)?{_ADVERBS} helpen|help(?: me| mij)?",
        r"welk model (?:gebruik|ben|bent)t? (?:je|jij|u)|(?:which|what) model (?:do you use|are you)",
        r"who are you|what (?:can|do) you do(?: for me)?|what (?:is|are) (?:tess|this|you)",
        r"how do(?:es)? (?:this|it|you|tess) work|can you help(?: me)?|are you (?:a|an) (?:human|robot|bot|ai)",
    ),
    "thanks": _any_of(
        r"(?:hartelijk |heel erg |erg |alvast )?(?:bedankt|dank ?(?:je|u)?(?: ?wel)?)(?: hoor)?"
        r"(?: voor (?:de|het|je|uw|dit) (?:hulp|antwoord|moeite))?",
        r"many thanks|thanks(?: a lot| so much)?",
        r"thank you(?: (?:so|very) much)?(?: for (?:the|your|this) (?:help|answer))?",
        r"thx|cheers|merci",
        r"tot ziens|doei|fijne dag(?: nog)?|bye|goodbye",
    ),
    "yes": _any_of(r"ja+(?: ?hoor| ?zeker)?|jazeker|jawel|yes+|yep|yeah|yup|sure"),
    "greeting": _any_of(
        r"h(?:i|ello) there|hallo|hoi|hey|hi|hello|dag|goede ?(?:morgen|middag|navond|dag)|goedenavond|goedendag",
        r"good (?:morning|afternoon|evening|day)|beste|geachte|dear|tess|hoe gaat het(?: met (?:je|u))?|how are you",
        r"ik heb een(?: andere)? vraag|mag ik(?: (?:je|u))? (?:iets|wat|een vraag) (?:vragen|stellen)",
        r"i have a(?:nother)? question|test",
    ),
    "lead": _any_of(
        rf"(?:wil|wilt|kan|kun|kunt|zou) {_YOU}(?: (?:willen|kunnen))?{_ADVERBS}",
        rf"(?:can|could|would|will) you{_ADVERBS}|i(?: want|'d like| would like) to|let's|laten we{_ADVERBS}",
        r"ik (?:wil|zou)(?: graag)?(?: (?:dat|nu|nog|ook))*|i want|volgens mij|ik denk dat|i think(?: that)?",
    ),
    "fine": _any_of(
        r"(?:dat )?klopt(?: (?:helemaal|inderdaad))?|akkoord|prima(?: zo)?|goed(?: zo)?|juist|inderdaad",
        r"zeker(?: weten)?",
        r"(?:helemaal|heel) (?:goed|juist|mee eens)|graag|ok+|oke|oké|okay|okee|top|mooi|perfect|uitstekend|eens",
        rf"(?:dat|dit|het) (?:is|was|vind ik)(?: (?:echt|heel|erg|zo|wel))* {_NICE}|wat {_NICE}",
        rf"(?:that|this|it)(?: is|'s|s| was)(?: (?:really|very|so|quite|a))* {_NICE}",
        r"correct|right|agreed|fine|good|great|exactly|absolutely|indeed|nice|👍",
    ),
    "filler": _any_of(
        r"alsjeblieft|alstublieft|a\.?u\.?b|s\.?v\.?p|please|pls|even|dan|maar|doch|en|and|but|so|dus|nou|well|then"
        r"|hoor|nu|now|toch|ook|snel|meteen|nogmaals|again",
        r"(?:wacht|wait)(?=\s*[.,;:!])|wacht (?:even|eens)|bij nader inzien|on second thoughts?|actually",
    ),
}
"""In the order in which they are tried, so that "dat klopt niet" is found before "dat klopt"."""


def without_phrases(sentence: str) -> tuple[list[Phrase], str]:
    """Return the set phrases at the front of a sentence, in order, and the rest; empty where it holds nothing else."""
    found: list[Phrase] = []
    rest = sentence.lstrip(" .,;:!?-()'\"")
    while rest:
        step = next(
            (
                (phrase, match)
                for phrase, pattern in _PHRASES.items()
                if (match := pattern.match(rest))
            ),
            None,
        )
        if step is None:
            break
        found.append(step[0])
        rest = rest[step[1].end() :].lstrip(" -()'\"")
    return found, rest if re.search(r"\w", rest) else ""
