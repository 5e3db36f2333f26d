"""What the desk asks outside: Microsoft Learn over MCP, GitHub without a key, and who looks for personal data."""
