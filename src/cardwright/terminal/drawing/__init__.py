"""Draw scenes in character cells: cards, zones, the whole table, colours and glyphs."""
