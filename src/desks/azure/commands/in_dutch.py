"""What the commands of the Azure desk say in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "find the cause of an Azure error": "vind de oorzaak van een Azure-fout",
    "log in with a token of Azure": "meld u aan met een token van Azure",
    "look into an error": "onderzoek een fout",
    "go on with a trace": "ga met een onderzoek verder",
    "throw the login away": "gooi de aanmelding weg",
    "file with the token; - for standard input": "bestand met het token; - voor standaardinvoer",
    "have the Azure CLI make one (extra azure)": "laat de Azure CLI er een maken (extra azure)",
    "the error, with its code": "de fout, met haar code",
    "a source file; may be repeated": "een bronbestand; mag vaker",
    "the subscription that it happened in": "het abonnement waarin het gebeurde",
    "the resource group": "de resourcegroep",
    "such as terraform; may be repeated": "zoals terraform; mag vaker",
    "what was asked for": "wat is gevraagd",
    "how well causes of Azure errors are found; against stand-ins of Azure": "hoe goed oorzaken van Azure-fouten worden gevonden; tegen invallers voor Azure",
    "incidents with their gold": "incidenten met het juiste antwoord",
    "worlds, each named after an incident's id or its cause (default: those that come along)": "werelden, elk genoemd naar het nummer of de oorzaak van een incident (anders: die meekomen)",
}
