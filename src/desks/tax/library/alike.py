"""Members of a family: what is asked of a grandmother is asked of a grandfather as well."""

from collections.abc import Iterator

from src.desks.tax.library import dutch, english

_DUTCH = """
opa oma opas omas opoe grootvader grootmoeder grootouder grootouders
ouder ouders vader moeder vaders moeders pa ma pap mam papa mama
kind kinderen zoon dochter zoons dochters zonen zoontje dochtertje
kleinkind kleinkinderen kleinzoon kleindochter kleinzoons kleindochters
oom tante ooms tantes
broer zus broers zussen broertje zusje zuster
partner man vrouw echtgenoot echtgenote
"""
_ENGLISH = """
grandparent grandparents grandfather grandmother grandpa grandma granddad
parent parents father mother mum mom dad
child children son daughter sons daughters kid kids
grandchild grandchildren grandson granddaughter
uncle aunt uncles aunts
sibling siblings brother sister brothers sisters
spouse husband wife partner
"""
"""Each line are words of which one stands for all. That the law tells some of them apart is for its text to say."""


def _pairs() -> Iterator[tuple[str, str]]:
    for lines, term in ((_DUTCH, dutch.term), (_ENGLISH, english.term)):
        for line in lines.strip().splitlines():
            terms = [one for one in map(term, line.split()) if one]
            yield from ((one, terms[0]) for one in terms)


ALIKE = dict(_pairs())
"""Each term with the one that stands for all that are alike."""
