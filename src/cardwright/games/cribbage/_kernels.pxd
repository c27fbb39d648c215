cdef int sum_by_ranks(int* ranks, int* counts) noexcept
cdef int without_starter(int* cards) noexcept
cdef int hand_points(int* cards, int first, int starter, int crib) noexcept
cdef void points_by_starter(int* cards, int first, int crib, int* out) noexcept
cdef int pegging_points(int* pile, int size, int count) noexcept
cdef int best_split(int* cards, const double[:, ::1] crib, int* sums, double* keep_values) noexcept
cdef void copy_six(const unsigned char[::1] row, int first, int* cards) noexcept
