// native_dropout(input, p): 0 with probability p, else input / (1 - p); and where it is not 0
#include "etk/base/copy.h"
#include "etk/base/loop.h"
#include "etk/creation/random.h"
#include "etk/elementwise/map.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kNativeDropout[] = "native_dropout.out";

// Draws bools that are true with the given probability.
static void draw_mask(Tensor& mask, double probability) {
  const View view(mask);
  Loop loop(view);
  loop.add(view);
  loop.simplify();
  Random random(mask);
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    const int64_t keeps = random.uniform(ScalarType::Double) < probability;
    store(ScalarType::Bool, &keeps, 1, cursor.at(0), 0);
  }
}

std::tuple<Tensor&, Tensor&> native_dropout_out(
    Context& ctx, const Tensor& input, double p, std::optional<bool> train, Tensor& out0, Tensor& out1) {
  const std::tuple<Tensor&, Tensor&> outs(out0, out1);
  const ScalarType dtype = input.scalar_type();
  const bool drops = train.value_or(true);
  ETK_REQUIRE(ctx, accepts<kNativeDropout>(input, out1), outs);
  ETK_REQUIRE(ctx, out0.scalar_type() == dtype && out1.scalar_type() == ScalarType::Bool, outs);
  ETK_REQUIRE(ctx, !drops || (is_floating(dtype) && p >= 0 && p <= 1), outs);
  if (!resize(ctx, out0, Shape(input)) || !resize(ctx, out1, Shape(input))) {
    return outs;
  }
  if (!drops) {
    copy(View(input), View(out0));
    fill(View(out1), true);
    return outs;
  }
  draw_mask(out1, 1 - p);
  const double scale = p == 1 ? 0 : 1 / (1 - p);
  // A product, so that infinity and NaN are propagated even if they are dropped.
  const auto f = [scale](auto x, auto keeps) { return x * keeps * static_cast<decltype(x)>(scale); };
  map<kNativeDropout, Promote::kFloating>(ctx, out0, f, input, unpromoted(out1));
  return outs;
}

}  // namespace torch::executor::native
