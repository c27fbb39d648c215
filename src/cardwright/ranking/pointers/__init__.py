"""Where the arrays of NumPy begin in memory, for the kernels of rankings."""
