"""Evaluate arrays of hands: `evaluator` and `one_by_one` call it where the kernel has tables of either kind."""
