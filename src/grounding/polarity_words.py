"""The words by which two languages deny, allow, demand, limit, except and reject, as data: closed classes only."""

NEGATIONS = "niet|geen|noch|nooit|nimmer|nihil|not|no|never"
"""Words that turn what a sentence says into its opposite, as parts of a regular expression."""

DENIALS = (
    rf"\b(?:{NEGATIONS}|cannot|none|nothing|nobody|nowhere|neither|nor|niets|niemand|nergens|generlei)\b"
    r"|n['’]t\b|\bniet-"
)

DENIALS_IN_OTHER_WORDS = (
    r"\b(?:fail\w*|unable|refus\w+|reject\w*|lack\w*|miss(?:es|ing)|prevent\w*|block\w*|stop\w*|stuck"
    r"|avoid\w*|den(?:y|ie[sd])"
    r"|disabled?|disallow\w*|unavailable|unreachable|offline|down|without|instead|except|only|merely"
    r"|until|unless|impossible"
    r"|off limits|open|unknown|unclear|preferable|rather|away|ruled out|excluded?|shelved|parked"
    r"|untouched|ignored?|in vain|other than|outside|yet to|gone|removed"
    r"|mislukt\w*|faalt|onbekend|onduidelijk|liever|weg|maar (?:één|een|even)|weiger\w*|ontbre\w+"
    r"|voorkom\w*|zonder|behalve|alleen|slechts|tenzij|uit|onmogelijk|uitgesloten"
    r"|uitgezonderd|afgewezen|verworpen|vervalt|vervallen|buiten|mis|achterwege|stil|optioneel|optional"
    r"|even though|ook al)\b"
)
"""Words that deny in one wording what another says with "not": what has one is held for both."""

EXCEPTIONS = (
    r"\b(?:tenzij|behalve|behoudens|uitgezonderd|uitzondering|mits|in beginsel|in principe|doorgaans"
    r"|meestal|voor ?zover"
    r"|unless|except|provided|in principle|usually|generally|mostly)\b"
)
ABSOLUTES = (
    r"\b(?:altijd|nooit|nimmer|in alle gevallen|zonder uitzondering|hoe dan ook|always|never"
    r"|in all cases|in any case"
    r"|without exception|or not|of niet|alle|all|every|elke?|ieder\w*)\b"
)

MUST_NOT = (
    r"\b(?:mag|mogen|kan|kunnen|may|must|can|should)\b(?:\s+\w+){0,3}?\s+(?:niet|geen|nooit|not|never|no)\b"
    r"|\b(?:cannot|may not|must not|verboden|forbidden|prohibited)\b|\b(?:can|must|may|should)n['’]t\b"
)
NEED_NOT = (
    r"\b(?:hoef\w*|need|needs)\b(?:\s+\w+){0,4}?\s+(?:niet|geen|not)\b|\bneed(?:n['’]t| not)\b"
    r"|\bnot (?:required|needed|necessary)\b"
    r"|\b(?:do|does)(?:n['’]t| not) (?:have|need) to\b|\b(?:optioneel|optional|facultatief"
    r"|niet verplicht|niet nodig)\b"
    r"|\bmag leeg\b"
)
MUST = (
    r"\b(?:moet|moeten|dient|dienen|verplicht|gehouden|must|shall|requires?|required|mandatory|has to|have to"
    r"|obliged)\b"
)
MAY = r"\b(?:mag|mogen|kan|kunnen|may|can|bevoegd|allowed|permitted)\b"

AT_LEAST = (
    r"\b(?:ten minste|tenminste|minstens|minimaal|op zijn minst|at least|no less than|no fewer than"
    r"|not less than|a minimum of)\b"
    r"|\b(?:niet|nooit|not|never|no)\s+(?:\w+\s+){0,2}?(?:eerder|minder|lager|korter|earlier|sooner"
    r"|less|fewer|lower|shorter)\b"
)
AT_MOST = (
    r"\b(?:ten hoogste|hoogstens|maximaal|op zijn hoogst|uiterlijk|at most|no more than|not more than"
    r"|up to|a maximum of)\b"
    r"|\b(?:niet|nooit|not|never|no)\s+(?:\w+\s+){0,2}?(?:later|meer|hoger|langer|more|higher|longer)\b"
    r"|\b(?:meer|hoger|langer|more|higher|longer)\b[^.;]*\b(?:niet|nooit|geen|not|never|cannot)\b"
)
MORE_THAN = r"\b(?:meer|hoger|langer|later|more|higher|longer|exceeds?)\b"
LESS_THAN = r"\b(?:minder|lager|korter|eerder|less|fewer|lower|shorter|earlier|sooner)\b"

