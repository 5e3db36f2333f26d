"""Commands of the Azure desk; what they need is imported when they run."""
