"""Measures of the house's own source text. Pure: texts by name go in, sentences of complaint come out."""

import ast
import io
import math
import re
import statistics
import tokenize
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

Sources = Mapping[str, str]

FUNCTION_MEDIAN, FUNCTION_95TH, FUNCTION_LONGEST = 8, 35, 60
FILE_MEDIAN, FILE_LONGEST = 130, 400
MOST_BROAD_EXCEPTS = 5
SRC_LINES, SRC_SLACK = 88_282, 1_000
"""What all of ``src`` may have, and how far below that it may be before the first number is to be lowered."""
# Written as a pattern, so that this file does not contain what it looks for.
DEVELOPER_PATH = re.compile(r"(?<![\w.-])/(?:work|root)/")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def function_complaints(sources: Sources) -> list[str]:
    """Return what is too long about the functions: median, 95th percentile, each one's code lines."""
    sizes = {
        f"{name}:{function.lineno} {function.name}": lines
        for name, text in sources.items()
        for function, lines in function_sizes(text)
    }
    ordered = sorted(sizes.values()) or [0]
    median, high = statistics.median(ordered), ordered[math.ceil(0.95 * len(ordered)) - 1]
    complaints = [
        f"{name} has {lines} code lines, more than {FUNCTION_LONGEST}"
        for name, lines in sizes.items()
        if lines > FUNCTION_LONGEST
    ]
    if median > FUNCTION_MEDIAN:
        complaints.append(f"the median function has {median} code lines, over {FUNCTION_MEDIAN}")
    if high > FUNCTION_95TH:
        complaints.append(f"the 95th percentile is {high} code lines, over {FUNCTION_95TH}")
    return complaints


def file_complaints(sources: Sources) -> list[str]:
    """Return what is too long about the files; empty ones do not count, they would flatter the median."""
    sizes = {name: len(text.splitlines()) for name, text in sources.items() if text.strip()}
    complaints = [
        f"{name} has {lines} lines, more than {FILE_LONGEST}"
        for name, lines in sizes.items()
        if lines > FILE_LONGEST
    ]
    median = statistics.median(sizes.values() or [0])
    if median > FILE_MEDIAN:
        complaints.append(f"the median file has {median} lines, more than {FILE_MEDIAN}")
    return complaints


def sum_complaints(sources: Sources, most: int = SRC_LINES, slack: int = SRC_SLACK) -> list[str]:
    """Return whether the sum of all lines has grown, or has fallen so far that its limit is to follow."""
    lines = sum(len(text.splitlines()) for text in sources.values())
    if lines > most:
        return [f"src has {lines} lines, over {most}: take as many out as you put in"]
    if lines < most - slack:
        return [f"src has only {lines} lines: lower SRC_LINES in tests/measure.py to that"]
    return []


def function_sizes(text: str) -> Iterator[tuple[Function, int]]:
    """Yield each function with its code lines: signature and body, no docstring, comment or blank."""
    tree = tree_of(text)
    code = sorted(_code_lines(text, tree) - _docstring_lines(tree))
    for node in ast.walk(tree):
        if isinstance(node, Function):
            last = node.end_lineno or node.lineno
            yield node, bisect_right(code, last) - bisect_left(code, node.lineno)


def broad_except_complaints(sources: Sources) -> list[str]:
    """Return the broad catches without a comment on or next to their line, and a total that is too high."""
    found, complaints = 0, []
    for name, text in sources.items():
        broad = _broad_excepts(tree_of(text))
        found += len(broad)
        comments = _comment_lines(text) if broad else set()
        complaints += [
            f"{name}:{line} catches everything and does not say why"
            for line in broad
            if not comments & {line - 1, line, line + 1}
        ]
    if found > MOST_BROAD_EXCEPTS:
        complaints.append(f"{found} broad excepts, more than {MOST_BROAD_EXCEPTS}")
    return complaints


def import_complaints(sources: Sources, forbidden: str) -> list[str]:
    """Return each import of the package `forbidden`, or of anything in it."""
    return [
        f"{name} imports {imported}"
        for name, text in sources.items()
        for imported in sorted(_imported(tree_of(text)))
        if imported.split(".")[0] == forbidden
    ]


def cycle_complaints(sources: Sources) -> list[str]:
    """Return one import cycle of these files, imports inside functions included, if there is any."""
    modules = {module_name(name): text for name, text in sources.items()}
    graph = {
        module: (_imported(tree_of(text)) & modules.keys()) - {module}
        for module, text in modules.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [f"import cycle: {' -> '.join(reversed(error.args[1]))}"]
    return []


def environment_complaints(sources: Sources) -> list[str]:
    """Return each place that reads a variable of the environment; handing it all to a child is none."""
    return [
        f"{name}:{node.lineno} reads the environment"
        for name, text in sources.items()
        for node in ast.walk(tree_of(text))
        if isinstance(node, ast.Attribute | ast.Subscript | ast.ImportFrom)
        and _reads_variable(node)
    ]


def developer_path_complaints(sources: Sources) -> list[str]:
    """Return each line that names a folder of one developer's machine."""
    return [
        f"{name}:{number} names a path of one machine"
        for name, text in sources.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if DEVELOPER_PATH.search(line)
    ]


def module_name(path: str) -> str:
    """Return the module of a file: `src/llm/__init__.py` -> `src.llm`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def tree_of(text: str) -> ast.Module:
    """Return a text's tree, which many measures look at and none changes."""
    return ast.parse(text)


def _code_lines(text: str, tree: ast.Module) -> set[int]:
    """Return the lines that are neither blank nor a comment, and all of a text of several lines.

    The tokens say the same of every line, but take Python four times as long.
    """
    lines = enumerate(map(str.lstrip, text.splitlines()), start=1)
    code = {number for number, line in lines if line and not line.startswith("#")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno != node.lineno:
            code |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return code


def _comment_lines(text: str) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT}


def _docstring_lines(tree: ast.Module) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node):
            first = node.body[0]
            lines |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def _broad_excepts(tree: ast.Module) -> list[int]:
    """Return the lines of bare excepts, of catches of (Base)Exception and of suppressions of those."""
    lines = []
    for node in ast.walk(tree):
        caught: list[ast.expr | None] = []
        if isinstance(node, ast.ExceptHandler):
            caught = [*node.type.elts] if isinstance(node.type, ast.Tuple) else [node.type]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            caught = [*node.args]
        if any(error is None or _is_broad(error) for error in caught):
            lines.append(node.lineno)  # type: ignore[attr-defined]  # both kinds have one
    return lines


def _is_broad(error: ast.expr) -> bool:
    return ast.unparse(error).removeprefix("builtins.") in {"Exception", "BaseException"}


def _imported(tree: ast.Module) -> set[str]:
    """Return every name that an import could mean as a module: `from a import b` is both a and a.b."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _reads_variable(node: ast.Attribute | ast.Subscript | ast.ImportFrom) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "os" and any(a.name in {"environ", "getenv"} for a in node.names)
    if ast.unparse(node.value) in {"os.environ", "os.environb"}:
        return True
    return ast.unparse(node) == "os.getenv"
