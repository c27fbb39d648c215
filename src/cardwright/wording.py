"""Numbers with their nouns, for every text that a person reads."""


def counted(number: int, noun: str, sign: str = "") -> str:
    """Return a number and its noun: "1 card", "2,000 cards"; ``sign`` is that of a format, such as "+".

    >>> counted(1, "card"), counted(2000, "card"), counted(-1, "point", "+")
    ('1 card', '2,000 cards', '-1 point')
    """
    return f"{number:{sign},} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """Return a noun as it follows a number.

    >>> plural(1, "card"), plural(0, "card")
    ('card', 'cards')
    """
    return noun if abs(number) == 1 else f"{noun}s"
