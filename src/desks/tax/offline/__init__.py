"""The tax desk's rules for the built-in model: what a message asks, what a question is about, which passage answers."""
