"""Words that any text of a language has: a desk adds those that any text of its field has. Pure."""

DUTCH = frozenset(
    "aan al alle alleen als altijd andere ben bij daar dan dat de deze die dit doe doen door dus een eens en er ga "
    "gaat geen haar had heb hebben heeft hem het hier hij hoe hun iets ik in is ja je jij jouw kan kon kun kunnen "
    "kunt maar mag me meer men met mij mijn moet moeten na naar niet nog nu of om omdat onder ons ook op over te toch "
    "toe tot u uit uw van veel volgens voor waar waarom wanneer want was wat wel welk welke werd wie wil "
    "word worden wordt zal ze zelf zich zij zijn zo zonder zou".split()
)
ENGLISH = frozenset(
    "a about after all also am an and any are as at be been but by can could did do does doing each for from get "
    "had has have having he her his how i if in into is it its just me more most my no "
    "not of off on once only or other our out own please should so some such than that the their them then there these "
    "they this those to too under until up us very was we were what when where which while who whom whose why "
    "will with would you your".split()
)
