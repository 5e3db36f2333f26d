"""What is said of foreign systems and of what stands in for them: of those a desk reads or writes, by whatever door."""

from src.errors.base import ForOperator, ForUser


class AddressNotAllowed(ForUser):
    """A page was to be fetched from where nothing is; details: ``host``, ``problem``."""

    code = "address_not_allowed"
    nl = "De pagina op {host} is niet opgehaald: {problem}. Er is niets toegevoegd; sla de pagina op en voeg dat bestand toe."
    en = "The page at {host} was not fetched: {problem}. Nothing was added; save the page and add that file."
    when = "A page was to be fetched that the server fetches none of: fetching is off, the host is not listed, it is in a private network, or it is no web address; the sentence says which. Nothing was sent there."
    remedy = "Save the page and add the file; the operator may allow the host in `TESS_FETCH`."


class PageNotFetched(ForUser):
    """A page could not be fetched; details: ``host``, ``problem``."""

    code = "page_not_fetched"
    nl = "De pagina op {host} is niet opgehaald: {problem}. Er is niets toegevoegd; controleer het adres, of sla de pagina op en voeg dat bestand toe."
    en = "The page at {host} was not fetched: {problem}. Nothing was added; look at the address, or save the page and add that file."
    when = "A page is not there, asks who is asking, is too slow, leads in circles, is of a kind that is not read, or its server can't be reached; the sentence says which."
    remedy = "Look at the address, or save the page and add the file."


class ServiceUnavailable(ForOperator):
    """A service is out of reach, too slow, too busy or failing; details: ``service``, ``problem``."""

    code = "service_unavailable"
    nl = "De dienst {service} is niet te gebruiken: {problem}. Probeer het later opnieuw."
    en = "The service {service} can't be used: {problem}. Try again later."
    when = "A service of a desk is out of reach, too slow, too busy or failing; the sentence says which. `ingest` ends with 1."
    remedy = "Try again later, or where there is a network; for `ingest`, or give files."


class AddressRefused(ForOperator):
    """An address was to be asked that may not be; details: ``service``, ``problem``."""

    code = "address_refused"
    nl = "Het adres {service} is niet gevraagd: het {problem}."
    en = "The address {service} was not asked: it {problem}."
    when = "A desk, or what a service said, leads to an address that is not on the desk's list, that is inside a network, or that a credential is not for; nothing was sent there."
    remedy = "The operator looks whether the address that is set is the service's own; where a service leads elsewhere, nothing can be done."


class ReplyUnreadable(ForOperator):
    """A service answered, and with nothing that can be read; details: ``service``, ``problem``."""

    code = "reply_unreadable"
    status = 502
    nl = "Het antwoord van de dienst {service} is niet te lezen: {problem}."
    en = "The reply of the service {service} can't be read: {problem}."
    when = "A service of a desk answered with something else than it should: no JSON, nothing at all, or more than is read."
    remedy = (
        "Try again later; the operator looks whether the address that is set is the service's own."
    )


class UnknownStandin(ForUser):
    """A stand-in was named that no desk has; details: ``standins``."""

    code = "unknown_standin"
    status = 404
    nl = "Zo heet geen stand-in. Er is: {standins}."
    en = "No stand-in has this name. There is: {standins}."
    when = "`./tess standin` was given a name that no desk has a stand-in for."
    remedy = "Name one that is listed by `./tess standin`."


class BadWorld(ForUser):
    """The world of a stand-in can't be read; details: ``world``, ``key``, ``problem``."""

    code = "bad_world"
    nl = "De wereld {world} is niet te gebruiken: {key} {problem}."
    en = "The world {world} can't be used: {key} {problem}."
    when = "The file with the world of a stand-in is not there, no JSON, or has a key or a value that it can't have; the sentence names the key."
    remedy = "Mend the file where the sentence says."
