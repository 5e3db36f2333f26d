"""Documents of the client, read by a limited process of their own, and personal data found in them by its form."""
