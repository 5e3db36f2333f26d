"""How what is said is defended: numbers, calculations and the support of quotes, as values."""
