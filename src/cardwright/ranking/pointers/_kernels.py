"""Pointers to the first item of an array, for all kernels of rankings; uncompiled, a memoryview, which is read alike.

An array has one dimension and at least one item, and its owner keeps it alive.
"""

import cython

if not cython.compiled:
    Strength = cython.fused_type(cython.ushort, cython.uint)


@cython.cfunc
def bytes_of(array: object) -> cython.p_uchar:
    """Return where an array of bytes begins."""
    if not cython.compiled:
        return memoryview(array)
    view: cython.const[cython.uchar][::1] = array
    return cython.cast(cython.p_uchar, cython.address(view[0]))


@cython.cfunc
def shorts_of(array: object) -> cython.p_ushort:
    """Return where an array of unsigned integers of 16 bits begins."""
    if not cython.compiled:
        return memoryview(array)
    view: cython.const[cython.ushort][::1] = array
    return cython.cast(cython.p_ushort, cython.address(view[0]))


@cython.cfunc
def ints_of(array: object) -> cython.p_int:
    """Return where an array of integers begins."""
    if not cython.compiled:
        return memoryview(array)
    view: cython.const[cython.int][::1] = array
    return cython.cast(cython.p_int, cython.address(view[0]))


@cython.cfunc
def uints_of(array: object) -> cython.p_uint:
    """Return where an array of unsigned integers begins."""
    if not cython.compiled:
        return memoryview(array)
    view: cython.const[cython.uint][::1] = array
    return cython.cast(cython.p_uint, cython.address(view[0]))


@cython.cfunc
def longs_of(array: object) -> cython.p_longlong:
    """Return where an array of 64-bit integers begins."""
    if not cython.compiled:
        return memoryview(array)
    view: cython.const[cython.longlong][::1] = array
    return cython.cast(cython.p_longlong, cython.address(view[0]))


@cython.cfunc
def words_of(array: object) -> cython.p_ulonglong:
    """Return where an array of unsigned 64-bit integers begins."""
    if not cython.compiled:
        return memoryview(array)
    view: cython.const[cython.ulonglong][::1] = array
    return cython.cast(cython.p_ulonglong, cython.address(view[0]))
