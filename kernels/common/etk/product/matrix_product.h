// The operators of matrix products. A faster implementation is a parameter, or null.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/loop.h"
#include "etk/base/number_checks.h"
#include "etk/product/finish.h"
#include "etk/product/plain_product.h"
#include "etk/product/product.h"

namespace etk {

/// What to add to a product; null for beta = 0, with which self is ignored, even if it has NaN.
inline const View* addend_of(const View& self, const Scalar& beta) {
  return to<double>(beta) != 0 ? &self : nullptr;
}

/// out = beta · self + alpha · left × right, for matrices, or with a rank of 3 for a batch of matrices. If
/// the addend is null, out = left × right.
template <const char* kOp, size_t kRank>
ETK_INLINE Tensor& multiply_matrices(
    Context& ctx, const Addend* addend, const Tensor& left, const Tensor& right, Tensor& out) {
  static constexpr auto dots = dot_instances<kOp>();
  const ScalarType dtype = left.scalar_type();
  if constexpr (is_plain_product<kOp>()) {
    multiply_plain<kOp, kRank>(ctx, addend, left, right, out);
    return out;
  }
  const DotFunction dot = dots.find_of_parts(dtype);
  ETK_REQUIRE(
      ctx, dot && dtype != ScalarType::Bool && have_dtype(dtype, right, addend ? addend->self : left, out),
      out);
  View a(left), b(right), self = addend ? View(addend->self) : a;
  ETK_REQUIRE(ctx, a.rank == kRank && b.rank == kRank && a.sizes[kRank - 1] == b.sizes[kRank - 2], out);
  ETK_REQUIRE(ctx, kRank == 2 || a.sizes[0] == b.sizes[0], out);
  Shape shape = a;
  shape.sizes[kRank - 1] = b.sizes[kRank - 1];
  ETK_REQUIRE(ctx, !addend || self.broadcast_to(shape), out);
  const bool any_product = a.sizes[kRank - 1] > 0;
  // If the out is empty, PyTorch does not check the numbers.
  ETK_REQUIRE(
      ctx, !addend || shape.numel() == 0 || are_factors(dtype, addend->beta, addend->alpha, any_product),
      out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View to(out);
  if (kRank == 2) {
    for (View* view : {&a, &b, &to}) {
      view->insert(0);
    }
    if (addend) {
      self.insert(0);
    }
  }
  const Scalar one = 1, &alpha = addend && any_product ? addend->alpha : one,
               &beta = addend ? addend->beta : one;
  const View* added = addend ? addend_of(self, beta) : nullptr;
  multiply(ctx, dot, faster<kOp, MultiplyFunction>(), a, b, added, alpha, beta, to);
  return out;
}

namespace internal {

/// A batch of one matrix: `rows` rows of dimension d of a view, from `data` on.
inline View matrix_of(View view, size_t d, char* data, size_t rows, ptrdiff_t row_stride) {
  view.rank = 3;
  view.data = data;
  view.sizes[2] = view.sizes[d];
  view.strides[2] = view.strides[d];
  view.sizes[1] = static_cast<executorch::aten::SizesType>(rows);
  view.strides[1] = row_stride;
  view.sizes[0] = 1;
  view.strides[0] = 0;
  return view;
}

/// out = a × b + bias, over the last dimension of all tensors except b, which is a batch of one matrix. The
/// dimensions before the last are merged to rows of one matrix, as far as their strides allow.
ETK_INLINE void multiply_rows(
    Context& ctx,
    DotFunction dot,
    MultiplyFunction faster,
    const View& a,
    const View& b,
    const View* bias,
    const View& out) {
  const size_t last = out.rank - 1;
  const View* const views[] = {&out, &a, bias ? bias : &out};
  View rows[] = {out, a, *views[2]};
  for (View& view : rows) {
    view.remove(last);
  }
  Loop loop(rows[0]);
  for (const View& view : rows) {
    loop.add(view);
  }
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(cursor.left())) {
    const auto part = [&](size_t i) {
      return matrix_of(*views[i], last, cursor.at(i), cursor.left(), loop.inner_stride(i));
    };
    const View to = part(0), from = part(1), offsets = part(2);
    const View* added = bias ? &offsets : nullptr;
    // If the rows cannot be merged, each product of a part would allocate more temporary memory.
    const bool is_whole = cursor.left() == rows[0].numel();
    multiply(ctx, dot, is_whole ? faster : nullptr, from, b, added, 1, 1, to);
  }
}

}  // namespace internal

/// A faster implementation of a × b + bias and of what `finish` does to it, or null. a has any rank, b is a
/// batch of one matrix, and the bias is broadcast to the out. Like MultiplyFunction, it returns false,
/// without writing anything, if it does not support the call.
template <typename Finish>
using FinishedProduct =
    bool (*)(Context& ctx, const View& a, const View& b, const View* bias, Tensor& out, const Finish& finish);

/// out = input × weightᵀ + bias, over the last dimension of input, and what `finish` does to it.
template <const char* kOp, typename Finish = NoFinish>
ETK_INLINE Tensor& linear(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    Tensor& out,
    const Finish& finish = Finish()) {
  static constexpr auto dots = dot_instances<kOp>();
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = dots.find_of_parts(dtype);
  ETK_REQUIRE(
      ctx, dot && dtype != ScalarType::Bool && have_dtype(dtype, weight, bias ? *bias : input, out), out);
  View a(input), b(weight), offsets(bias ? *bias : input);
  // A one-dimensional weight is treated as one row, and the out has no dimension for it.
  const bool is_vector = b.rank == 1;
  ETK_REQUIRE(ctx, a.rank > 0 && (b.rank == 2 || is_vector), out);
  ETK_REQUIRE(ctx, a.sizes[a.rank - 1] == b.sizes[b.rank - 1], out);
  Shape shape = a;
  --shape.rank;
  if (is_vector) {
    b.insert(0);
  } else {
    shape.push_back(b.sizes[0]);
  }
  // PyTorch adds a row to the row that a vector makes.
  const bool is_row = bias && a.rank == 1 && !is_vector && offsets.rank == 2 && offsets.sizes[0] == 1;
  if (is_row && offsets.sizes[1] == b.sizes[0]) {
    offsets.remove(0);
  }
  ETK_REQUIRE(ctx, (!bias || offsets.broadcast_to(shape)) && finish.fits(shape), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View to(out);
  if (is_vector) {
    to.insert(to.rank);
    if (bias) {
      offsets.insert(offsets.rank);
    }
  }
  b.swap(0, 1);
  b.insert(0);
  const View* added = bias ? &offsets : nullptr;
  if (!is_vector && try_faster<kOp, FinishedProduct<Finish>>(ctx, a, b, added, out, finish)) {
    return out;
  }
  if (to.rank > 2) {
    internal::multiply_rows(ctx, dot, faster<kOp, MultiplyFunction>(), a, b, added, to);
    finish.template run<kOp>(ctx, out);
    return out;
  }
  // If the product is already one matrix, skipping the loop makes small products 10 % faster.
  for (View* view : {&a, &offsets, &to}) {
    while (view->rank < 3) {
      view->insert(0);
    }
  }
  multiply(ctx, dot, faster<kOp, MultiplyFunction>(), a, b, added, 1, 1, to);
  finish.template run<kOp>(ctx, out);
  return out;
}

}  // namespace etk
