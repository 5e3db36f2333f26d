"""The mark of TESS, drawn by us: a page with one passage marked, and the name."""

PAGE = """<path d="M5 3h13l6 6v20H5z" stroke="{ink}" stroke-width="2"/>
<path d="M18 3v6h6" stroke="{ink}" stroke-width="2"/>
<path d="M9.5 13.5h10" stroke="{ink}" stroke-width="1.8"/>
<path d="M9.5 18.5h10" stroke="{mark}" stroke-width="4.2"/>
<path d="M9.5 24h6.5" stroke="{ink}" stroke-width="1.8"/>"""

S = "M{x} 10.5c-1.3-1.6-3-2.3-5.4-2.3c-3.3 0-5.6 1.6-5.6 4.1c0 5.6 11.6 2.6 11.6 8.1"
S_END = "c0 2.6-2.3 4.3-5.8 4.3c-2.7 0-4.9-.9-6.4-2.9"

NAME = f"""<g stroke="{{ink}}" stroke-width="2.6">
<path d="M38 8.5h15M45.5 8.5V24.5"/>
<path d="M73 8.5H61v16h12M61 16.3h10"/>
<path d="{S.format(x="92.5")}{S_END}"/>
<path d="{S.format(x="113.5")}{S_END}"/>
</g>"""

FRAME = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="32" viewBox="0 0 {width} 32"
fill="none" stroke-linecap="round" stroke-linejoin="round">{inside}</svg>"""


def logo(dark: bool) -> str:
    """Return mark and name as SVG, for a dark or a light page."""
    inside = (PAGE + NAME).format(ink="#e9e5dc" if dark else "#1b2a36", mark="#d99a2b")
    return FRAME.format(width=124, inside=inside)


ICON = FRAME.format(width=32, inside=PAGE.format(ink="#4a7da3", mark="#d99a2b"))
"""For the browser's tab, whose colour nobody knows."""
