// Norms of channels of floats: (x - mean) · scale + shift, where these three are the same for a channel.
#pragma once

#include "etk/view.h"

namespace etk::vec {

/// What channels are normalized with. Weight and bias may be null.
struct ChannelNorm {
  const float* weight;
  const float* bias;
  double eps;
};

/// Normalizes `from`, whose second dimension are channels, with means and variances of the channels. False if
/// the two views are not floats laid out so that vectors can take them; nothing has happened then.
bool batch_norm(
    const ChannelNorm& norm, const float* mean, const float* variance, const View& from, const View& out);

/// Normalizes groups of channels, as many for each element of the batch, with their own statistics, which it
/// sets, under the same conditions.
bool group_norm(
    const ChannelNorm& norm, size_t groups, const View& from, const View& out, float* mean, float* rstd);

}  // namespace etk::vec
