// The activation, and the addition of a tensor, that are fused with a convolution or a matrix product.
#pragma once

#include "etk/elementwise/activation.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace etk {

/// What an operator does to each element of its out after it has computed it: out = activation(out +
/// residual).
class Activate {
 public:
  /// False if there is no such activation, or if the residual has another dtype than the out.
  bool read(
      const std::optional<Tensor>& residual,
      std::string_view name,
      std::optional<double> lower,
      std::optional<double> upper,
      const Tensor& out) {
    residual_ = residual ? &*residual : nullptr;
    return activation_.read(name, lower, upper) &&
           (!residual || residual->scalar_type() == out.scalar_type());
  }

  /// Whether it is possible for an out of this shape.
  bool fits(const Shape& shape) const {
    return !residual_ || shape == residual_->sizes();
  }

  /// Null if there is none.
  const Tensor* residual() const {
    return residual_;
  }
  const Activation& activation() const {
    return activation_;
  }

  /// Computes the out in place, if the operator has not failed.
  template <const char* kOp>
  void run(Context& ctx, Tensor& out) const {
    if (ctx.failure_state() != Error::Ok) {
      return;
    }
    const Tensor& self = out;
    if (residual_) {
      map<kOp, Promote::kFloating>(ctx, out, ActivatedSum{activation_}, self, *residual_);
    } else if (!activation_.is_none()) {
      map<kOp, Promote::kFloating>(ctx, out, activation_, self);
    }
  }

 private:
  const Tensor* residual_ = nullptr;
  Activation activation_;
};

}  // namespace etk
