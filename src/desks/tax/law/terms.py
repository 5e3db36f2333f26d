"""When terms of law end: the Algemene termijnenwet. Pure."""

from src.grounding.terms import Birthday, Calendar

TERMS = Calendar(
    fixed=frozenset({(1, 1), (5, 5), (12, 25), (12, 26)}),
    around_easter=frozenset({-2, 1, 39, 50}),
    birthdays=(Birthday(1949, 4, 30, if_sunday=1), Birthday(1980, 4, 30), Birthday(2014, 4, 27)),
    longest={"days": 90, "weeks": 12, "months": 3},
)
"""Article 3: New Year's Day, Good Friday, Easter Monday, Ascension Day, Whit Monday, both days of Christmas, the King's
birthday and the fifth of May. Articles 1 and 4: the end of a term is moved, but not of one in years, nor of over 90
days, twelve weeks or three months."""
