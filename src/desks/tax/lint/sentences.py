"""What is said of each citation: why the verdict, and what to do. Pure."""

IN_NEWEST = (
    "{where} is in the newest version that the library has ({since}). "
    "Read whether it says what you need."
)
IN_VERSION = (
    "{where} is in the version of {since}, which counts on {day}. "
    "Read whether it says what you need."
)
IN_OLDEST = (
    "{where} is in the oldest version that the library has ({since}), and the text is of {day}. "
    "Look up the text of that day, or state the day that you mean."
)
QUOTED = "{told} The words between quotation marks stand in it."
MISQUOTED = (
    "The words “{quote}” do not stand in {where} in the version of {since}{elsewhere}. "
    "Quote it word for word."
)
IN_OTHER_VERSION = ", but in that of {since}"
NUMBER_ALONE = (
    "{title} has no artikel {article} on the day that counts, and the text does not say that this number is an "
    "article. Write “artikel” before it if it is."
)
IN_PART = (
    "{where} is in the library, as of {since}, from JSON Lines, perhaps not whole. "
    "Read the official text."
)
AS_DIGEST = (
    "{where} is in the library, as of {since}, as a digest of our own. Read the official text."
)
WITHOUT_TEXT = (
    "{where} is there in the version of {since} without a text of its own: it changes other law, or is not yet "
    "in force. Look it up at the source."
)
NO_PARAGRAPH = (
    "{where} has no paragraph (lid) {paragraph} in the version of {since}; it has {numbered}. "
    "Correct the number."
)
LAPSED_PARAGRAPH = (
    "{where} has no text for paragraph (lid) {paragraph} in the version of {since}; it has {numbered}. "
    "Find out where its rule stands now."
)
LAPSED = "{where} has lapsed{since} (version of {version}). Find out where its rule stands now."
LAPSED_LAW = (
    "{title} was in force up to {until}, as far as the library knows. "
    "Find out what replaced it, or state the day that you mean."
)
ABSENT = (
    "{title} has no artikel {article} in the version of {since}, which counts on {day}. "
    "Correct or drop the citation."
)
ELSEWHERE = (
    "{title} has no artikel {article} in the version of {since}, which counts on {day}; the article is in the "
    "version of {nearest}. State the day that you mean, or cite the text of that day."
)
ELSEWHERE_ONLY = (
    "The library holds no version of {title} that was in force on {day}; the article is in the version of {nearest}. "
    "State the day that you mean, or look up the text of that day."
)

UNKNOWN_LAW = (
    "No law in the library is called “{law}”. Look it up at the source, or ingest the law."
)
UNREGISTERED_LAW = (
    "Neither the library nor any list of laws that the program has knows a law called “{law}”. "
    "Find out whether there is such a law."
)
NO_LAW = "The text names no law here, so there is nothing to look up. Name the law."
EUROPEAN = "{title} is no Dutch law, and the library holds none. Look it up at the source."
LAW_NOT_HERE = (
    "The library does not hold {title} ({work}). Look it up at the source, or ingest the law."
)
DAY_NOT_HERE = (
    "The library holds no version of {title} that was in force on {day}. "
    "Look it up at the source, or ingest the law as of that day."
)
ARTICLE_NOT_HERE = (
    "The library holds only a part of {title}, without artikel {article}. "
    "Look it up at the source, or ingest the law."
)

RULING = "{ecli} is in the library: {court}, {day}. Read whether it says what you need."
OTHER_COURT = "The text says {stated}, the ECLI says {court}. Find out which of the two is meant."
OTHER_YEAR = "The text says {stated}, the ECLI says {year}. Find out which of the two is meant."
OTHER_DAY = (
    "The text says {stated}, the ruling is of {day}. "
    "Correct the day, or find the ruling that is meant."
)
FUTURE = "The ECLI says {year}, a year that has not come yet. Correct or drop the citation."
UNKNOWN_COURT = "No court has the code {code}. Correct or drop the citation."
NOT_SITTING = (
    "{court} gave no rulings in {year}, the year of this ECLI. Correct or drop the citation."
)
FORMER_NUMBER = (
    "Numbers like {number} were given out up to 2013, and the ECLI says {year}. "
    "Correct or drop the citation."
)
RESEMBLES = (
    "The library does not hold this ruling, but it holds one that is nearly called so: {other} ({court}, {day}). "
    "Find out which of the two is meant."
)
RULING_NOT_HERE = (
    "The library does not hold this ruling, and its number does not tell whether it exists. "
    "Open https://deeplink.rechtspraak.nl/uitspraak?id={ecli}"
)
FOREIGN_RULING = "The library holds Dutch rulings only. Look it up at the court's own site."
LJN = "LJN {ljn} is now {ecli}."
LJN_NOT_HERE = (
    "No ruling in the library once had the number LJN {ljn}. "
    "Look it up at rechtspraak.nl, and cite its ECLI."
)
REPORT = (
    "The library holds no journals, so {report} can't be looked up. "
    "Look it up there, and cite the ECLI as well."
)

LIMITS = (
    "Checked: whether each cited article and ruling is in the local library, in which version, whether court and "
    "date fit the ECLI, and whether quotes of articles stand in them. "
    "Not checked: whether it says what the text makes it say, and citations in a form that was not "
    "recognised. What is not in the local library was not checked at all."
)
"""Stands at the end of every output."""
