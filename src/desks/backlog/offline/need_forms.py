"""In what forms people say in a meeting that somebody needs something, and what takes it back. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

Tongue = Literal["en", "nl"]

_NO_PERSONA = (
    "is|are|was|were|be|been|being|am|that|this|these|those|which|who|whom|what|when|where|why|how|if|because|and|but|so"
    "|to|for|in|on|at|by|from|as|(?-i:it)|its|i|you|we|they|he|she|them|him|us|not|no|do|does|did|has|have|had|will"
    "|would|can|could|should|must|may|might|shall|wants?|needs?|then|than|there|here|just|really|also|only|even|still"
    "|with|about|into|or|want|need|say|said|think|know|talk|talked|asked|ask|a|an|the|every|each|any|our|all"
)
_NO_DUTCH_PERSONA = (
    "is|zijn|was|waren|ben|bent|dat|die|dit|deze|wat|wie|waar|waarom|hoe|als|of|en|maar|dus|want|om|te|in|op|bij"
    "|uit|het|ik|jij|je|u|wij|we|zij|ze|hij|hem|ons|hun|niet|geen|doen|doet|heeft|hebben|had|zal|zou|zouden|kan|kunnen"
    "|moet|moeten|mag|mogen|wil|willen|eigenlijk|misschien|trouwens|overigens|dan|er|hier|daar|ook|alleen|nog|met|over|een|de|elke|iedere|onze|alle|graag"
)
_WORD = r"[\w&][\w/&'’.-]*"


def _people(banned: str, most: int) -> str:
    word = rf"(?!(?:{banned})\b){_WORD}"
    return rf"(?P<persona>{word}(?:\s+{word}){{0,{most}}}?)"


_DETERMINER = r"\b(?<!\bhow\s)(?:a|an|the|every|each|any|our|all the|all|most|many|some|one of the|several)\s+"
_PLURALS = (
    r"(?:^|(?<=[,:;]\s)|(?<=\bthat\s)|(?<=\blet\s)|(?<=\ballow\s)|(?<=\benable\s))"
    r"(?=(?:[\w-]+\s+){0,2}?(?!(?:wants|needs|has|is|was|does)\b)[\w-]+s\s)"
)
_WHO = rf"(?:{_DETERMINER}|{_PLURALS})" + _people(_NO_PERSONA, 4)
_BARE = r"(?:^|[,:;]\s*|\b(?:that|because|so|and|but|if|then|think)\s+)" + _people(_NO_PERSONA, 2)
_ADVERBS = (
    r"(?:(?:really|also|still|just|probably|definitely|now|actually|always|often|basically|simply|clearly|urgently"
    r"|badly|apparently|certainly|keep|keeps|will|would|may|might)\s+)*"
)
_ABLE = r"(?:be able to\s+|have (?:a way|the ability|the option|the possibility) to\s+)?"
_ASKED_FOR = r"(?:wants?|wanted|needs?|needed|would (?:really )?(?:like|love)|(?:has|have) to|wish(?:es)?|hopes?)"
_WAY = (
    r"(?:a|an|some|the|another|any)\s+(?:(?:easy|easier|quick|simple|better|good)\s+)?"
    r"(?:way|ability|option|possibility|means)"
)
_NEED = r"(?P<need>\S.*)"

_THING = (
    r"(?:overview|list|report|page|form|button|screen|dashboard|filter|search|notification|reminder|alert|message"
    r"|e-?mail|export|import|preview|view|field|log|history|link|map|calendar|copy|summary|warning|setting|option|menu"
    r"|app|API|template|login|password|chart|graph|theme|mode)s?"
)

_DUTCH_DETERMINER = (
    r"\b(?:een|de meeste|de|het|elke|elk|iedere|ieder|onze|ons|alle|sommige|veel)\s+"
)
_DUTCH_PLURALS = r"(?:^|(?<=[,:;]\s)|(?<=\bdat\s))(?=(?:[\w-]+\s+){0,2}?[\w-]+(?:s|en)\s)"
_DUTCH_WHO = rf"(?:{_DUTCH_DETERMINER}|{_DUTCH_PLURALS})" + _people(_NO_DUTCH_PERSONA, 3)
_DUTCH_ADVERBS = r"(?:(?:echt|ook|nog|graag|eigenlijk|dringend|heel|nu|wel|altijd|vaak|gewoon|steeds|liefst)\s+)*"


@dataclass(frozen=True)
class NeedForm:
    """A form in which a need is said: a pattern with ``need``, and mostly ``persona``."""

    pattern: re.Pattern[str]
    tongue: Tongue


def _form(pattern: str, tongue: Tongue = "en") -> NeedForm:
    return NeedForm(re.compile(pattern, re.IGNORECASE | re.DOTALL), tongue)


FORMS = (
    # As an editor, I want to ...
    _form(
        rf"\bas (?:an?|the)\s+(?P<persona>[^,]{{2,60}}?)\s*,?\s+I\s+{_ADVERBS}"
        rf"(?:want|need|would like|'d like|must|have to)\s+(?:to\s+)?{_ABLE}{_NEED}"
    ),
    # Every editor I talked to asked whether they could ...
    _form(
        rf"{_WHO}\s+(?:(?:that|whom?)\s+)?(?:(?:I|we|you)\s+(?:\w+\s+){{0,2}}(?:to|with|at)\s+)?"
        rf"(?:has\s+|have\s+|had\s+|is\s+|are\s+|was\s+|were\s+|keeps?\s+)?{_ADVERBS}ask(?:s|ed|ing)?"
        rf"\s+(?:me\s+|us\s+)?(?:whether|if)\s+(?:they|he|she|it|we)\s+(?:could|can|might|may)\s+"
        rf"(?:please\s+|also\s+)?{_ABLE}{_NEED}"
    ),
    # The editors keep asking for ..., the editors asked us to ...
    _form(
        rf"{_WHO}\s+"
        rf"(?:has\s+|have\s+|is\s+|are\s+|keeps?\s+)?{_ADVERBS}(?:been\s+)?(?:ask(?:s|ed|ing)?|begg(?:ed|ing))"
        rf"\s+(?:me\s+|us\s+)?(?:for\s+{_WAY}\s+to\s+|to\s+be\s+able\s+to\s+|for\s+){_NEED}"
    ),
    # Can we put on the list that the editor can ...
    _form(
        r"\b(?:can|could|shall|should|let's|let us|please|we(?:'ll| will| should| must| need to)?)\s+(?:\w+\s+){0,2}"
        r"(?:put|add|note|write|get|have)\s+(?:\w+\s+){0,3}?(?:on|onto|to|in|down for|for)\s+(?:the|our)\s+"
        r"(?:to-?do\s+)?(?:list|backlog|board|road ?map|agenda|sprint|plan|wish ?list)\b\s*[,:]?\s*"
        rf"(?:that\s+)?{_WHO}\s+(?:can|could|should|must|may|will|gets? to|needs? to|wants? to)\s+{_ABLE}{_NEED}"
    ),
    _form(
        r"\b(?:we\s+|they\s+)?(?:have\s+|all\s+|then\s+)?(?:decided|agreed|concluded)(?:\s*:)?\s+(?:that\s+)?"
        rf"{_WHO}\s+(?:can|could|should|must|will|gets? to|needs? to|may)\s+{_ABLE}{_NEED}"
    ),
    _form(
        r"\b(?:put|add|note)\s+(?P<need>(?!that\b|it\b|this\b)\S[^.?!]*?)\s+(?:on|onto|to)\s+(?:the|our)\s+"
        r"(?:to-?do\s+list|backlog|road ?map|sprint|wish ?list)\b"
    ),
    # The editors complained that they can't ...
    _form(
        rf"{_WHO}\s+(?:has\s+|have\s+|keeps?\s+|is\s+|are\s+)?{_ADVERBS}complain(?:s|ed|ing)?\s+(?:that|because)\s+"
        rf"(?:they|he|she)\s+(?:can't|cannot|can not|couldn't|could not)\s+{_NEED}"
    ),
    # It would be nice if the editor could ...; what if; if only
    _form(
        r"\b(?:it(?:\s+would|'d|\s+will)\s+(?:\w+\s+){0,2}(?:nice|great|good|helpful|useful|handy|ideal|better|awesome)"
        r"\s+(?:if|when|for)|if only"
        r"|(?:we\s+(?:should|must|have to|need to)|let's)\s+(?:make sure|ensure)(?:\s+that)?)\s+"
        rf"{_WHO}\s+(?:could|can|to)\s+{_ABLE}{_NEED}"
    ),
    # We need a way for the editor to ...; we should let the editor ...
    _form(
        rf"\b(?:need|needs|want|wants|add|build|make|have|be|get)\s+{_WAY}\s+(?:for\s+{_WHO}\s+)?(?:to|of)\s+{_NEED}"
    ),
    _form(
        r"\b(?:we|let's|let us)\s+(?:really\s+|also\s+)?(?:should|must|need to|have to|want to|could)\s+"
        rf"(?:let|allow|enable|help)\s+{_WHO}\s+(?:to\s+)?{_NEED}"
    ),
    # What the editor needs is ...
    _form(
        rf"\bwhat\s+{_WHO}\s+{_ADVERBS}(?:wants?|needs?|is missing|misses|lacks?|asked for)\s+(?:is|was)\s+"
        rf"(?:{_WAY}\s+)?(?:to\s+)?{_ABLE}{_NEED}"
    ),
    # The editor must be able to ...
    _form(
        rf"{_WHO}\s+(?:must|should|shall|ought to|needs? to|(?:has|have) to|has got to|wants? to)\s+{_ADVERBS}"
        rf"be able to\s+{_NEED}"
    ),
    _form(
        rf"{_BARE}\s+(?:must|should|needs? to|(?:has|have) to|wants? to|would (?:like|love) to)\s+{_ADVERBS}"
        rf"be able to\s+{_NEED}"
    ),
    _form(
        rf"\b(?:I|we)\s+{_ADVERBS}(?:want|need|would like|'d like|have)\s+to\s+{_ADVERBS}be able to\s+{_NEED}"
    ),
    # The editor really wants to ..., the editor is looking for a way to ...
    _form(rf"{_WHO}\s+{_ADVERBS}{_ASKED_FOR}\s+{_WAY}\s+(?:to|of)\s+{_NEED}"),
    _form(
        rf"{_WHO}\s+{_ADVERBS}(?:wants?|needs?|would (?:really )?(?:like|love)|is (?:looking|hoping|keen|eager)"
        rf"|are (?:looking|hoping|keen|eager))\s+(?:really\s+)?to\s+{_ABLE}{_NEED}"
    ),
    _form(
        rf"(?:\b(?:I|we)|{_WHO})\s+{_ADVERBS}(?:wants?|needs?|(?:would|'d) (?:really )?(?:like|love))\s+"
        rf"(?P<need>(?:an?|some)\s+(?:[\w-]+\s+){{0,3}}?{_THING}\b.*)"
    ),
    _form(
        r"\b(?:it\s+(?:should|must|has to|needs to)\s+be\s+possible|there\s+(?:should|must|has to|needs to)\s+be\s+"
        rf"{_WAY})\s+(?:for\s+{_WHO}\s+)?to\s+{_NEED}"
    ),
    # The pharmacist told me that she wants to ...
    _form(
        rf"{_WHO}\s+(?:told|said|says|tells|explained|mentioned|wrote)\s+(?:\w+\s+)?(?:that\s+)?(?:she|he|they)\s+"
        rf"{_ADVERBS}(?:wants?|wanted|needs?|needed|would (?:like|love))\s+to\s+{_ABLE}{_NEED}"
    ),
    # For the dispatchers it is important that they can ...
    _form(
        rf"\bfor\s+{_WHO}\s*,?\s+it(?:'s|\s+is|\s+would be)\s+(?:\w+\s+)?"
        rf"(?:essential|important|crucial|vital|key|necessary|useful|handy)\s+(?:that|if)\s+(?:they|he|she)\s+"
        rf"(?:can|could)\s+{_NEED}"
    ),
    _form(rf"{_WHO}\s+(?:has|have)\s+no\s+(?:way|option|possibility|means)\s+(?:to|of)\s+{_NEED}"),
    # Could we have a ...; action: add a ...
    _form(
        r"\b(?:can|could)\s+we\s+(?:\w+\s+)?(?:have|get|add|build|make)\s+(?P<need>an?\s+(?:[\w-]+\s+){0,3}?"
        rf"{_THING}\b.*)"
    ),
    _form(
        r"^\W*(?:action(?: item)?|to-?do|decision|decided|agreed|actie(?:punt)?|besluit|afspraak)\s*:\s*"
        r"(?P<need>(?:add|build|make|show|allow|support|create|let|enable|implement|introduce|offer|provide|maak|bouw"
        r"|toon|voeg)\b.*)"
    ),
    _form(
        rf"\bals\s+(?:een\s+)?(?P<persona>[^,]{{2,60}}?)\s*,?\s+(?:wil|moet|zou)\s+ik\s+{_DUTCH_ADVERBS}{_NEED}",
        "nl",
    ),
    _form(
        rf"{_DUTCH_WHO}\s+(?:die\s+(?:ik|we)\s+\w+\s*,?\s+)?(?:vroeg|vroegen|vraagt|vragen)\s+{_DUTCH_ADVERBS}"
        rf"(?:aan\s+\w+\s+)?of\s+(?:ze|zij|hij|het|we)\s+{_NEED}",
        "nl",
    ),
    _form(
        r"\b(?:kunnen|kun|zullen|laten|zetten|zet)\s+(?:we|je|jij)?\s*(?:\w+\s+){0,3}?(?:op|aan|in)\s+(?:de|het|onze)\s+"
        r"(?:lijst|lijstje|backlog|planning|bord|wensenlijst|sprint)\s+(?:zetten\s+|toevoegen\s+)?,?\s*dat\s+"
        rf"{_DUTCH_WHO}\s+{_NEED}",
        "nl",
    ),
    _form(
        r"\b(?:het\s+)?zou\s+(?:\w+\s+){0,2}(?:fijn|mooi|handig|goed|prettig|nuttig|ideaal|top)\s+zijn\s+als\s+"
        rf"{_DUTCH_WHO}\s+{_NEED}",
        "nl",
    ),
    _form(
        rf"{_DUTCH_WHO}\s+(?:wil|willen|moet|moeten|zou|zouden)\s+{_DUTCH_ADVERBS}"
        r"(?P<need>(?=.*\b(?:kunnen|willen|hebben)\b)\S.*)",
        "nl",
    ),
    _form(rf"{_DUTCH_WHO}\s+(?:wil|willen)\s+{_DUTCH_ADVERBS}{_NEED}", "nl"),
    _form(
        rf"\b(?:we|wij|er)\s+(?:moeten?|willen|hebben)\s+(?:\w+\s+){{0,3}}?(?:manier|mogelijkheid|optie)\s+(?:\w+\s+)?"
        rf"(?:voor\s+{_DUTCH_WHO}\s+)?(?:nodig\s+)?om\s+{_NEED}",
        "nl",
    ),
    _form(
        rf"\b(?:ik|we|wij)\s+(?:wil|willen)\s+(?:graag\s+)?dat\s+{_DUTCH_WHO}\s+(?P<need>\S.*\b(?:kan|kunnen|mag|mogen)\b.*)",
        "nl",
    ),
    _form(
        rf"{_DUTCH_WHO}\s+(?:vraagt|vragen|vroeg|vroegen)\s+{_DUTCH_ADVERBS}(?:ons\s+)?om\s+{_NEED}",
        "nl",
    ),
    _form(
        rf"\b(?:spreken\s+af|besloten|afgesproken)\s+dat\s+{_DUTCH_WHO}\s+"
        r"(?P<need>\S.*\b(?:kan|kunnen|mag|mogen|krijgt|krijgen)\b.*)",
        "nl",
    ),
    _form(
        r"\bhet\s+(?:moet|zou)\s+(?:ook\s+)?mogelijk\s+(?:moeten\s+)?(?:zijn|worden)\s+(?:voor\s+"
        rf"{_DUTCH_WHO}\s+)?om\s+{_NEED}",
        "nl",
    ),
    _form(r"\ber\s+moet(?:en)?\s+(?P<need>een\s+\S.*?\s+komen\b.*)", "nl"),
)
"""Tried in this order; the first that a sentence has counts."""


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)


REJECTED = _any(
    r"decid(?:e|ed|ing) (?:against|not to)",
    r"(?:let's|let us) (?:not|drop|park|skip|leave (?:it|that|this) out)",
    r"we(?:'re| are)? (?:won't|will not|not going to|aren't going to|don't want to|didn't want to|do not want to)",
    r"not going to happen|said no|never mind|out of scope|off the (?:table|list)",
    r"(?:was|were|is|got|been) (?:rejected|turned down|voted down|scrapped|dropped|shelved|ruled out|parked)",
    r"(?:rejected|dropped|scrapped|shelved) (?:it|that|this)|turned (?:it|that|this) down|not worth",
    r"(?:do|does|did)(?:n't| not) (?:really |actually )?(?:want|need)|no longer (?:wants?|needs?)",
    r"not (?:right )?now|not this (?:year|quarter|sprint|release|time)|some other time"
    r"|(?:it|that|this|is|was) on hold|think about (?:it|that)"
    r"|(?:park|postpone|shelve) (?:it|that|this)|niet nu|op de lange baan|uitgesteld|stellen (?:we |het )+uit",
    r"besloten (?:\w+ ){0,6}niet|niet (?:gaan )?doen|doen we niet|gaan we niet|(?:gaat|ging) niet door",
    r"afgewezen|afgeblazen|geschrapt|laten we (?:dat |het |dit )?(?:niet|vallen|zitten)|buiten scope",
    r"hoe(?:ft|ven) (?:\w+ )?niet|niet meer nodig|van (?:tafel|de lijst)|wil(?:len)? (?:\w+ ){0,2}niet",
)
"""What takes a need back, or puts it off."""

THERE = _any(
    r"(?:can|could) already|since last",
    r"already (?:can|have|has|had|got|do|does|works?|exists?|there|possible|built|in place|supported|implemented)",
    r"already (?:done|live|shipped|available)|(?:is|are|was|were|it's|that's|been) already",
    r"works? (?:fine|well|already)|we (?:shipped|released|built|delivered) (?:that|this|it)",
    r"(?:kan|kunnen) (?:\w+ ){0,5}al|(?:bestaat|zit|zitten|werkt|is er|staat er|hebben we) (?:\w+ ){0,2}al",
    r"werkt (?:prima|goed)|al (?:mogelijk|gebouwd|klaar|live)",
)
"""What says that a need is met already."""

CONTRAST = re.compile(
    r"\b(?:but|however|although|though|maar|echter)\b|[,;]\s*(?:that|which|it|dat|die|wat|het)\b",
    re.IGNORECASE,
)
"""Where behind a need something else is said of it."""

OF_ANOTHER = _any(
    r"suggested|proposed|asked|wanted|talked about|the idea of|another|voorgesteld|stelde voor|vroeg|wilde|een ander"
)
"""What a reply says that speaks of something else, which it takes back in the same breath."""

OF_THAT = re.compile(
    r"\W*(?:(?:no|yes|yeah|oh|but|well|um|uh|nee|ja|maar)\b\W*)*"
    r"(?:that|it|this|they can|they could|we have|we did|dat|die|het|ze kunnen|hebben we)\b",
    re.IGNORECASE,
)
"""How a reply begins that speaks of what was said before it."""

REASON = re.compile(
    r"\s*,?\s*\b(?:(?P<purpose>so that|so (?=(?:they|we|he|she|it|people|users|everyone|nobody|no one|I|you)\b)"
    r"|in order to|zodat|opdat)|(?:be)?cause otherwise|because then|because|otherwise"
    r"|omdat|want anders|want dan|want|anders)\b\s*,?\s*",
    re.IGNORECASE,
)
"""What divides a need from why it is one: a ``purpose``, or what is so without it."""

REASON_BEHIND = re.compile(
    r"^\W*(?:(?:and|well|yeah|yes|right|exactly|en|ja)\b\W*)*"
    r"(?:(?P<purpose>the (?:idea|point|reason|goal|thinking|benefit|thought)\s+(?:being|is|was)"
    r"(?:\s+that|\s+so that)?|that way|this way|so that|because then|het (?:idee|doel) is(?: dat)?|zodat|want dan)"
    r"|(?:be)?cause otherwise|otherwise|want anders|anders)\b\s*"
    r"(?:,?\s*(?:you know|i mean|basically|weet je)\s*,?)?\s*,?\s*(?P<why>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A sentence that says why what was said before it is needed."""

