// Norms of channels: (x - mean) · scale + shift, where these three are the same for a channel.
#pragma once

#include "etk/elementwise/doubles.h"
#include "vec/base/array.h"

#include <executorch/runtime/core/function_ref.h>

namespace etk::vec {

/// What channels are normalized with. Weight and bias may have no data.
struct ChannelNorm {
  Array weight;
  Array bias;
  double eps;
};

/// Normalizes `from`, whose second dimension are channels, with means and variances of the channels. False if
/// the two views are not of one dtype that is computed in float, laid out so that vectors can take them;
/// nothing has been written then.
bool batch_norm(
    const ChannelNorm& norm, const Array& mean, const Array& variance, const View& from, const View& out);

/// Is told the statistics of a channel, by any thread.
using KeepMoments = executorch::runtime::FunctionRef<void(size_t channel, const Moments& moments)>;

/// Normalizes channels with their own statistics, which it sets and tells `keep`, if there is one; under the
/// same conditions, and there are elements.
bool batch_norm(
    const ChannelNorm& norm,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd,
    KeepMoments keep);

/// Normalizes groups of channels, as many for each element of the batch, with their own statistics, which it
/// sets, under the same conditions.
bool group_norm(
    const ChannelNorm& norm,
    size_t groups,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd);

}  // namespace etk::vec
