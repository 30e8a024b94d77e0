// The maximum vector length.
#pragma once

#include <cstddef>

namespace etk::vec {

/// The upper bound on the floats of a vector in products and Fourier transforms; the size of their temporary
/// memory depends on it. SVE allows longer vectors, but no processor has them: only a part of such a vector
/// would be used.
constexpr size_t kMostLanes = 16;

}  // namespace etk::vec
