"""What the engine says and stores today, kept so that it can be held equal to the byte while its code moves."""
