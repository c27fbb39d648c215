"""What people are called."""

MAX_NAME_CHARS = 24  # characters of a player's name
# What somebody is called who gives no name: always the same for one browser.
GUEST_NAMES = (
    *("Avocet", "Bittern", "Bunting", "Chough", "Crake", "Curlew", "Dipper", "Dotterel", "Dunlin", "Eider", "Fulmar"),
    *("Gannet", "Godwit", "Goshawk", "Grebe", "Harrier", "Heron", "Hobby", "Jackdaw", "Kestrel", "Kite", "Knot"),
    *("Lapwing", "Linnet", "Martin", "Merlin", "Nightjar", "Nuthatch", "Osprey", "Ouzel", "Petrel", "Pipit", "Plover"),
    *("Puffin", "Redpoll", "Redstart", "Rook", "Ruff", "Scoter", "Shrike", "Siskin", "Smew", "Snipe", "Stonechat"),
    *("Swift", "Teal", "Tern", "Turnstone", "Twite", "Wagtail", "Wheatear", "Whimbrel", "Wigeon", "Wren"),
)


def guest(key: str) -> str:
    """A name for somebody who gives none, by the hash of their secret."""
    return f"Guest {GUEST_NAMES[int(key[:8], 16) % len(GUEST_NAMES)]}"


def clean(text: str, longest: int) -> str:
    """What somebody typed, on one line, without what cannot be printed, and no longer than allowed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:longest].strip()
