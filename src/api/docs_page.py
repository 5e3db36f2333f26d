"""The page at ``/docs``: Swagger UI over the description of the API; all of it comes from this server."""

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""What a browser may load for the page: what its own origin serves. Swagger UI styles elements in place."""

# Its addresses are relative: a proxy may serve the API below a path of its own.
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TESS: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""

# Without the null Swagger UI shows a badge that another site draws.
START = 'SwaggerUIBundle({url: "openapi.json", dom_id: "#swagger-ui", validatorUrl: null})\n'


def add_docs_page(app: FastAPI) -> None:
    """Add the page, the line that starts it, and the scripts and styles of the package that has them."""

    async def page(_: Request) -> Response:
        return HTMLResponse(PAGE, headers={"content-security-policy": POLICY})

    async def start(_: Request) -> Response:
        return Response(START, media_type="text/javascript")

    app.add_route("/docs", page, include_in_schema=False)
    app.add_route("/docs/start.js", start, include_in_schema=False)
    app.mount("/docs/assets", StaticFiles(packages=[("fastapi_offline", "static")]))
