"""Cards in the hands of players: exchanges, wild hole cards, stud, and decks with other faces or of dice."""
