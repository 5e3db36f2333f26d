"""What the page tells a screen reader: its language, and once that a reply has come."""

import streamlit as st
from streamlit.components import v2

from clients.web.address import language

REGION = """
<div role="status" aria-live="polite" aria-atomic="true" data-testid="announcer"
  style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap"></div>
"""

# The text is set as text, never as markup. The number is kept on the page itself: Streamlit may mount the
# region anew, and a reload of the page must not say it again.
TELL = """
export default function ({ data, parentElement }) {
  const page = document.documentElement;
  page.lang = data.language;
  const region = parentElement.querySelector("[role=status]");
  if (data.number && page.dataset.announced !== data.number) {
    page.dataset.announced = data.number;
    region.textContent = data.text;
  }
}
"""


def announce(number: str, text: str) -> None:
    """Let the page say this once; the number tells one announcement from the next."""
    st.session_state["announcement"] = (number, text)


def show_live_region() -> None:
    """Put the invisible region on the page that says what was announced."""
    number, text = st.session_state.get("announcement", ("", ""))
    region = v2.component("tess_live_region", html=REGION, js=TELL, isolate_styles=False)
    region(key="live", data={"number": number, "text": text, "language": language()})
