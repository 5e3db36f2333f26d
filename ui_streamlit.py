"""The web page of TESS: run it with ``streamlit run ui_streamlit.py``, or with ``./tess ui`` beside a server.

All state lives in the dossier on the server; the page's address says which dossier and in what language
the page itself is, so a reload or a second tab shows the same. What it shows is in ``clients/web``.
"""

from clients.web.page import show

show()
