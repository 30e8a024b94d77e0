// Scatter of blocks of a tensor, with tensors of indices.
#pragma once

#include "etk/index/index_put.h"
#include "vec/index/index_range.h"
#include "vec/move/copy.h"

namespace etk::vec {

/// Puts values, which have the shape of out[indices], or adds them if `adds`. Returns false, without writing
/// anything, if it does not support the tensors.
bool put(Tensor& out, IndexList indices, const View& values, bool adds);

constexpr PutFunctions kPutFunctions{vec::copy, vec::are_indices, vec::put};

}  // namespace etk::vec
