// What fused operators do to the outs of products and convolutions, as an epilogue.
#pragma once

#include "etk/product/activate.h"
#include "vec/base/layout.h"
#include "vec/product/epilogue.h"

#include <atomic>

namespace etk::vec {

/// Sets values to the activation of their sums with `residual`, which may be null.
void activate_floats(const ::etk::Activation& activation, const float* residual, float* values, size_t count);

/// The epilogue of a call. It refers to the arguments of the constructor.
class Finish final : public Activation {
 public:
  Finish(const Activate& activate, const View& out);

  const Epilogue& epilogue() const {
    return epilogue_;
  }
  void run(float* values, size_t count) const override;

  /// Does what the epilogue could not do: add a residual to sums that were not stored in the out, but in
  /// temporary memory. False, without writing anything, if this needs an implementation for any tensors.
  bool run_rest(const View& out) const;

 private:
  const Activate& activate_;
  const char* begin_;
  const char* end_;
  const float* residual_ = nullptr;
  Epilogue epilogue_;
  mutable std::atomic<bool> any_rest_{false};
};

}  // namespace etk::vec
