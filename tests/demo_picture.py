"""A conversation as a picture that moves: an SVG of scenes, the last of which stays. Pure."""

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

LINE, LEFT, TOP, BOTTOM, WIDTH = 18, 24, 56, 22, 860
SECONDS = (6, 4, 10)
"""How long each scene is seen."""

STYLE = """\
svg{--ground:#ffffff;--frame:#d0d7de;--text:#1f2328;--dim:#59636e;--you:#0550ae;--quote:#116329}
@media (prefers-color-scheme:dark){
svg{--ground:#0d1117;--frame:#3d444d;--text:#f0f6fc;--dim:#9198a1;--you:#79c0ff;--quote:#7ee787}}
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--text);white-space:pre}
.you{fill:var(--you);font-weight:600}.head{font-weight:600}.quote{fill:var(--quote)}.dim{fill:var(--dim)}
.scene{opacity:0}.last{opacity:1}
@media (prefers-reduced-motion:no-preference){%s}"""

Scene = Sequence[str]
"""Its lines, as the terminal has them."""


def scenes(transcript: str) -> list[list[str]]:
    """Return the steps of a transcript, each without the line above it that says what happens."""
    steps = re.split(r"^─+\n", transcript, flags=re.MULTILINE)
    return [_trimmed(step.splitlines()) for step in steps if "\nU: " in step]


def picture(shown: Sequence[Scene], title: str) -> str:
    """Return an SVG that shows scenes one after the other, twice, and stays at the last."""
    height = TOP + LINE * max(len(scene) for scene in shown) + BOTTOM
    drawn = [
        f'<g class="{_classes(number, len(shown))}">\n{_lines(scene)}\n</g>'
        for number, scene in enumerate(shown)
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE % _motion(len(shown))}\n</style>\n"
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="10" fill="var(--ground)"'
        ' stroke="var(--frame)"/>\n'
        + "".join(f'<circle cx="{x}" cy="22" r="6" fill="var(--frame)"/>' for x in (24, 44, 64))
    )
    return "\n".join([head, *drawn, "</svg>\n"])


def _trimmed(lines: Sequence[str]) -> list[str]:
    begin = next(number for number, line in enumerate(lines) if line.startswith("U: "))
    return [line.rstrip() for line in "\n".join(lines[begin:]).rstrip().splitlines()]


def _classes(number: int, of: int) -> str:
    return f"scene s{number}{' last' if number == of - 1 else ''}"


def _motion(count: int) -> str:
    """Return the rules by which each scene comes, stays for its seconds and goes."""
    whole = sum(SECONDS[:count])
    rules, begin = [], 0
    for number, seconds in enumerate(SECONDS[:count]):
        first, last = 100 * begin // whole, 100 * (begin + seconds) // whole
        begin += seconds
        hidden = "0%{opacity:0}" if first else ""
        frames = f"{hidden}{first}%{{opacity:1}}{last}%{{opacity:{int(last == 100)}}}"
        rules.append(f"@keyframes k{number}{{{frames}}}")
        rules.append(f".s{number}{{animation:k{number} {whole}s step-end 2 both}}")
    return "".join(rules)


def _lines(scene: Scene) -> str:
    return "\n".join(
        f'<text x="{LEFT}" y="{TOP + LINE * number}" class="{_look(line)}">{escape(line)}</text>'
        for number, line in enumerate(scene)
        if line
    )


def _look(line: str) -> str:
    if line.startswith("U: "):
        return "you"
    if line == "TESS:" or re.fullmatch(r"[A-Z]{6,}", line):
        return "head"
    if line.startswith("▌"):
        return "quote"
    return "dim" if re.match(r"-{9}|─{9}|…", line) else "text"
