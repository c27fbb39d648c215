"""Names of players."""

from collections.abc import Iterable, Sequence
from itertools import count
from unicodedata import category, normalize

from cardwright.wording import clean_name

MAX_NAME_CHARS = 24
BOT_SUFFIX = " (bot)"
GUEST_PREFIX = "Guest "
NUMBER_ROOM_CHARS = 4  # left free in a name, for the number of one that is taken
# Characters after case folding, and the Latin letters that look like them.
LOOKALIKES = str.maketrans(
    "авекмнорстухіјѕԁӏԛԝ" + "αβεζηικμνορτυχϲ" + "01|iłøđħ",
    "abekmhopctyxijsdlqw" + "abezhlkmvoptyxc" + "ollllodh",
)
# A browser without a name always has the same one of these.
GUEST_NAMES = (
    *("Avocet", "Bittern", "Bunting", "Chough", "Crake", "Curlew", "Dipper", "Dotterel", "Dunlin", "Eider", "Fulmar"),
    *("Gannet", "Godwit", "Goshawk", "Grebe", "Harrier", "Heron", "Hobby", "Jackdaw", "Kestrel", "Kite", "Knot"),
    *("Lapwing", "Linnet", "Martin", "Merlin", "Nightjar", "Nuthatch", "Osprey", "Ouzel", "Petrel", "Pipit", "Plover"),
    *("Puffin", "Redpoll", "Redstart", "Rook", "Ruff", "Scoter", "Shrike", "Siskin", "Smew", "Snipe", "Stonechat"),
    *("Swift", "Teal", "Tern", "Turnstone", "Twite", "Wagtail", "Wheatear", "Whimbrel", "Wigeon", "Wren"),
)


def appearance(name: str) -> str:
    """Return a text that is the same for names that look alike, whatever their alphabet, accents and capitals."""
    letters = (letter for letter in normalize("NFKD", name) if category(letter)[0] not in "CMZ")
    return "".join(letters).casefold().translate(LOOKALIKES)


def is_taken(name: str, used: Iterable[str]) -> bool:
    """Return whether a name looks like a name in use."""
    return appearance(name) in map(appearance, used)


def unused_name(name: str, used: Iterable[str], key: str) -> str:
    """Return a name as it can be shown, with a number if it looks like a name in use.

    A person who gave none, or one that looks like a bot's, gets the name of a `guest` with this ``key``.
    """
    wanted = clean_name(name, MAX_NAME_CHARS)
    if not wanted or appearance(wanted).endswith(appearance(BOT_SUFFIX)):
        wanted = guest(key)
    taken = set(map(appearance, used))
    others = (f"{wanted[: MAX_NAME_CHARS - NUMBER_ROOM_CHARS]} {number}" for number in count(2))
    return wanted if appearance(wanted) not in taken else next(each for each in others if appearance(each) not in taken)


def numbered(names: Sequence[str]) -> list[str]:
    """Return names, with numbers for names that occur more than once; "" stays as it is.

    >>> numbered(["Ada", "", "Ada", "Kate", ""])
    ['Ada 1', '', 'Ada 2', 'Kate', '']
    """
    numbers = {name: count(1) for name in names if name and names.count(name) > 1}
    return [f"{name} {next(numbers[name])}" if name in numbers else name for name in names]


def guest(key: str) -> str:
    """Return a name for a player who gave none, from the hash of their secret."""
    return f"{GUEST_PREFIX}{GUEST_NAMES[int(key[:8], 16) % len(GUEST_NAMES)]}"


def as_read_by(seat: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as the player at a seat reads them: a guest does not know the name that the others see.

    >>> as_read_by(0, ("Guest Wren", "Guest Kite")), as_read_by(-2, ("Guest Wren", "Kate"))
    (('You', 'Guest Kite'), ('Guest Wren', 'Kate'))
    """
    if seat < 0 or not names[seat].startswith(GUEST_PREFIX):
        return names
    return (*names[:seat], "You", *names[seat + 1 :])
