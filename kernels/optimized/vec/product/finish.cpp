#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/product/finish.cpp"
#include "vec/base/each_target.h"

#include "vec/product/activation-inl.h"
#include "vec/product/finish.h"  // IWYU pragma: associated

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class F>
HWY_INLINE void activate_all(
    const ::etk::Activation& activation, const float* residual, float* values, size_t count, const F& f) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto low = hn::Set(d, static_cast<float>(activation.low));
  const auto high = hn::Set(d, static_cast<float>(activation.high));
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    auto x = hn::LoadU(d, values + i);
    x = residual ? hn::Add(x, hn::LoadU(d, residual + i)) : x;
    hn::StoreU(f(d, x, low, high), d, values + i);
  }
  if (i < count) {
    auto x = hn::LoadN(d, values + i, count - i);
    x = residual ? hn::Add(x, hn::LoadN(d, residual + i, count - i)) : x;
    hn::StoreN(f(d, x, low, high), d, values + i, count - i);
  }
}

void activate_array(const ::etk::Activation& activation, const float* residual, float* values, size_t count) {
  with_activation(
      activation.kind, [&](auto f) HWY_ATTR { activate_all(activation, residual, values, count, f); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/parallel.h"

namespace etk::vec {

HWY_EXPORT(activate_array);

namespace {

const char* bytes(const void* data) {
  return static_cast<const char*>(data);
}

// Whether elements with equal indices have equal addresses, from the begin of each tensor on.
bool have_same_layout(const View& a, const View& b) {
  bool same = a.dtype == b.dtype;
  for (size_t d = 0; d < a.rank; ++d) {
    same = same && (a.sizes[d] == 1 || a.strides[d] == b.strides[d]);
  }
  return same;
}

}  // namespace

void activate_floats(
    const ::etk::Activation& activation, const float* residual, float* values, size_t count) {
  HWY_DYNAMIC_DISPATCH(activate_array)(activation, residual, values, count);
}

Finish::Finish(const Activate& activate, const View& out)
    : activate_(activate), begin_(out.data), end_(out.data + out.numel() * out.element_size) {
  const ::etk::Activation& activation = activate.activation();
  epilogue_.allows_winograd = true;
  if (const Tensor* residual = activate.residual()) {
    const View added(*residual);
    residual_ = out.dtype == ScalarType::Float && have_same_layout(added, out) ? floats_of(added) : nullptr;
    any_rest_ = residual_ == nullptr;
    epilogue_.activation = residual_ ? this : nullptr;
  } else if (activation.kind == ::etk::Activation::kClamp) {
    // If the lower limit is larger, the result is the upper one.
    epilogue_.low = static_cast<float>(activation.low < activation.high ? activation.low : activation.high);
    epilogue_.high = static_cast<float>(activation.high);
  } else if (!activation.is_none()) {
    epilogue_.activation = this;
  }
}

void Finish::run(float* values, size_t count) const {
  const float* residual = residual_;
  if (residual) {
    if (bytes(values) < begin_ || bytes(values) >= end_) {
      any_rest_ = true;
      return;
    }
    residual += (bytes(values) - begin_) / static_cast<ptrdiff_t>(sizeof(float));
  }
  activate_floats(activate_.activation(), residual, values, count);
}

bool Finish::run_rest(const View& out) const {
  if (!any_rest_) {
    return true;
  }
  if (!residual_) {
    return false;
  }
  constexpr size_t kPart = 1024;
  const size_t count = out.numel();
  float* to = const_cast<float*>(floats_of(out));
  parallel((count + kPart - 1) / kPart, kPart, [&](size_t begin, size_t end) {
    const size_t first = begin * kPart, after = end * kPart < count ? end * kPart : count;
    activate_floats(activate_.activation(), residual_ + first, to + first, after - first);
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
