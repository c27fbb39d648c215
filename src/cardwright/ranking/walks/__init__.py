"""Evaluate many rows by one look-up a card, where lines look at single cards or tables by ranks are slow.

`evaluator` and `one_by_one` choose it by `tables.DeferredTables`, once look-ups without it have taken as long as to
build it. `lanes` finds the hands that may be worth more than their ranks, and `walk` their classes. `order` has one
walk for the best of more cards, `tables` lays all of it out, and `_kernels` walks rows.
"""
