"""An answer as text with its footnotes, and the button that copies it."""

import streamlit as st
from streamlit.components import v2

from clients.desk import Desk
from clients.web.reading import Footnote
from clients.web.words import word
from tess_client.wire import Frame, Language, harmless

# The text is never shown, and reaches the clipboard as text. Where a page has no clipboard, as over plain HTTP under
# another name than this machine's, it is taken from a field as in former days.
COPY = """
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  button.textContent = data.label;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(data.text);
    } catch {
      const field = document.createElement("textarea");
      field.value = data.text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    button.textContent = data.copied;
  };
}
"""
LOOK = """
button {
  font: inherit; font-size: 0.875rem; color: var(--st-text-color); background: transparent; cursor: pointer;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: 0.45rem 0.75rem;
}
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
"""


def as_text(answer: Frame, notes: list[Footnote], desk: Desk, language: Language) -> str:
    """Return an answer as Markdown to paste elsewhere: conclusion, claims, and a footnote for each with its quote."""
    claims = [f"{harmless(one.claim.get('text'))} [{one.number}]".strip() for one in notes]
    below = [_footnote(one, desk, language) for one in notes]
    parts = [harmless(answer.get("conclusion")), "\n".join(f"- {one}" for one in claims), *below]
    return "\n\n".join(filter(None, parts)) + "\n"


def _footnote(note: Footnote, desk: Desk, language: Language) -> str:
    source = note.source
    named = desk.name_of(source, language) or harmless(note.claim.get("source_id"))
    quote = " ".join(harmless(note.claim.get("quote")).split())
    address = harmless(source.get("url"))
    where = f" <{address}>" if address.startswith("https://") else ""
    return f"[{note.number}] {named}: “{quote}”{where}"


def show_copy(text: str, key: str) -> None:
    """Show the button."""
    button = v2.component("tess_copy", html="<button type=button></button>", css=LOOK, js=COPY)
    data = {"text": text, "label": word("copy"), "copied": word("copied")}
    with st.container(width="content"):
        button(key=key, data=data, width="content")
