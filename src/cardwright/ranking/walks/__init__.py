"""Tables for the kernel where lines look at single cards: a walk finds a hand's strength by one look-up a card.

`lanes` finds the hands that may be worth more than their ranks, and `walk` their classes. `order` has one walk for the
best of more cards, `tables` lays all of it out, and `_kernels` walks rows.
"""
