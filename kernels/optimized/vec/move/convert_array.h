// Arrays of integers as those of another dtype. Integers are those of 8 to 64 bits and Bool, without UInt16
// and larger ones.
#pragma once

#include "vec/base/array.h"

namespace etk::vec {

/// Each converts n elements; false if some of them take the portable conversion, or the build has not
/// selected the dtype, and what it has written is of no use. Those of Long are converted as long as they fit
/// an Int, and so are floats.
bool to_floats(ScalarType dtype, const void* from, size_t n, float* floats);
bool from_floats(const float* floats, size_t n, ScalarType dtype, void* to);

/// Converts integers to Int and from it; `integers` are those of Int.
bool to_integers(ScalarType dtype, const void* from, size_t n, void* integers);
bool from_integers(const void* integers, size_t n, ScalarType dtype, void* to);

/// Whether integers of any dtype are not 0.
bool to_bools(ScalarType dtype, const void* from, size_t n, void* bools);

}  // namespace etk::vec
