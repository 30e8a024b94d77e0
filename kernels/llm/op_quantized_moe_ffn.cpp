// quantized_moe_ffn(x, gate_weight, expert_bias, packed_w13, packed_w2): each token goes through a few
// experts of many, out = Σ weight · w2 · (silu(w1 · x) · (w3 · x)), by scores that are gate_weight · x
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"
#include "packed_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizedMoeFfn[] = "llama::quantized_moe_ffn.out";

namespace {

// The number of an expert's tokens that are computed each time its weights are unpacked.
constexpr int64_t kTokens = 16;

struct Experts {
  const View x, gate, bias, w13, w2;
  int64_t active, hidden, group, bits;
  bool is_sigmoid;
  float route_scale;
  // Temporary memory.
  float* scores = nullptr;    // of the current token for all experts
  float* weights = nullptr;   // of all tokens for their experts
  int64_t* chosen = nullptr;  // the experts of each token
  float *rows = nullptr, *middles = nullptr, *weight = nullptr, *other = nullptr;

  int64_t tokens() const {
    return x.sizes[0];
  }
  int64_t size() const {
    return x.sizes[1];
  }
  int64_t count() const {
    return gate.sizes[0];
  }
  bool read(int64_t expert, PackedWeights& first, PackedWeights& second) const;
  void route(int64_t token) const;
  void run(int64_t expert, const int64_t* places, int64_t number, const View& out) const;
};

float sigmoid(float x) {
  return 1 / (1 + std::exp(-x));
}

void read_row(const View& view, int64_t row, float* to) {
  const char* from = view.data + row * view.strides[0];
  load(ScalarType::Float, from, view.strides[1], static_cast<size_t>(view.sizes[1]), to);
}

// The packed weights of an expert. False if they have zero points or biases, for which the operator has no
// arguments.
bool Experts::read(int64_t expert, PackedWeights& first, PackedWeights& second) const {
  const auto fits = [&](const View& packed, int64_t rows, int64_t columns, PackedWeights& weights) {
    const char* data = packed.data + expert * packed.strides[0];
    return weights.read(data, packed.sizes[1], bits, rows, columns, group) && !weights.has_zero_points() &&
           !weights.has_biases();
  };
  return fits(w13, 2 * hidden, size(), first) && fits(w2, size(), hidden, second);
}

// Chooses the experts of a token, and their weights.
void Experts::route(int64_t token) const {
  read_row(x, token, rows);
  for (int64_t e = 0; e < count(); ++e) {
    read_row(gate, e, weight);
    const float score = dot(rows, weight, size());
    scores[e] = is_sigmoid ? sigmoid(score) : score;
  }
  const auto rank_of = [&](int64_t e) {
    const bool has_bias = bias.sizes[0] > 0;
    return has_bias ? scores[e] + *reinterpret_cast<const float*>(bias.data + e * bias.strides[0])
                    : scores[e];
  };
  int64_t* const own = chosen + token * active;
  float* const own_weights = weights + token * active;
  float sum = 0;
  for (int64_t i = 0; i < active; ++i) {
    int64_t best = -1;
    for (int64_t e = 0; e < count(); ++e) {
      // Of experts with equal ranks, the first is chosen; NaN ranks last.
      const bool is_free = std::find(own, own + i, e) == own + i;
      const bool is_better =
          best < 0 || rank_of(e) > rank_of(best) || (std::isnan(rank_of(best)) && !std::isnan(rank_of(e)));
      if (is_free && is_better) {
        best = e;
      }
    }
    own[i] = best;
    own_weights[i] = is_sigmoid ? scores[best] : std::exp(scores[best] - scores[own[0]]);
    sum += own_weights[i];
  }
  const float scale = (is_sigmoid ? route_scale : 1) / std::max(sum, std::numeric_limits<float>::min());
  std::for_each(own_weights, own_weights + active, [=](float& each) { each *= scale; });
}

// Adds the output of an expert for some tokens. A place is the token's number times `active` plus the index
// of the expert among the token's experts.
void Experts::run(int64_t expert, const int64_t* places, int64_t number, const View& out) const {
  PackedWeights first, second;
  (void)read(expert, first, second);  // was checked before
  for (int64_t i = 0; i < number; ++i) {
    read_row(x, places[i] / active, rows + i * size());
  }
  for (int64_t f = 0; f < hidden; ++f) {
    first.row(f, weight);
    first.row(hidden + f, other);
    for (int64_t i = 0; i < number; ++i) {
      const float up = dot(rows + i * size(), weight, size());
      middles[i * hidden + f] = up * sigmoid(up) * dot(rows + i * size(), other, size());
    }
  }
  for (int64_t d = 0; d < size(); ++d) {
    second.row(d, weight);
    for (int64_t i = 0; i < number; ++i) {
      char* at = out.data + places[i] / active * out.strides[0] + d * out.strides[1];
      *reinterpret_cast<float*>(at) += weights[places[i]] * dot(middles + i * hidden, weight, hidden);
    }
  }
}

}  // namespace

