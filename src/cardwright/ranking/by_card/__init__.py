"""List and rank all hands as multisets of card types: `compile` uses it where some line looks at single cards.

`card_types` says which cards are alike, `rows` lists the hands, and `lines` matches the lines of the table with all of
them; `wild_readings` and `card_readings` read wild cards. `hands` joins these. `_kernels` looks hands up one by one,
and numbers the classes of sorted cards for `walks`.
"""
