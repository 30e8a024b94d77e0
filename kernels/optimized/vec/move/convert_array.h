// Conversions of arrays between integers and other dtypes. Integers are the dtypes of 8 to 64 bits and Bool,
// except UInt16, UInt32 and UInt64.
#pragma once

#include "vec/base/array.h"

namespace etk::vec {

/// Each function converts n elements. It returns false if some of them require the portable conversion, or if
/// the build has not selected the dtype; what it has written is then undefined. Values of Long, and floats,
/// are converted only if they fit an Int.
bool to_floats(ScalarType dtype, const void* from, size_t n, float* floats);
bool from_floats(const float* floats, size_t n, ScalarType dtype, void* to);

/// Converts integers to Int, and Int to integers; `integers` are the elements of dtype Int.
bool to_integers(ScalarType dtype, const void* from, size_t n, void* integers);
bool from_integers(const void* integers, size_t n, ScalarType dtype, void* to);

/// Sets `bools` to whether integers of any dtype are not 0.
bool to_bools(ScalarType dtype, const void* from, size_t n, void* bools);

}  // namespace etk::vec
