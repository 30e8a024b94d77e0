// How long vectors can be.
#pragma once

#include <cstddef>

namespace etk::vec {

/// The floats of a vector, at most, in products and Fourier transforms: what memory these take follows from
/// it. Of longer vectors, which SVE has room for and no processor has, a part is used there.
constexpr size_t kMostLanes = 16;

}  // namespace etk::vec
