"""Each place where an error is made gives what the sentences of that error want, in both languages."""

import ast
import importlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from src import errors
from src.errors import CODES, TessError, refusal, sentence
from src.tools.base import Refused
from tests.measure import tree_of

Names = Mapping[str, object]

ROOT = Path(__file__).resolve().parents[1]
TELLING = (sentence, refusal)


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the tree of each module that may make an error."""
    return {
        path: tree_of(path.read_text("utf-8"))
        for folder in ("src", "evals", "standins")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "__main__.py"
    }


@cache
def telling(tree: ast.AST) -> Sequence[ast.AST]:
    """Return the calls, raised errors and imports of a module, which each test goes through."""
    kinds = (ast.Call, ast.Raise, ast.ImportFrom)
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def names_in(path: Path, tree: ast.AST) -> Names:
    """Return what the names of a module stand for, those that a function imports too."""
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    names = dict(vars(importlib.import_module(dotted.removesuffix(".__init__"))))
    for node in telling(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "src.errors":
            names |= {one.asname or one.name: getattr(errors, one.name) for one in node.names}
    return names


def meant(node: ast.AST, names: Names) -> object:
    """Return what an expression stands for; None for what only exists while it runs."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        return getattr(meant(node.value, names), node.attr, None)
    return None


def made(tree: ast.AST, names: Names) -> Iterator[tuple[ast.expr, type[TessError]]]:
    """Yield each place where an error is made: a call of its class, or ``raise`` with the class alone."""
    place: ast.expr
    named: ast.expr
    for node in telling(tree):
        if isinstance(node, ast.Call):
            place, named = node, node.func
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name | ast.Attribute):
            place = named = node.exc
        else:
            continue
        found = meant(named, names)
        if isinstance(found, type) and issubclass(found, TessError):
            yield place, found


def untold(code: str, details: Mapping[str, str]) -> list[str]:
    """Return what the sentences of an error want and these details lack."""
    lacking = set()
    for tell in TELLING:
        for language in ("nl", "en"):
            try:
                tell(code, details, language)
            except KeyError as error:
                lacking.add(str(error.args[0]))
    return sorted(lacking)


def of_error(place: ast.expr, error: type[TessError]) -> str:
    """Return what is wrong with an error as it is made there; empty where nothing is."""
    given = [one.arg for one in place.keywords] if isinstance(place, ast.Call) else []
    if None in given:
        return f"{error.__name__} is given details by **"
    lacking = untold(error.code, {name: "7" for name in given if name})
    return f"{error.__name__} lacks {', '.join(lacking)}" if lacking else ""


def of_code(call: ast.Call, names: Names) -> str:
    """Return what is wrong with a code that is told with details of its own; empty where nothing is."""
    if meant(call.func, names) not in (Refused, *TELLING):
        return ""
    code, details = call.args[0], call.args[1] if len(call.args) > 1 else ast.Dict([], [])
    if not isinstance(details, ast.Dict):
        return ""  # those of an error, looked at where it is made
    named = code.value if isinstance(code, ast.Constant) else meant(code, names)
    if named not in CODES:
        return "any code is told with the same details"
    given = {str(one.value) for one in details.keys if isinstance(one, ast.Constant)}
    lacking = untold(str(named), dict.fromkeys(given, "7"))
    return f"{named} lacks {', '.join(lacking)}" if lacking else ""


def complaints(tree: ast.AST, names: Names) -> list[str]:
    """Return each place of a module where a sentence could not be filled in, by its line."""
    found = [(place.lineno, of_error(place, error)) for place, error in made(tree, names)]
    calls = [node for node in telling(tree) if isinstance(node, ast.Call)]
    found += [(call.lineno, of_code(call, names)) for call in calls]
    return [f"{line} {wrong}" for line, wrong in sorted(found) if wrong]


def test_every_error_is_made_with_what_its_sentences_want() -> None:
    found = {
        path.relative_to(ROOT): complaints(tree, names_in(path, tree))
        for path, tree in trees().items()
    }
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_every_error_is_made_somewhere_or_has_kinds_that_are() -> None:
    places = [one for path, tree in trees().items() for one in made(tree, names_in(path, tree))]
    there = {error.code for _, error in places if "code" in vars(error)}
    known = {code: error for code, error in CODES.items() if error.__module__.startswith("src.")}
    kinds = {code for code, error in known.items() if error.__subclasses__()}
    assert set(known) - there <= kinds | {"failed"}  # which a tool tells without the error


PLANTED = """\
raise UnknownCollection(collection="guide")
raise UnknownCollection(collection="guide", collections="-")
raise UnknownDossier
raise UnknownDossier from None
made = LimitReached(**limits)
Refused("failed", {})
Refused(UnknownDossier.code)
refusal(code, {}, "nl")
refusal(error.code, error.details, "nl")
raise errors.UnknownDesk()
"""


def test_each_way_to_lack_a_detail_is_noticed() -> None:
    names = {error.__name__: error for error in CODES.values()}
    known = {**names, "errors": errors, "Refused": Refused, "refusal": refusal}
    assert complaints(ast.parse(PLANTED), known) == [
        "1 UnknownCollection lacks collections",
        "3 UnknownDossier lacks dossier_id",
        "4 UnknownDossier lacks dossier_id",
        "5 LimitReached is given details by **",
        "6 failed lacks error_id",
        "7 unknown_dossier lacks dossier_id",
        "8 any code is told with the same details",
        "10 UnknownDesk lacks desks",
    ]
