"""The web page of TESS: run it with ``streamlit run ui_streamlit.py``, or with ``./tess ui`` beside a server.

All state lives in the dossier on the server; the page's address says which dossier and in what language
the page itself is, so a reload or a second tab shows the same. What it shows is in ``clients/web``.
"""

from streamlit.config import set_option
from streamlit.starlette import App

from clients.web.doors import doors, opened, origins
from clients.web.login import routes
from clients.web.page import show

if __name__ == "__main__":  # so Streamlit runs it, each time that the page is drawn
    show()
else:  # so Streamlit's server imports it, once
    set_option("server.corsAllowedOrigins", list(origins()))
    app = App(__file__, middleware=doors(), lifespan=opened, routes=routes())
