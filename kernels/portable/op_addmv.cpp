// addmv(self, mat, vec) = beta · self + alpha · mat × vec
#include "etk/elementwise/map.h"
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAddmv[] = "addmv.out";

namespace {

// A vector as a batch of one matrix with one column.
View column_of(const Tensor& vector) {
  View view(vector);
  view.insert(view.rank);
  view.insert(0);
  return view;
}

// Whether both numbers are valid in PyTorch, which ignores alpha if the product is empty.
bool are_numbers(ScalarType dtype, const Scalar& beta, const Scalar& alpha, const View& mat) {
  return mat.sizes[0] == 0 || (can_hold(dtype, beta) && (mat.sizes[1] == 0 || can_hold(dtype, alpha)));
}

}  // namespace

Tensor& addmv_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& mat,
    const Tensor& vec,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  static constexpr auto dots = dot_instances<kAddmv>();
  const ScalarType dtype = mat.scalar_type();
  const DotFunction dot = dots.find_of_parts(dtype);
  ETK_REQUIRE(ctx, dot && have_dtype(dtype, self, vec, out), out);
  ETK_REQUIRE(ctx, is_complex(dtype) || is_number(dtype), out);
  View matrix(mat), added(self);
  ETK_REQUIRE(ctx, matrix.rank == 2 && vec.dim() == 1 && vec.size(0) == matrix.sizes[1], out);
  Shape shape;
  shape.push_back(matrix.sizes[0]);
  ETK_REQUIRE(ctx, added.broadcast_to(shape) && are_numbers(dtype, beta, alpha, matrix), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const bool any_product = matrix.sizes[1] > 0;
  matrix.insert(0);
  added.insert(1);
  added.insert(0);
  const View* const offsets = addend_of(added, beta);
  multiply(dot, matrix, column_of(vec), offsets, any_product ? alpha : Scalar(1), beta, column_of(out));
  return out;
}

}  // namespace torch::executor::native
