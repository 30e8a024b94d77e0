// The vector functions of masked_fill
#include "vec/base/operator.h"
#include "vec/elementwise/choose.h"

namespace etk::vec {

struct MaskedFillMap : FasterMap {
  template <const char* kOp, Promote kPromote, typename F>
  static Tensor& map(
      Context& ctx, Tensor& out, const F& f, const Tensor& self, const Operand& mask, const Operand& value) {
    if (accepts<kOp>(self, *mask.tensor) && !is_large_unsigned(self.scalar_type()) &&
        choose(*mask.tensor, *value.number, self, out)) {
      return out;
    }
    return map_each<kOp, kPromote>(ctx, out, f, self, mask, value);
  }
};

}  // namespace etk::vec

ETK_FASTER_OF("masked_fill.Scalar_out", FasterMap, vec::MaskedFillMap, {});

#include "portable/op_masked_fill.cpp"
