// linear(input, weight, bias) = input × weightᵀ + bias, over the last dimension of input
#include "etk/loop.h"
#include "etk/product.h"
#include "vec/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLinear[] = "linear.out";

Tensor& opt_linear_out(
    Context& ctx, const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
  static constexpr auto instances = dot_instances<kLinear>();
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(ctx, weight.scalar_type() == dtype && out.scalar_type() == dtype, out);
  View a(input), b(weight), offsets(bias ? *bias : input);
  // A weight of one dimension has one row, and its out no dimension for it.
  const bool is_vector = b.rank == 1;
  ETK_REQUIRE(ctx, a.rank > 0 && (b.rank == 2 || (is_vector && !bias)), out);
  ETK_REQUIRE(ctx, a.sizes[a.rank - 1] == b.sizes[b.rank - 1], out);
  Shape shape = a;
  --shape.rank;
  if (is_vector) {
    b.insert(0);
  } else {
    shape.push_back(b.sizes[0]);
  }
  ETK_REQUIRE(ctx, !bias || (offsets.dtype == dtype && offsets.broadcast_to(shape)), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View to(out);
  if (is_vector) {
    to.insert(to.rank);
  }
  // The dimensions before the last are rows of one matrix, as far as they are walked as one.
  const size_t last = to.rank - 1;
  View rows = a, out_rows = to;
  rows.remove(a.rank - 1);
  out_rows.remove(last);
  View bias_rows = bias ? offsets : to;
  bias_rows.remove(last);
  Loop loop(out_rows);
  for (const View* view : {&out_rows, &rows, &bias_rows}) {
    loop.add(*view);
  }
  loop.simplify();
  const Matrix columns(b.data, b.strides[0], b.strides[1]);
  for (Cursor cursor(loop); cursor.left(); cursor.step(cursor.left())) {
    const size_t count = cursor.left();
    const auto matrix = [count](const View& view, char* data, ptrdiff_t row_stride, size_t d) {
      View result = view;
      result.rank = 3;
      result.data = data;
      result.sizes[0] = 1;
      result.sizes[1] = static_cast<executorch::aten::SizesType>(count);
      result.sizes[2] = view.sizes[d];
      result.strides[2] = view.strides[d];
      result.strides[1] = row_stride;
      result.strides[0] = 0;
      return result;
    };
    View weights = b;
    weights.swap(0, 1);
    weights.insert(0);
    const View input_rows = matrix(a, cursor.at(1), loop.inner_stride(1), a.rank - 1);
    const View result_rows = matrix(to, cursor.at(0), loop.inner_stride(0), last);
    const View offset_rows = matrix(offsets, cursor.at(2), loop.inner_stride(2), last);
    // Where the rows are not walked as one, each walk would take more of the context's memory.
    if (count == rows.numel() &&
        vec::multiply(ctx, input_rows, weights, bias ? &offset_rows : nullptr, 1, 1, result_rows)) {
      continue;
    }
    const Matrix lines(cursor.at(1), loop.inner_stride(1), a.strides[a.rank - 1]);
    Product product{lines, columns, dtype};
    product.m = cursor.left();
    product.n = b.sizes[0];
    product.k = b.sizes[1];
    product.out = cursor.at(0);
    product.out_strides[0] = loop.inner_stride(0);
    product.out_strides[1] = to.strides[last];
    if (bias) {
      product.bias = cursor.at(2);
      product.bias_strides[0] = loop.inner_stride(2);
      product.bias_strides[1] = offsets.strides[last];
    }
    run(dot, product);
  }
  return out;
}

}  // namespace torch::executor::native
