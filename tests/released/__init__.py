"""What released versions wrote, kept for good; ``docs/upgrading.md`` lists it, and every version opens all of it."""
