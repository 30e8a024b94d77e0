// Blocks of a tensor, put to places that tensors of indices name.
#pragma once

#include "etk/index/index_put.h"
#include "vec/index/gather.h"
#include "vec/move/copy.h"

namespace etk::vec {

/// Puts values, which have the shape of out[indices], or with `adds` adds them. False if it does not take the
/// tensors; nothing has been written then.
bool put(Tensor& out, IndexList indices, const View& values, bool adds);

constexpr PutFunctions kPutFunctions{vec::copy, vec::are_indices, vec::put};

}  // namespace etk::vec
