"""Rank hands as multisets of ranks, where no line looks at more than ranks and facets that all cards share.

`rows` lists the multisets, `lines` matches a line of the table with all of them, and `hands` counts the hands of each.
`blocks` does so where a deck has too many ranks to list all multisets.
"""
