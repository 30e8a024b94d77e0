#include "etk/quantize/affine.h"

#include "etk/base/selected_dtypes.h"

#include <cmath>
#include <limits>

namespace etk {
namespace {

// Compute types in addition to Float and integers, for shared sources: the ones that any operator is selected
// for.
constexpr bool kHasDouble = selected_dtypes<kAnyOperator>().has(ScalarType::Double);

// Sets elements of the out, chunk by chunk: f(x, scales, zero_points, n, results). The elements x are read as
// dtype `from`.
template <typename F>
void for_each_chunk(
    const Tensor& input, ScalarType from, const Affine& affine, ScalarType result, Tensor& out, const F& f) {
  const View to(out);
  Loop loop(to);
  loop.add(to);
  loop.add(View(input));
  Parameters scales(affine.scale, loop), zero_points(affine.zero_point, loop);
  loop.simplify();
  scales.start(loop);
  zero_points.start(loop);
  Source source(input.scalar_type(), from);
  ChunkBuffer results;
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    scales.read(cursor, n);
    zero_points.read(cursor, n);
    f(source.read(cursor.at(1), loop.inner_stride(1), n), scales, zero_points, n, results.bytes);
    if (compute_of(result) == compute_of(to.dtype)) {
      store(to.dtype, results.bytes, n, cursor.at(0), loop.inner_stride(0));
    } else {
      write(result, results.bytes, n, to.dtype, cursor.at(0), loop.inner_stride(0));
    }
    cursor.step(n);
  }
}

// Calls f with a value of the compute type of a floating-point dtype.
template <typename F>
void visit_compute(ScalarType dtype, const F& f) {
  if constexpr (kHasDouble) {
    if (dtype == ScalarType::Double) {
      return f(double{});
    }
  }
  f(float{});
}

// The dtype to compute in for scales and zero points of these dtypes; Undefined if they are not supported.
ScalarType common_of(const Tensor& scales, ScalarType zero_point) {
  const ScalarType scale = scales.scalar_type();
  const bool takes = is_floating(scale) && is_wide(scale) && (is_integer(zero_point) || is_wide(zero_point));
  return !takes ? ScalarType::Undefined : promote(scale, zero_point);
}

// The affine with views of scales and zero points that are broadcast to the input's shape; empty if they
// cannot be.
std::optional<Affine> affine_of(const Tensor& input, View scale, const Tensor& scales, Parameter zero_point) {
  const ScalarType dtype = zero_point.each ? zero_point.each->dtype : ScalarType::Long;
  const ScalarType common = common_of(scales, dtype);
  if (common == ScalarType::Undefined || !scale.broadcast_to(Shape(input)) ||
      (zero_point.each && !zero_point.each->broadcast_to(Shape(input)))) {
    return std::nullopt;
  }
  return Affine{scale, zero_point, common};
}

}  // namespace

std::optional<Affine> per_tensor(const Tensor& input, const Tensor& scale, const Tensor& zero_point) {
  if (scale.numel() != 1 || zero_point.numel() != 1) {
    return std::nullopt;
  }
  const auto one = [](const Tensor& tensor) {
    View view(tensor);
    while (view.rank > 0) {
      view.remove(0);
    }
    return view;
  };
  auto affine = affine_of(input, one(scale), scale, one(zero_point));
  if (affine) {
    affine->common = ScalarType::Float;
  }
  return affine;
}

std::optional<Affine> per_channel(
    const Tensor& input, const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t axis) {
  const auto rank = static_cast<size_t>(input.dim());
  const auto d = wrap_dim(axis, rank);
  if (rank == 0 || !d) {
    return std::nullopt;
  }
  const auto fits = [&](const Tensor& tensor) {
    return tensor.dim() == 1 && tensor.size(0) == input.size(*d);
  };
  if (!fits(scales) || (zero_points && !fits(*zero_points))) {
    return std::nullopt;
  }
  const auto along = [&](const Tensor& tensor) {
    View view(tensor);
    while (view.rank + *d < rank) {
      view.insert(view.rank);
    }
    return view;
  };
  return affine_of(
      input, along(scales), scales, zero_points ? Parameter(along(*zero_points)) : Parameter(int64_t{0}));
}

