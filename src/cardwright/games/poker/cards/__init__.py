"""What happens to cards: exchanges, wild hole cards, stud, and decks with other faces or of dice."""
