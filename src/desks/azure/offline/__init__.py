"""The built-in model at the Azure desk: a table of causes, and the rules that go by it."""
