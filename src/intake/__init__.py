"""What comes before anything decides: the language of a message, and the steps of a desk that read or refuse it."""
