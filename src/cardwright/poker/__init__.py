"""What any poker room needs, and no cards: the chips of a deal, and variants as data."""