Tensor& quantized_moe_ffn_out(
    Context& ctx,
    const Tensor& x,
    const Tensor& gate_weight,
    const Tensor& expert_bias,
    const Tensor& packed_w13,
    const Tensor& packed_w2,
    int64_t num_activated_experts,
    int64_t num_experts,
    int64_t hidden_dim,
    int64_t dim,
    int64_t group_size,
    int64_t weight_nbit,
    std::string_view score_func,
    double route_scale,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizedMoeFfn>(x, packed_w13), out);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Float, x, gate_weight, expert_bias, out), out);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Byte, packed_w13, packed_w2), out);
  ETK_REQUIRE(ctx, x.dim() == 2 && gate_weight.dim() == 2 && expert_bias.dim() == 1, out);
  ETK_REQUIRE(ctx, packed_w13.dim() == 2 && packed_w2.dim() == 2, out);
  ETK_REQUIRE(ctx, dim > 0 && x.size(1) == dim && gate_weight.size(1) == dim, out);
  ETK_REQUIRE(ctx, gate_weight.size(0) == num_experts, out);
  ETK_REQUIRE(ctx, packed_w13.size(0) == num_experts && packed_w2.size(0) == num_experts, out);
  ETK_REQUIRE(ctx, num_activated_experts > 0 && num_activated_experts <= num_experts, out);
  ETK_REQUIRE(ctx, score_func == "sigmoid" || score_func == "softmax", out);
  ETK_REQUIRE(ctx, weight_nbit == 4 || weight_nbit == 8, out);
  // Only sigmoid scores support a bias for the choice.
  const bool is_sigmoid = score_func == "sigmoid";
  ETK_REQUIRE(ctx, expert_bias.numel() == 0 || (is_sigmoid && expert_bias.size(0) == num_experts), out);
  ETK_REQUIRE(ctx, hidden_dim > 0 && hidden_dim <= packed_w13.size(1), out);
  Experts experts{
      View(x),
      View(gate_weight),
      View(expert_bias),
      View(packed_w13),
      View(packed_w2),
      num_activated_experts,
      hidden_dim,
      group_size,
      weight_nbit,
      is_sigmoid,
      static_cast<float>(route_scale)};
  ETK_REQUIRE(ctx, experts.w13.strides[1] == 1 && experts.w2.strides[1] == 1, out);
  for (int64_t e = 0; e < num_experts; ++e) {
    PackedWeights first, second;
    ETK_REQUIRE(ctx, experts.read(e, first, second), out);
  }
  const int64_t pairs = experts.tokens() * num_activated_experts, longest = std::max(dim, hidden_dim);
  const int64_t floats = num_experts + pairs + kTokens * (dim + hidden_dim) + 2 * longest;
  const size_t bytes =
      static_cast<size_t>(pairs) * sizeof(int64_t) + static_cast<size_t>(floats) * sizeof(float);
  auto* const room = static_cast<int64_t*>(allocate(ctx, bytes, alignof(int64_t)));
  if (!room || !resize(ctx, out, Shape(x))) {
    return out;
  }
  experts.chosen = room;
  experts.scores = reinterpret_cast<float*>(room + pairs);
  experts.weights = experts.scores + num_experts;
  experts.rows = experts.weights + pairs;
  experts.middles = experts.rows + kTokens * dim;
  experts.weight = experts.middles + kTokens * hidden_dim;
  experts.other = experts.weight + longest;
  for (int64_t token = 0; token < experts.tokens(); ++token) {
    experts.route(token);
  }
  const View to(out);
  fill(to, Scalar(0.0));
  for (int64_t e = 0; e < num_experts; ++e) {
    int64_t places[kTokens], number = 0;
    for (int64_t place = 0; place < pairs; ++place) {
      if (room[place] == e) {
        places[number++] = place;
      }
      if (number == kTokens || (number > 0 && place + 1 == pairs)) {
        experts.run(e, places, number, to);
        number = 0;
      }
    }
  }
  return out;
}

}  // namespace torch::executor::native