DOES_NOT_HAPPEN = re.compile(
    r"\s*,?\s*\b(?:(?:just |simply |really )?(?:doesn't|does not|won't|will not|can't|cannot|never)"
    r" (?:really |ever )?(?:happens?|works?)|(?:gebeurt|lukt|kan) (?:\w+ )?niet)\s*$",
    re.IGNORECASE,
)
"""What is said behind a benefit that is told as what is missing without it."""

NO_NEED = re.compile(
    r"(?:and|or|but|with|of|that|from|go from|nor|en|maar|met)\b"
    r"|be (?!shown|told|notified|alerted|reminded|warned|informed|asked|sent|e-?mailed|given|called|logged)",
    re.IGNORECASE,
)
"""How words begin that are no need, whatever stands before them."""

NOBODY = frozenset(
    "thing things one ones lot way point question problem idea issue fact reason time moment day week year meeting "
    "rest other others first last next number kind sort case part government minister ministers committee chair house "
    "parliament opposition party commission council country countries province provinces ministry "
    "button buttons company box chip battery design data corpus "
    "transcript recording paper result results algorithm model feature features node net word words sentence funding "
    "ding dingen punt vraag probleem idee reden keer tijd dag week jaar vergadering rest regering minister commissie "
    "kamer".split()
)
"""Last words of what is no persona: things, and whom parliaments speak of."""

NOBODY_ALONE = frozenset("member members hon".split())
"""Words that name a persona only together with another."""

PRODUCTS = frozenset(
    "system app application site website portal platform tool page screen software product device remote "
    "systeem applicatie pagina scherm apparaat".split()
)
"""Last words of what is no persona either, but may have to be able to do something."""