LIMITED = (
    r"\b(?:voor|vóór|na|tot|totdat|binnen|buiten|alleen|slechts|anders|than|dan|before|after|until|within|outside|only"
    r"|other|otherwise|if|when|where|indien|wanneer|zolang|while|without|zonder)\b"
)
"""Words by which what is forbidden or allowed ends somewhere."""

NO_OTHER = (
    r"\b(?:(?:no|not any) other|nothing (?:else|but)|nothing other|geen ander\w*|niets anders)\b"
)
ONLY = r"\b(?:only|merely|solely|exclusively|alleen|slechts|uitsluitend|enkel)\b"
NOT_ONLY = rf"\b(?:not|niet) (?:just|{ONLY})"
ANY = r"\b(?:any|every|elke?|ieder\w*|willekeurig\w*)\b"
LACKS = (
    r"\b(?:(?:do|does|did)(?:n['’]t| not) (?:have|know|support|accept|take|offer)|(?:has|have) no|there is no"
    r"|(?:heeft|hebben|kent|kennen|ondersteunt|ondersteunen|accepteert) (?:\S+ ){0,2}?(?:geen|niet)|er is geen)\b"
)
"""Says that something is not there; what has, shows or uses it says the opposite."""

CAUSES = (
    r"\b(?:oorzaak|veroorza\w+|komt door|doordat|want|waardoor|verholpen|opgelost|hielp|cause[sd]?"
    r"|because|due to|which is why"
    r"|fixed|solved|resolved|helped)\b"
)
NO_CAUSE = (
    r"\b(?:not|isn['’]t|wasn['’]t) (?:the |a |an |it\b)?(?:\w+ ){0,2}?(?:cause|problem|issue|it)\b"
    r"|\bisn['’]t the \w+"
    r"|\b(?:is|was|ligt|lag) (?:het|daar|hier)? ?(?:ook )?niet(?: aan)?\s*(?:[.,;]|\Z)"
    r"|\bligt het niet aan\b|\bniet de oorzaak\b"
    r"|\bno (?:difference|effect|change)\b|\b(?:hielp|helpt|hielpen) niet\b|\bgeen (?:verschil"
    r"|oplossing|effect)\b"
    r"|\b(?:did|does)(?:n['’]t| not) (?:help|work|change)\b|[.;:] same\b|\b(?:cause"
    r"|oorzaak) (?:is )?(?:unknown|onbekend)\b"
)

WISHES = (
    r"\?|\b(?:we|i|you) could\b|\b(?:could|can|shall|should) (?:we|i|you)\b|\b(?:kunnen|zullen"
    r"|mogen) (?:we|wij|ik)\b|\bmag (?:het|de|ik)\b|\bzou(?:den)?\b"
    r"|\b(?:i|we)['’]d (?:love|like)\b|\bwould (?:be|love|like)\b|\bi was thinking\b|\bnice to have\b"
)
REJECTIONS = (
    r"(?:\A|[>:\]]|->)\s*(?:\*+\s*)?(?:nee|nope|no|not|niet|never|nooit|neen)\b"
    r"|\b(?:don['’]t|won['’]t|can['’]t|doen we niet|gaat niet|op de plank|next (?:year|decade)|ooit"
    r"|parked|shelved)\b"
)
REPORTS = (
    r"\b(?:suggest\w*|ask\w*|want\w*|propos\w*|wish\w*|wonder\w*|idea|vroeg|vraagt|stelde|stelt|wilde"
    r"|wil|opper\w*|voorgesteld"
    r"|voorstel|idee|wens\w*)\b"
)
PROHIBITED_WORD = r"\b(?:never|nooit|nimmer|don['’]t)\W+(?:\w+\W+)?([^\W\d_]{3,})"
"""What is not to be done: ``never flushall``."""

BETWEEN_CLAUSES = (
    r"[.;:!?,](?=\s|$)|[()\n|\"“”]|\s[-–—]\s|\b(?:and|but|because|since|so|then|when|whenever|if|while"
    r"|which|that|who|after"
    r"|before|turned out|turns out|anyway|en|maar|omdat|doordat|dus|dan|als|wanneer|terwijl|die|dat|nadat|voordat"
    r"|daarna|vervolgens|uiteindelijk|toen)\b"
)
SAY_NOTHING = frozenset(
    "the this that these those there with from into have has had been being are was were will would can could may might"
    " must shall should does did for its their your our you they all any some very also just such than more most de het"
    " een deze dit van met voor naar zijn wordt worden werd heeft hebben kan kunnen moet moeten zal zou niet geen"
    " not mag mogen alle altijd nooit never always over door bij uit aan als dan who which what when where whose hoef"
    " hoeft need needs".split()
)
