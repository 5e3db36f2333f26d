"""What is said of a message or a file that the Azure desk does not take."""

from src.errors.base import ForUser


class SecretInMessage(ForUser):
    """A message holds a token or another secret; details: ``kinds``."""

    code = "azure_secret_in_message"


class DescriptionBlank(ForUser):
    code = "azure_description_blank"


class DescriptionTooLong(ForUser):
    """A description is longer than is read; details: ``most``."""

    code = "azure_description_too_long"
    status = 413


class TooManyFiles(ForUser):
    """More files are given than are taken; details: ``most``."""

    code = "azure_too_many_files"


class FileTooLarge(ForUser):
    """A file is larger than is taken; details: ``most``."""

    code = "azure_file_too_large"
    status = 413


class FilesTooLarge(ForUser):
    """Files together are larger than is taken; details: ``most``."""

    code = "azure_files_too_large"
    status = 413


class FilePathRefused(ForUser):
    code = "azure_file_path"


class FileBinary(ForUser):
    code = "azure_file_binary"


class TraceSpent(ForUser):
    """A trace has had all its calls; details: ``most``."""

    code = "azure_trace_spent"
    status = 429
