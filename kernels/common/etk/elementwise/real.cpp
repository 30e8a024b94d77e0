#include "etk/elementwise/real.h"
#include "etk/base/copy.h"

namespace etk {
namespace {

template <typename C>
void apply_each(C (*function)(C), const void* in, void* out, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<C*>(out)[i] = function(static_cast<const C*>(in)[i]);
  }
}

}  // namespace

void apply_float(const void* f, const void* const* in, void* out, size_t n) {
  apply_each(static_cast<const RealFunction*>(f)->of_float, in[0], out, n);
}

void apply_double(const void* f, const void* const* in, void* out, size_t n) {
  apply_each(static_cast<const RealFunction*>(f)->of_double, in[0], out, n);
}

Tensor& run_round(
    Context& ctx,
    const Instances<MapFunction>& instances,
    const RealFunction& f,
    const Tensor& self,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, instances.selected.has(dtype) && out.scalar_type() == dtype, out);
  if (is_integer(dtype)) {
    return copy_to_out(ctx, self, out);
  }
  const Operand operand(self);
  run_map(ctx, instances, Promote::kFloating, &f, &operand, 1, out);
  return out;
}

}  // namespace etk
