"""Names of players."""

MAX_NAME_CHARS = 24  # characters of a player's name
# A browser without a name always has the same one of these.
GUEST_NAMES = (
    *("Avocet", "Bittern", "Bunting", "Chough", "Crake", "Curlew", "Dipper", "Dotterel", "Dunlin", "Eider", "Fulmar"),
    *("Gannet", "Godwit", "Goshawk", "Grebe", "Harrier", "Heron", "Hobby", "Jackdaw", "Kestrel", "Kite", "Knot"),
    *("Lapwing", "Linnet", "Martin", "Merlin", "Nightjar", "Nuthatch", "Osprey", "Ouzel", "Petrel", "Pipit", "Plover"),
    *("Puffin", "Redpoll", "Redstart", "Rook", "Ruff", "Scoter", "Shrike", "Siskin", "Smew", "Snipe", "Stonechat"),
    *("Swift", "Teal", "Tern", "Turnstone", "Twite", "Wagtail", "Wheatear", "Whimbrel", "Wigeon", "Wren"),
)


def guest(key: str) -> str:
    """Return a name for a player who gave none, from the hash of their secret."""
    return f"Guest {GUEST_NAMES[int(key[:8], 16) % len(GUEST_NAMES)]}"
