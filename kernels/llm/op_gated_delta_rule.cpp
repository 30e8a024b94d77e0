// gated_delta_rule(query, key, value, decay, beta, initial_state): for each token in order,
// state = decay · state; state += key ⊗ (beta · (value - keyᵀ · state)); out = queryᵀ · state
//
// A head's state is a matrix that associates keys with values. Several heads of the queries may share a
// state.
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"

#include <algorithm>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGatedDeltaRule[] = "llama::gated_delta_rule.out";
// Programs of older exporters have this name.
static constexpr char kChannelwise[] = "llama::channelwise_gated_delta_rule.out";

namespace {

// The number of columns of a state that are computed together; columns do not depend on each other.
constexpr int64_t kColumns = 16;

Shape shape_of(int64_t batch, int64_t heads, int64_t rows, int64_t columns) {
  Shape shape;
  shape.push_back(batch);
  shape.push_back(heads);
  shape.push_back(rows);
  shape.push_back(columns);
  return shape;
}

float* float_at(const View& view, int64_t batch, int64_t head, int64_t row, int64_t column) {
  return reinterpret_cast<float*>(
      view.data + batch * view.strides[0] + head * view.strides[1] + row * view.strides[2] +
      column * view.strides[3]);
}

struct DeltaViews {
  View query, key, value, decay, beta, out, state;

  // Computes all tokens for some columns of a head's state; at first, the state holds the initial state.
  void run(int64_t batch, int64_t head, int64_t first, int64_t count) const;
};

void DeltaViews::run(int64_t batch, int64_t head, int64_t first, int64_t count) const {
  const int64_t size = state.sizes[2], group = query.sizes[1] / state.sizes[1];
  for (int64_t t = 0; t < query.sizes[2]; ++t) {
    float deltas[kColumns] = {};  // first, the value that the state has for the key
    for (int64_t i = 0; i < size; ++i) {
      const float kept = *float_at(decay, batch, head, t, i), factor = *float_at(key, batch, head, t, i);
      for (int64_t j = 0; j < count; ++j) {
        float& element = *float_at(state, batch, head, i, first + j);
        element *= kept;
        deltas[j] += element * factor;
      }
    }
    const float strength = *float_at(beta, batch, head, t, 0);
    for (int64_t j = 0; j < count; ++j) {
      deltas[j] = (*float_at(value, batch, head, t, first + j) - deltas[j]) * strength;
    }
    for (int64_t i = 0; i < size; ++i) {
      const float factor = *float_at(key, batch, head, t, i);
      for (int64_t j = 0; j < count; ++j) {
        *float_at(state, batch, head, i, first + j) += factor * deltas[j];
      }
    }
    for (int64_t of = head * group; of < (head + 1) * group; ++of) {
      float sums[kColumns] = {};
      for (int64_t i = 0; i < size; ++i) {
        const float factor = *float_at(query, batch, of, t, i);
        for (int64_t j = 0; j < count; ++j) {
          sums[j] += *float_at(state, batch, head, i, first + j) * factor;
        }
      }
      for (int64_t j = 0; j < count; ++j) {
        *float_at(out, batch, of, t, first + j) = sums[j];
      }
    }
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&> gated_delta_rule_out(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    const Tensor& decay,
    const Tensor& beta,
    const Tensor& initial_state,
    Tensor& out,
    Tensor& final_state_out) {
  const std::tuple<Tensor&, Tensor&> outs(out, final_state_out);
  ETK_REQUIRE(ctx, accepts<kGatedDeltaRule>(query) || accepts<kChannelwise>(query), outs);
  ETK_REQUIRE(
      ctx, have_dtype(ScalarType::Float, query, key, value, decay, beta, initial_state, out, final_state_out),
      outs);
  ETK_REQUIRE(ctx, query.dim() == 4 && key.dim() == 4 && value.dim() == 4 && initial_state.dim() == 4, outs);
  ETK_REQUIRE(ctx, beta.dim() == 3 && (decay.dim() == 3 || decay.dim() == 4), outs);
  const int64_t batch = key.size(0), heads = key.size(1), tokens = key.size(2);
  const int64_t size = key.size(3), columns = value.size(3);
  const Shape keys = shape_of(batch, heads, tokens, size), state = shape_of(batch, heads, size, columns);
  ETK_REQUIRE(ctx, heads > 0 && query.size(1) % heads == 0, outs);
  ETK_REQUIRE(ctx, Shape(query) == shape_of(batch, query.size(1), tokens, size), outs);
  ETK_REQUIRE(ctx, Shape(value) == shape_of(batch, heads, tokens, columns), outs);
  ETK_REQUIRE(ctx, Shape(initial_state) == state, outs);
  View decays(decay), betas(beta);
  if (decays.rank == 3) {
    decays.insert(3);
    ETK_REQUIRE(ctx, decays == shape_of(batch, heads, tokens, 1) && decays.broadcast_to(keys), outs);
  }
  betas.insert(3);
  ETK_REQUIRE(ctx, decays == keys && betas == shape_of(batch, heads, tokens, 1), outs);
  // The tensor would be read while it is written.
  ETK_REQUIRE(ctx, are_apart(initial_state, final_state_out), outs);
  if (!resize(ctx, out, shape_of(batch, query.size(1), tokens, columns)) ||
      !resize(ctx, final_state_out, state)) {
    return outs;
  }
  const DeltaViews views{View(query), View(key), View(value),          decays,
                         betas,       View(out), View(final_state_out)};
  copy(View(initial_state), views.state);
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t h = 0; h < heads; ++h) {
      for (int64_t first = 0; first < columns; first += kColumns) {
        views.run(b, h, first, std::min(kColumns, columns - first));
      }
    }
  }
  return outs;
}

}  // namespace torch::executor::native
