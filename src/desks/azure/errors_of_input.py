"""What is said of a message or a file that the Azure desk does not take."""

from src.errors.base import ForUser


class SecretInMessage(ForUser):
    """A message holds a token or another secret; details: ``kinds``."""

    code = "azure_secret_in_message"
    nl = (
        "Uw bericht bevat een geheim ({kinds}). Er is niets bewaard. Stuur het zonder; "
        "aanmelden gaat met ./tess azure login."
    )
    en = "Your message holds a secret ({kinds}). Nothing was kept. Send it without; log in by ./tess azure login."


class DescriptionBlank(ForUser):
    code = "azure_description_blank"
    nl = "Beschrijf de fout: de melding met haar code, en waar zij optrad."
    en = "Describe the error: its message with the code, and where it happened."


class DescriptionTooLong(ForUser):
    """A description is longer than is read; details: ``most``."""

    code = "azure_description_too_long"
    status = 413
    nl = "De beschrijving is langer dan {most}. Stuur wat om de fout heen staat als bestand."
    en = "The description is longer than {most}. Send what surrounds the error as a file."


class TooManyFiles(ForUser):
    """More files are given than are taken; details: ``most``."""

    code = "azure_too_many_files"
    nl = "Er gaan hoogstens {most} bestanden mee."
    en = "At most {most} files are taken."


class FileTooLarge(ForUser):
    """A file is larger than is taken; details: ``most``."""

    code = "azure_file_too_large"
    status = 413
    nl = "Een bestand is groter dan {most}."
    en = "A file is larger than {most}."


class FilesTooLarge(ForUser):
    """Files together are larger than is taken; details: ``most``."""

    code = "azure_files_too_large"
    status = 413
    nl = "De bestanden zijn samen groter dan {most}."
    en = "The files together are larger than {most}."


class FilePathRefused(ForUser):
    code = "azure_file_path"
    nl = "Een bestand heeft geen pad binnen het project: leeg, absoluut, of met '..'."
    en = "A file has no path within the project: it is empty, absolute, or has '..'."


class FileBinary(ForUser):
    code = "azure_file_binary"
    nl = "Een bestand is geen tekst."
    en = "A file is no text."


class TraceSpent(ForUser):
    """A trace has had all its calls; details: ``most``."""

    code = "azure_trace_spent"
    status = 429
    nl = "Dit onderzoek is op: het had {most}. Begin een nieuw onderzoek met wat u nu weet."
    en = "This trace is spent: it had {most}. Begin a new one with what you know by now."
