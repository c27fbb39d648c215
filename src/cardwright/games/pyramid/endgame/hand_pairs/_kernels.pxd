cimport cython

cdef object double(object array)

@cython.final
cdef class HandPairs:
    cdef int[:, ::1] strengths
    cdef int[::1] room
    cdef int[::1] class_masks
    cdef int classes
    cdef dict numbers
    cdef dict futures
    cdef int number
    cdef int[:, ::1] masks
    cdef int[:, ::1] lacking
    cdef int[:, ::1] steps
    cdef unsigned char[:, ::1] label_of
    cdef int[::1] lows
    cdef int[::1] highs
    cdef int[::1] future
    cdef int[::1] description
    cdef int[:, ::1] levels

    cdef int pair_of(self, int number, int one, int other)
    cdef int pair_after(self, int pair, int player, int brick_class)
    cdef int hand_with(self, int mask, int brick_class) noexcept
    cdef void fill_pair(self, int pair, int number) noexcept
    cdef void mark_strengths(self, int hand, int player, int mask, int first, int lacking) noexcept
    cdef bint are_alike(self, int hand, int against, int mask, int first, int lacking, int one, int other) noexcept
    cdef bint is_used_up(self, int pair, int brick_class) noexcept
    cdef void add_future(self, int pair)
    cdef int describe(self, int pair, int labels, int* class_of_label)
    cdef long long future_after(self, int pair, int player, int brick_class) noexcept
    cdef int labels(self, int one, int two, int three, int brick_class) noexcept
    cdef int least(self, int one, int two, int three) noexcept
    cdef int most(self, int one, int two, int three) noexcept
