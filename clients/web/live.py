"""What the page tells a screen reader: its language, and once that a reply has come."""

import streamlit as st
from streamlit.components import v2

from clients.web.address import language

# The region stands beside what Streamlit draws, which it may draw anew: a region that is put there together with its
# text is not read aloud. The text is set as text, never as markup, and a number that was told is not told again.
TELL = """
export default function ({ data }) {
  const page = document.documentElement;
  page.lang = data.language;
  let region = document.getElementById("tess-told");
  if (!region) {
    region = document.createElement("div");
    region.id = "tess-told";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    region.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
    document.body.append(region);
    page.dataset.told = "";
  }
  if (page.dataset.told !== data.number) {
    page.dataset.told = data.number;
    region.textContent = data.text;
    if (data.number) show_beginning();
  }
}

// What grows at its end scrolls along, and comes back to it until a person turns the wheel and then is somewhere else.
// A reply that is there is read from its beginning: so that is kept in sight, and the way back to the end shut, until
// all of it was drawn for a while, unless somebody scrolls or types meanwhile.
function show_beginning() {
  const at = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
  let until = performance.now() + 1500;
  let left = false;
  let height = 0;
  const leave = () => { left = true; };
  for (const how of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(how, leave, { once: true, passive: true });
  const keep = () => {
    const app = document.querySelector("[data-testid=stApp]");
    const draws = app.dataset.testScriptState === "running" || document.querySelector("[data-stale=true]");
    if (draws) until = performance.now() + 1500;
    const page = document.querySelector("[data-testid=stAppScrollToBottomContainer]");
    if (page && page.scrollHeight !== height) {
      height = page.scrollHeight;
      until = performance.now() + 1500;
    }
    if (page) delete page.scrollTop;
    if (left || performance.now() > until) return;
    setTimeout(keep, 120);
    if (!page) return; // the first page has none yet
    Object.defineProperty(page, "scrollTop", { get: () => at.get.call(page), set: () => {}, configurable: true });
    const said = [...document.querySelectorAll("[data-testid=stChatMessage]")];
    said.filter((one) => one.querySelector("[data-testid=stText]")).at(-1)?.scrollIntoView({ block: "start" });
    page.dispatchEvent(new Event("wheel"));
    setTimeout(() => page.dispatchEvent(new Event("scroll")), 5);
  };
  keep();
}
"""


def announce(number: str, text: str) -> None:
    """Let the page say this once; the number tells one announcement from the next."""
    st.session_state["announcement"] = (number, text)


def show_live_region() -> None:
    """Put the invisible region on the page that says what was announced."""
    number, text = st.session_state.get("announcement", ("", ""))
    region = v2.component("tess_live_region", js=TELL)
    region(key="live", data={"number": number, "text": text, "language": language()})
