"""What is said where a stage of the desk did not do what was asked."""

from src.errors import LimitReached, ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable, TessError
from src.errors.base import ForModel, ForUser

MODEL_TROUBLE = (ModelKeyRefused, ModelUnavailable, ModelGaveNoAnswer, LimitReached)
"""What keeps a model from doing a stage, which has a code of its own."""


class NotesTooShort(ForUser):
    code = "tsg_notes_too_short"
    nl = "Dit zijn te weinig woorden voor een gids. Geef de ruwe notities: de fout, wat u zag en wat hielp."
    en = "These are too few words for a guide. Give the raw notes: the error, what you saw and what helped."


class NotesMissing(ForModel):
    code = "tsg_notes_missing"
    nl = "Er zijn nog geen notities die door de controle op persoonsgegevens zijn gekomen. Stuur de notities."
    en = "There are no notes yet that passed the check for personal data. Send the notes."


class ResearchMissing(ForModel):
    code = "tsg_research_missing"
    nl = "Er is nog niet gezocht naar wat de notities missen. Stuur de notities opnieuw, of zeg: zoek verder."
    en = "Nobody has looked yet for what the notes lack. Send the notes again, or say: research again."


class ResearchNotShown(ForModel):
    code = "tsg_research_not_shown"
    nl = "De bronnen zijn nog niet getoond zoals ze nu gekozen zijn. Kijk ze na en zeg: schrijf de gids."
    en = "The sources were not shown yet as they are selected now. Look at them and say: write it."


class GuideMissing(ForModel):
    code = "tsg_guide_missing"
    nl = "Er is nog geen gids. Stuur notities, en zeg daarna: schrijf de gids."
    en = "There is no guide yet. Send notes, and then say: write it."


class NoSuchQuestion(ForModel):
    """An answer is to a question that is not asked; details: ``numbers``, ``most``."""

    code = "tsg_no_such_question"
    nl = "Vraag {numbers} bestaat niet: de gids heeft {most} open vragen. Er is niets ingevuld."
    en = "There is no question {numbers}: the guide has {most} open questions. Nothing was filled in."


class NoSuchSuggestion(ForModel):
    """A suggestion is dismissed that was not made; details: ``numbers``."""

    code = "tsg_no_such_suggestion"
    nl = "Suggestie {numbers} bestaat niet. Er is niets afgewezen."
    en = "There is no suggestion {numbers}. Nothing was dismissed."


class NoSuchLine(ForModel):
    """An edit names a line that the guide has not; details: ``numbers``, ``most``."""

    code = "tsg_no_such_line"
    gives_way = True
    nl = "Regel {numbers} bestaat niet, of niet voor deze bewerking: er zijn {most}. Er is niets veranderd."
    en = "There is no line {numbers}, or none for this edit: there are {most}. Nothing was changed."


class NotSaid(ForModel):
    """Words that are told to be the author's do not stand in what they wrote; details: ``words``."""

    code = "tsg_not_said"
    gives_way = True
    nl = "‘{words}’ staat niet in wat u schreef, dus er is niets veranderd. Zeg letterlijk wat de regel moet zeggen."
    en = "‘{words}’ does not stand in what you wrote, and nothing was changed. Say word for word what it must say."


class EditAdds(ForModel):
    """A line was to say more than the author said, or the opposite; details: ``added``."""

    code = "tsg_edit_adds"
    gives_way = True
    nl = "De nieuwe regel zou iets zeggen wat u niet zei: {added}. Er is niets veranderd; zeg het erbij als het klopt."
    en = "The new line would say what you did not: {added}. Nothing was changed; say it, too, if it is so."


class WritingFailed(ForModel):
    """The guide could not be written; details: ``problem``."""

    code = "tsg_writing_failed"
    nl = "De gids kon niet worden geschreven: {problem}. Notities en onderzoek zijn bewaard; zeg: schrijf de gids."
    en = "The guide could not be written: {problem}. Notes and research are kept; say: write it."


class ReviewFailed(ForModel):
    """The guide could not be reviewed; details: ``problem``."""

    code = "tsg_review_failed"
    nl = "De gids kon niet worden nagekeken: {problem}. De gids zelf is bewaard; zeg: kijk de gids na."
    en = "The guide could not be reviewed: {problem}. The guide itself is kept; say: review it."


class ResearchFailed(ForModel):
    """No plan for research could be made; details: ``problem``."""

    code = "tsg_research_failed"
    nl = "Het onderzoek kon niet beginnen: {problem}. De notities zijn bewaard; zeg: zoek opnieuw."
    en = "The research could not begin: {problem}. The notes are kept; say: research again."


def problem_of(error: TessError) -> str:
    """Return the word for what is wrong: the key, the address, a limit, or time."""
    if isinstance(error, ModelKeyRefused):
        return "key_refused"
    if isinstance(error, LimitReached):
        return "limit_spent"
    return str(error.details.get("problem") or error.details.get("reason") or "malformed")
