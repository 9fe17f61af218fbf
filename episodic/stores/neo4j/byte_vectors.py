"""The two forms in which earlier versions stored vectors as bytes."""

from struct import Struct

import numpy as np

_NUMBER_BYTES = 4
_SPARSE_HEAD = Struct("<xI")


def decoded(stored: bytes | bytearray) -> bytes:
    """Return the float32 bytes of a vector that was stored as bytes, in full or in a sparse form.

    The sparse form of a vector consists of a zero byte, the dimension (uint32), a bitmap of the components that are not
    zero, and the values of these components. The length of a sparse form is never a multiple of four, unlike the length
    of a full vector.
    """
    if len(stored) % _NUMBER_BYTES != _SPARSE_HEAD.size % _NUMBER_BYTES:
        return bytes(stored)
    (dimension,) = _SPARSE_HEAD.unpack_from(stored)
    # The bitmap is padded so that the length of the sparse form is a multiple of four plus one.
    end = _SPARSE_HEAD.size + -(-dimension // (8 * _NUMBER_BYTES)) * _NUMBER_BYTES
    bitmap = np.frombuffer(stored, np.uint8, end - _SPARSE_HEAD.size, _SPARSE_HEAD.size)
    numbers = np.zeros(dimension, "<u4")
    numbers[np.unpackbits(bitmap, count=dimension).view(np.bool_)] = np.frombuffer(stored, "<u4", offset=end)
    return numbers.tobytes()
