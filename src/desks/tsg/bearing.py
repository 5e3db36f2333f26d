"""What a line of a guide has that its quote has not: numbers, versions, names of code, addresses, commands. Pure."""

import re
from collections.abc import Iterable, Sequence

_ADDRESS = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{0,20}:)?//[^\s<>()\[\]\"'`]+|\bwww\.[^\s<>()\[\]\"'`]+", re.IGNORECASE
)
_TARGET = re.compile(r"\]\(\s*<?([^)\s>]+)")
"""Where a link of Markdown leads."""
_IN_BACKTICKS = re.compile(r"(`+)(.+?)\1")
_NUMBER = re.compile(r"\d[\d_]*(?:[.,:/-]\d+)*[A-Za-z]*|(?<=[A-Za-z_])\d+")
_NAMES = (
    re.compile(r"\b[A-Z][a-z]+-[A-Z]\w+"),  # Get-Service
    re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*"),  # -Force, --name
    re.compile(r"[$%]\w+[%]?"),  # $token, %TEMP%
    re.compile(r"\b[a-z]+[A-Z]\w*|\b\w+_\w+"),  # apiVersion, storage_failed
    re.compile(
        r"(?<![\w-])(?:[A-Za-z]:|[~.]{0,2})[\\/][\w.-]+(?:[\\/][\w.-]+)+"
    ),  # C:\Windows\Temp, /etc/hosts
    re.compile(r"\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b"),  # config.json, learn.example.com
    re.compile(r"\b\w+\(\)"),  # close()
)
_PROGRAMS = (
    "ansible az azcopy bash bcdedit brew cargo chkdsk chmod chown choco cmd cmdkey curl dism dnf docker dotnet git"
    " gcloud helm icacls ipconfig iisreset java javac journalctl kubectl minikube mkdir msiexec netsh netstat nmap npm"
    " npx nslookup openssl pip pip3 powershell psql pwsh python python3 reboot regedit regsvr32 robocopy rm rmdir rsync"
    " schtasks scp sed sfc shutdown sqlcmd ssh sudo systemctl tar taskkill tcpdump terraform tracert traceroute uv wget"
    " winget wsl yarn yum"
).split()
_COMMAND = re.compile(rf"\b(?:{'|'.join(_PROGRAMS)})\s+[-/\w.]+")

_NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "twenty": "20", "thirty": "30", "sixty": "60", "hundred": "100",
    "thousand": "1000", "million": "1000000", "twice": "2", "thrice": "3",
    "twee": "2", "drie": "3", "vier": "4", "vijf": "5", "zes": "6", "zeven": "7", "acht": "8", "negen": "9",
    "tien": "10", "elf": "11", "twaalf": "12", "twintig": "20", "dertig": "30", "zestig": "60", "honderd": "100",
    "duizend": "1000", "miljoen": "1000000",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")


def additions(text: str, quote: str) -> list[str]:
    """Return what a text has that its quote has not, in the text's own words."""
    text, quote = _one_line(text), _one_line(quote)
    if re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", quote):
        return []
    added = [one for one in addresses(text) if one not in addresses(quote)]
    added += [one[1].strip() for one in _IN_BACKTICKS.findall(text) if not _stands(one[1], quote)]
    said = (_NUMBER_WORDS.get(one.casefold()) for one in _WORD.findall(quote))
    numbers = {*_numbers(quote), *filter(None, said)}
    added += [one for one in _numbers(text) if one not in numbers]
    added += _number_words(text, quote, numbers)
    added += [one for one in _names(text) if not _stands(one, quote)]
    return list(dict.fromkeys(added))


def addresses(text: str) -> list[str]:
    """Return the addresses in a text, without the points that end a sentence."""
    found = [*_ADDRESS.findall(text), *_TARGET.findall(text)]
    return [one.rstrip(".,;:!?*_") for one in found]


def bare_address(url: str) -> str:
    """Return an address in the form in which two are compared: without scheme and fragment."""
    return re.sub(r"^https?://(?:www\.)?", "", url.casefold()).split("#")[0].rstrip("/")


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(text)


def _number_words(text: str, quote: str, numbers: Iterable[str]) -> list[str]:
    said = {one.casefold() for one in _WORD.findall(quote)}
    there = set(numbers)
    words: Sequence[str] = [one for one in _WORD.findall(text) if one.casefold() in _NUMBER_WORDS]
    return [
        one
        for one in words
        if one.casefold() not in said and _NUMBER_WORDS[one.casefold()] not in there
    ]


def _names(text: str) -> list[str]:
    found = [one for pattern in _NAMES for one in pattern.findall(_ADDRESS.sub(" ", text))]
    return found + _COMMAND.findall(text)


def _stands(name: str, quote: str) -> bool:
    """Return whether a name stands in a quote as a whole, not as a part of another."""
    words = name.strip()
    before = {"$": "", "%": "", "-": r"(?<![\w-])"}.get(words[:1], r"(?<!\w)")
    return bool(words) and re.search(rf"{before}{re.escape(words)}(?!\w)", quote) is not None


def _one_line(text: str) -> str:
    return " ".join(text.split())
