from cardwright.ranking.pointers._kernels cimport Strength

# One instruction looks up 16 rows. Earlier processors by Intel, and those by AMD, take longer for it than for 16 look-ups.
cdef extern from *:
    """
    #ifdef __AVX512FP16__
    #define CARDWRIGHT_GATHERS 1
    #else
    #define CARDWRIGHT_GATHERS 0
    #endif
    """
    const bint GATHERS "CARDWRIGHT_GATHERS"

cdef class EveryChoice:
    cdef int cards
    cdef bint one_hand
    cdef int mask
    cdef unsigned int* following
    cdef int* plan
    cdef tuple kept

cdef class InOrder:
    cdef int cards
    cdef unsigned char suit_mask
    cdef unsigned char unused
    cdef unsigned int slots
    cdef bint computed
    cdef unsigned char flip
    cdef unsigned char adds
    cdef unsigned int* following
    cdef unsigned char* slot_of
    cdef unsigned int* roots
    cdef tuple kept

cdef void walk_choices(
    EveryChoice walk, Strength* strengths, unsigned char* hands, Strength* out, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cdef void walk_in_order(
    InOrder walk, Strength* strengths, unsigned char* hands, Strength* out, Py_ssize_t first, Py_ssize_t last
) noexcept nogil
cdef void take_best(
    InOrder walk,
    Strength* strengths,
    unsigned char* hands,
    Strength* out,
    Py_ssize_t* row_of,
    int* part_of,
    int number,
) noexcept nogil
