// The kinds of dtypes that functions of the elementwise pattern compute.
#pragma once

namespace etk::vec {

/// Kinds of dtypes: dtypes that are computed in float, integers, and Bool.
constexpr unsigned kOfFloats = 1, kOfIntegers = 2, kOfBools = 4;

}  // namespace etk::vec
