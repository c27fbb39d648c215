"""List and rank all hands as multisets of ranks: `compile` uses it for tables that look at no single cards.

`rows` lists the multisets, `lines` matches a line of the table with all of them, and `hands` counts the hands of each.
`blocks` does so where a deck has too many ranks to list all multisets.
"""
