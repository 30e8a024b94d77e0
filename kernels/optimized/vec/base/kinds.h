// What functions of the elementwise pattern compute.
#pragma once

namespace etk::vec {

/// Kinds of dtypes: what is computed in float, integers, and Bool.
constexpr unsigned kOfFloats = 1, kOfIntegers = 2, kOfBools = 4;

}  // namespace etk::vec
