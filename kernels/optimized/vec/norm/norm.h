// Norms of channels: (x - mean) · scale + shift, with one mean, scale and shift per channel.
#pragma once

#include "etk/elementwise/doubles.h"
#include "vec/base/array.h"

#include <executorch/runtime/core/function_ref.h>

namespace etk::vec {

/// The parameters of a norm. The data of weight and bias may be null.
struct ChannelNorm {
  Array weight;
  Array bias;
  double eps;
};

/// Normalizes `from`, whose second dimension are channels, with the given means and variances. Returns false,
/// without writing anything, unless the two views have one dtype that is computed in float, and a supported
/// layout.
bool batch_norm(
    const ChannelNorm& norm, const Array& mean, const Array& variance, const View& from, const View& out);

/// Receives the statistics of a channel, on any thread.
using KeepMoments = executorch::runtime::FunctionRef<void(size_t channel, const Moments& moments)>;

/// Normalizes channels with their own statistics, which it stores, and passes to `keep` if that is not null.
/// The same contract; there must be elements.
bool batch_norm(
    const ChannelNorm& norm,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd,
    KeepMoments keep);

/// Normalizes groups of channels, `groups` per batch element, with their own statistics, which it stores. The
/// same contract.
bool group_norm(
    const ChannelNorm& norm,
    size_t groups,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd);

}  // namespace etk::vec
