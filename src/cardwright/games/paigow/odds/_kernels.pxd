cdef Py_ssize_t place_of(long long[::1] keys, long long key) noexcept
cdef void sort_settings(
    unsigned int[::1] codes, Py_ssize_t n, int shift, int[::1] before, int[::1] starts, int[::1] order
) noexcept
