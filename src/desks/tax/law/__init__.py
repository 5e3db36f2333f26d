"""What is known of Dutch law as such: names, citations, days, versions, and what a claim measures. Pure."""
