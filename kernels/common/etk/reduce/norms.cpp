#include "etk/reduce/norms.h"

namespace etk {

ScalarType statistics_dtype(
    const Tensor& input, std::initializer_list<const std::optional<Tensor>*> parameters) {
  const ScalarType dtype = input.scalar_type();
  ScalarType result = ScalarType::Undefined;
  for (const auto* parameter : parameters) {
    if (*parameter) {
      const ScalarType own = parameter->value().scalar_type();
      if (result != ScalarType::Undefined && own != result) {
        return ScalarType::Undefined;
      }
      result = own;
    }
  }
  if (result == ScalarType::Undefined || result == dtype) {
    return is_floating(dtype) ? dtype : ScalarType::Undefined;
  }
  const bool is_half = dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
  return is_half && result == ScalarType::Float ? result : ScalarType::Undefined;
}

View padded(View view, size_t rank) {
  while (view.rank < rank) {
    view.insert(view.rank);
  }
  return view;
}

View split(View view, size_t d, int64_t inner) {
  view.split(d, inner);
  return view;
}

void normalize(Doubles& rows, size_t x, double mean, double scale, size_t weight, size_t bias, size_t out) {
  while (rows.next()) {
    const double* values = rows.read(x);
    const double* weights = rows.read(weight);
    const double* biases = rows.read(bias);
    double results[kChunk];
    for (size_t i = 0; i < rows.size(); ++i) {
      results[i] = (values[i] - mean) * scale * weights[i] + biases[i];
    }
    rows.write(out, results);
  }
}

void NormGradient::set_dx(const View& dx) const {
  Doubles rows(dx, dims);
  const size_t to = rows.add(dx), from = rows.add(x), dys = rows.add(dy);
  const size_t means = rows.add(mean), rstds = rows.add(rstd);
  const size_t weights = weight ? rows.add(*weight) : rows.add(1);
  while (rows.next_row()) {
    const auto n = static_cast<double>(rows.row_size());
    const double m = rows.row_value(means), r = rows.row_value(rstds);
    double total = 0, weighted = 0;  // Σ dy · weight, and Σ dy · weight · y before the affine part
    while (rows.next()) {
      const double *values = rows.read(from), *gradients = rows.read(dys), *scales = rows.read(weights);
      for (size_t i = 0; i < rows.size(); ++i) {
        total += gradients[i] * scales[i];
        weighted += gradients[i] * scales[i] * (values[i] - m) * r;
      }
    }
    while (rows.next()) {
      const double *values = rows.read(from), *gradients = rows.read(dys), *scales = rows.read(weights);
      double results[kChunk];
      for (size_t i = 0; i < rows.size(); ++i) {
        results[i] = r * (gradients[i] * scales[i] - (total + (values[i] - m) * r * weighted) / n);
      }
      rows.write(to, results);
    }
  }
}

void NormGradient::set_parameters(
    const std::optional<View>& dweight, const std::optional<View>& dbias) const {
  Doubles rows(x, outside);
  const size_t from = rows.add(x), dys = rows.add(dy);
  const size_t means = rows.add(mean), rstds = rows.add(rstd);
  const size_t to_weight = dweight ? rows.add(*dweight) : 0, to_bias = dbias ? rows.add(*dbias) : 0;
  while (rows.next_row()) {
    double weight_total = 0, bias_total = 0;
    while (rows.next()) {
      const double *values = rows.read(from), *gradients = rows.read(dys);
      const double *m = rows.read(means), *r = rows.read(rstds);
      for (size_t i = 0; i < rows.size(); ++i) {
        weight_total += gradients[i] * (values[i] - m[i]) * r[i];
        bias_total += gradients[i];
      }
    }
    if (dweight) {
      rows.set_row_value(to_weight, weight_total);
    }
    if (dbias) {
      rows.set_row_value(to_bias, bias_total);
    }
  }
}

}  // namespace etk