std::optional<Affine> per_token(const Tensor& input, const Tensor& scales, const Tensor& zero_points) {
  Shape rows(input);
  if (rows.rank == 0) {
    return std::nullopt;
  }
  rows.sizes[rows.rank - 1] = 1;
  if (!(Shape(scales) == rows) || !(Shape(zero_points) == rows)) {
    return std::nullopt;
  }
  return affine_of(input, View(scales), scales, View(zero_points));
}

bool QuantizedRange::is_of(ScalarType dtype) const {
  const auto holds = [this](auto integer) {
    using Limits = std::numeric_limits<decltype(integer)>;
    return low >= Limits::min() && high <= Limits::max();
  };
  switch (dtype) {
    case ScalarType::Byte:
      return holds(uint8_t{});
    case ScalarType::Char:
      return holds(int8_t{});
    case ScalarType::Short:
      return holds(int16_t{});
    case ScalarType::UInt16:
      return holds(uint16_t{});
    case ScalarType::Int:
      return holds(int32_t{});
    default:
      return false;
  }
}

Tensor& quantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const Quantization& how,
    Tensor& out,
    QuantizeFunction faster) {
  ETK_REQUIRE(ctx, compute_of(input.scalar_type()) == Compute::kFloat && affine, out);
  ETK_REQUIRE(ctx, out.scalar_type() == how.dtype && how.range.is_of(how.dtype), out);
  if (!resize(ctx, out, Shape(input)) || (faster && faster(input, *affine, how, out))) {
    return out;
  }
  visit_compute(affine->common, [&](auto zero) {
    using C = decltype(zero);
    const auto f = [&](const void* x, const Parameters& scales, const Parameters& zero_points, size_t n,
                       void* to) {
      // Products have a loop of their own, so that compilers do not join them with the sums, and round once.
      C values[kChunk];
      for (size_t i = 0; i < n; ++i) {
        values[i] = static_cast<const C*>(x)[i] * static_cast<C>(1 / scales[i]);
      }
      for (size_t i = 0; i < n; ++i) {
        const C value = values[i], zero_point = static_cast<C>(zero_points[i]);
        const C whole =
            how.rounds_last ? std::nearbyint(value + zero_point) : std::nearbyint(value) + zero_point;
        static_cast<int64_t*>(to)[i] = how.range.clamp(whole);
      }
    };
    for_each_chunk(input, affine->common, *affine, ScalarType::Long, out, f);
  });
  return out;
}

Tensor& dequantize(
    Context& ctx,
    const Tensor& input,
    const std::optional<Affine>& affine,
    const Dequantization& how,
    Tensor& out,
    DequantizeFunction faster) {
  const ScalarType to_dtype = how.out_dtype.value_or(ScalarType::Float);
  ETK_REQUIRE(ctx, input.scalar_type() == how.dtype && QuantizedRange().is_of(how.dtype) && affine, out);
  ETK_REQUIRE(ctx, out.scalar_type() == to_dtype && is_floating(to_dtype), out);
  if (!resize(ctx, out, Shape(input)) || (faster && faster(input, *affine, how, out))) {
    return out;
  }
  // Elements are converted to the type of the subtraction.
  const ScalarType common = how.rounds_each ? to_dtype : affine->common;
  const ScalarType from = how.rounds_each ? to_dtype : ScalarType::Double;
  visit_compute(common, [&](auto zero) {
    using C = decltype(zero);
    const auto f = [&](const void* x, const Parameters& scales, const Parameters& zero_points, size_t n,
                       void* to) {
      ChunkBuffer exact;
      auto *differences = reinterpret_cast<C*>(exact.bytes), *results = static_cast<C*>(to);
      for (size_t i = 0; i < n; ++i) {
        differences[i] = how.rounds_each ? static_cast<const C*>(x)[i] - static_cast<C>(zero_points[i])
                                         : static_cast<C>(static_cast<const double*>(x)[i] - zero_points[i]);
      }
      cast(common, differences, common, results, n);
      for (size_t i = 0; i < n; ++i) {
        results[i] *= static_cast<C>(scales[i]);
      }
    };
    for_each_chunk(input, from, *affine, common, out, f);
  });
  return out;
}

}  // namespace etk
