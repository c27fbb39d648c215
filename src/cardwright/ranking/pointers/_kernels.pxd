ctypedef fused Strength:
    unsigned short
    unsigned int

cdef unsigned char* bytes_of(object array)
cdef unsigned short* shorts_of(object array)
cdef int* ints_of(object array)
cdef unsigned int* uints_of(object array)
cdef long long* longs_of(object array)
cdef unsigned long long* words_of(object array)
