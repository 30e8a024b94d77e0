#include "etk/elementwise/complex.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/elementwise/map.h"

namespace etk::internal {

ScalarType promoted_parts(const Operand* operands, size_t count) {
  // Tensors without dimensions count only if the parts of the others are not floating-point.
  ScalarType parts[2] = {ScalarType::Undefined, ScalarType::Undefined};
  for (const Operand* o = operands; o != operands + count; ++o) {
    if (o->tensor && o->promotes) {
      const ScalarType part = part_of(o->tensor->scalar_type());
      ScalarType& kind = parts[o->tensor->dim() == 0 ? 1 : 0];
      kind = kind == ScalarType::Undefined ? part : promote(kind, part);
    }
  }
  const bool is_enough = is_floating(parts[0]) || parts[1] == ScalarType::Undefined;
  return is_enough ? parts[0] : parts[0] == ScalarType::Undefined ? parts[1] : promote(parts[0], parts[1]);
}

namespace {

// The number of values that are widened at a time.
constexpr size_t kAtOnce = kChunk / 2;

// An operand, converted to complex numbers.
class Numbers {
 public:
  Numbers() = default;
  Numbers(const Operand& operand, const Shape& shape, Loop& loop) {
    if (!operand.tensor) {
      for (Complex& value : values_) {
        value = to<double>(*operand.number);
      }
      return;
    }
    View view(*operand.tensor);
    const ScalarType part = part_of(view.dtype);
    im_ = part != view.dtype ? view.element_size / 2 : 0;
    source_ = Source(part, ScalarType::Double);
    view.broadcast_to(shape);
    view_ = loop.add(view);
  }

  // Reads n numbers at the cursor.
  const Complex* read(const Loop& loop, const Cursor& cursor, size_t n) {
    if (view_) {
      const ptrdiff_t stride = loop.inner_stride(view_);
      const auto* re = static_cast<const double*>(source_.read(cursor.at(view_), stride, n));
      for (size_t i = 0; i < n; ++i) {
        values_[i] = re[i];
      }
      const auto* im =
          im_ ? static_cast<const double*>(source_.read(cursor.at(view_) + im_, stride, n)) : nullptr;
      for (size_t i = 0; im && i < n; ++i) {
        values_[i].im = im[i];
      }
    }
    return values_;
  }

 private:
  size_t view_ = 0;  // its index in the loop; 0 for a number
  size_t im_ = 0;    // the offset of the imaginary parts; 0 for real numbers
  Source source_;
  Complex values_[kAtOnce];
};

// Writes n results, as the function has stored them, to elements of an out.
void write_results(
    ComplexResult result, const void* values, size_t n, const View& out, char* at, ptrdiff_t stride) {
  if (result != ComplexResult::kComplex) {
    const ScalarType computed = result == ComplexResult::kReal ? ScalarType::Double : ScalarType::Bool;
    return write(computed, values, n, out.dtype, at, stride);
  }
  double parts[kAtOnce];
  for (size_t p = 0; p < 2; ++p) {
    for (size_t i = 0; i < n; ++i) {
      const Complex& value = static_cast<const Complex*>(values)[i];
      parts[i] = p == 0 ? value.re : value.im;
    }
    write(ScalarType::Double, parts, n, part_of(out.dtype), at + p * out.element_size / 2, stride);
  }
}

}  // namespace

bool run_map_complex(
    Context& ctx,
    DtypeSet selected,
    ComplexFunction function,
    ComplexResult result,
    const void* f,
    const Operand* operands,
    size_t count,
    Tensor& out) {
  bool any = false, fits = selected.has(out.scalar_type());
  Shape shape;
  for (const Operand* o = operands; o != operands + count; ++o) {
    if (o->tensor) {
      any |= is_complex(o->tensor->scalar_type());
      fits &= selected.has(o->tensor->scalar_type());
      fits &= !o->part && o->along < 0 && broadcast(shape, Shape(*o->tensor));
    }
  }
  if (!any) {
    return false;
  }
  const ScalarType part = promoted_parts(operands, count), dtype = out.scalar_type();
  ETK_REQUIRE(ctx, fits && is_floating(part), true);
  const bool takes = result == ComplexResult::kComplex ? is_complex(dtype)
                     : result == ComplexResult::kReal  ? dtype == part
                                                       : can_cast(ScalarType::Bool, dtype);
  ETK_REQUIRE(ctx, takes, true);
  if (!resize(ctx, out, shape)) {
    return true;
  }
  const View to(out);
  Loop loop{shape};
  loop.add(to);
  Numbers numbers[kMaxViews - 1];
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = Numbers(operands[i], shape, loop);
  }
  loop.simplify();
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = cursor.left() < kAtOnce ? cursor.left() : kAtOnce;
    const Complex* in[kMaxViews - 1];
    for (size_t i = 0; i < count; ++i) {
      in[i] = numbers[i].read(loop, cursor, n);
    }
    Complex values[kAtOnce];  // memory for as many doubles or int64_t
    function(f, in, values, n);
    write_results(result, values, n, to, cursor.at(0), loop.inner_stride(0));
    cursor.step(n);
  }
  return true;
}

}  // namespace etk::internal
