// _int_mm(self, mat2) = self × mat2 of bytes, in 32 bits
#include "etk/base/chunk.h"
#include "etk/base/selected_dtypes.h"
#include "etk/base/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIntMm[] = "_int_mm.out";

// The dot product of a row of one matrix and a column of another, with n elements.
static int64_t dot_of_bytes(const View& a, const char* row, const View& b, const char* column, int64_t n) {
  int64_t total = 0, x[kChunk], y[kChunk];
  for (int64_t k = 0; k < n; k += kChunk) {
    const size_t count = chunk_of(static_cast<size_t>(n - k));
    load(a.dtype, row + k * a.strides[1], a.strides[1], count, x);
    load(b.dtype, column + k * b.strides[0], b.strides[0], count, y);
    for (size_t i = 0; i < count; ++i) {
      total += x[i] * y[i];
    }
  }
  return total;
}

Tensor& _int_mm_out(Context& ctx, const Tensor& self, const Tensor& mat2, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kIntMm>(self, mat2, out)), out);
  ETK_REQUIRE(ctx, dtype == ScalarType::Char || dtype == ScalarType::Byte, out);
  ETK_REQUIRE(ctx, mat2.scalar_type() == ScalarType::Char && out.scalar_type() == ScalarType::Int, out);
  const View a(self), b(mat2);
  ETK_REQUIRE(ctx, a.rank == 2 && b.rank == 2 && a.sizes[1] == b.sizes[0], out);
  Shape shape;
  shape.push_back(a.sizes[0]);
  shape.push_back(b.sizes[1]);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  for (int64_t i = 0; i < to.sizes[0]; ++i) {
    for (int64_t j = 0; j < to.sizes[1]; ++j) {
      const int64_t total =
          dot_of_bytes(a, a.data + i * a.strides[0], b, b.data + j * b.strides[1], a.sizes[1]);
      store(ScalarType::Int, &total, 1, to.data + i * to.strides[0] + j * to.strides[1], 0);
    }
  }
  return out;
}

}  // namespace torch::executor::native
