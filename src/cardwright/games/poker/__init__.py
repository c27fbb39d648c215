"""The poker room: any ranking, any variant, 2 to 20 players. Dual Piecepacks Poker is its first table."""
