"""Pointers to the arrays of NumPy, for the kernels of rankings."""
