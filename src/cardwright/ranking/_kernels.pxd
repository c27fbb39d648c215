from cardwright.ranking.pointers._kernels cimport Strength

cdef class Tables:
    cdef int cards
    cdef int size
    cdef int deck
    cdef int parts
    cdef bint overrules
    cdef int plain
    cdef unsigned long long* constants
    cdef unsigned long long* facts
    cdef unsigned char* inside
    cdef int* child
    cdef unsigned int* left
    cdef unsigned int* right
    cdef unsigned short* strengths
    cdef unsigned int* wide
    cdef object every_choice
    cdef object in_order
    cdef bint by_ranks
    cdef int flag_at
    cdef unsigned char* flags
    cdef tuple kept

cdef int read(Tables t, int part, unsigned long long total) noexcept nogil
cdef int deeper(
    Tables t, int part, unsigned long long total, unsigned char* hand, Py_ssize_t at, int best
) noexcept nogil
cdef void look_inside(
    Tables t,
    unsigned char* hands,
    Strength* out,
    Py_ssize_t first,
    unsigned char* rows,
    int number,
    unsigned long long* sums,
) noexcept nogil
cdef int with_hole(
    Tables t,
    unsigned char* hole,
    Py_ssize_t hole_at,
    int in_hole,
    unsigned char* board,
    Py_ssize_t board_at,
    int on_board,
    int from_hole,
) noexcept nogil
cdef bint is_even(int number) noexcept nogil
