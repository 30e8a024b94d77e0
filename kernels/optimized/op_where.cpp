// The vector functions of where
#include "vec/base/operator.h"
#include "vec/elementwise/choose.h"

namespace etk::vec {

struct WhereMap : FasterMap {
  template <const char* kOp, Promote kPromote, typename F>
  static Tensor& map(
      Context& ctx,
      Tensor& out,
      const F& f,
      const Operand& condition,
      const Operand& self,
      const Operand& other) {
    if (accepts<kOp>(*condition.tensor, *self.tensor) &&
        choose(*condition.tensor, *self.tensor, *other.tensor, out)) {
      return out;
    }
    return map_each<kOp, kPromote>(ctx, out, f, condition, self, other);
  }
};

}  // namespace etk::vec

ETK_FASTER_OF("where.self_out", FasterMap, vec::WhereMap, {});

#include "portable/op_where.cpp"
