"""The same dossiers over the Model Context Protocol, for any MCP client; importing this imports nothing of it.

``http.McpDoor`` is mounted by the server, ``stdio.serve`` speaks to the program that started it.
"""
