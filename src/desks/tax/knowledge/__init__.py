"""What the built-in model, a memo and a check of citations know of tax law, in the files beside this."""
