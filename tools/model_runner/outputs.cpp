#include "tools/model_runner/outputs.h"

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace model_runner {
namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::EValue;

constexpr size_t kShown = 8;  // elements of an output that are printed

// A tensor in C order, regardless of its dim order.
Array array_of(const Tensor& tensor) {
  Array array{tensor.scalar_type(), {tensor.sizes().begin(), tensor.sizes().end()}, {}};
  const size_t size = executorch::runtime::elementSize(array.dtype);
  array.data.resize(array.numel() * size);
  const auto* from = static_cast<const uint8_t*>(tensor.const_data_ptr());
  const std::vector<int32_t> strides(tensor.strides().begin(), tensor.strides().end());
  for_each_element(array.sizes, strides, [&](size_t i, size_t at) {
    std::memcpy(&array.data[i * size], from + at * size, size);
  });
  return array;
}

template <typename T>
Array number(ScalarType dtype, T value) {
  Array array{dtype, {}, std::vector<uint8_t>(sizeof(T))};
  std::memcpy(array.data.data(), &value, sizeof(T));
  return array;
}

// A number as an array without dimensions; empty for None, text and lists.
std::optional<Array> array_of(const EValue& value) {
  return value.isTensor()   ? array_of(value.toTensor())
         : value.isInt()    ? number(ScalarType::Long, value.toInt())
         : value.isDouble() ? number(ScalarType::Double, value.toDouble())
         : value.isBool()   ? number(ScalarType::Bool, static_cast<uint8_t>(value.toBool()))
                            : std::optional<Array>();
}

void print_elements(const char* what, const Array& array) {
  const bool is_complex = array.dtype == ScalarType::ComplexHalf || array.dtype == ScalarType::ComplexFloat ||
                          array.dtype == ScalarType::ComplexDouble;
  std::printf("  %-9s", what);
  for (size_t i = 0; i < array.numel() && i < kShown; ++i) {
    const std::complex<double> value = array.at(i);
    if (is_complex) {
      std::printf(" %.6g%+.6gi", value.real(), value.imag());
    } else {
      std::printf(" %11.6g", value.real());
    }
  }
  std::printf("%s\n", array.numel() > kShown ? " ..." : "");
}

// For %s: the printf of microcontrollers does not know %zu.
std::string number(size_t value) {
  return std::to_string(value);
}

void print_shape(size_t index, const Array& array) {
  std::printf("output %s: %s (", number(index).c_str(), executorch::runtime::toString(array.dtype));
  for (size_t d = 0; d < array.sizes.size(); ++d) {
    std::printf("%s%d", d ? ", " : "", static_cast<int>(array.sizes[d]));
  }
  std::printf(")\n");
}

double default_rtol(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
    case ScalarType::ComplexHalf:
      return 4e-3;
    case ScalarType::BFloat16:
      return 2e-2;
    case ScalarType::Float:
    case ScalarType::ComplexFloat:
      return 1e-4;
    case ScalarType::Double:
    case ScalarType::ComplexDouble:
      return 1e-7;
    default:
      return 0;
  }
}

// The distance of two numbers: 0 if both are NaN or the same infinity, infinite if only one is.
double distance(double got, double want) {
  if (got == want || (got != got && want != want)) {
    return 0;
  }
  const double difference = std::fabs(got - want);
  return difference == difference ? difference : HUGE_VAL;
}

// Compares elements of one dtype and shape, and prints the largest difference.
bool compare(const Array& got, const Array& want, const Tolerance& tolerance) {
  double largest_expected = 0;
  for (size_t i = 0; i < want.numel(); ++i) {
    const double size = std::abs(want.at(i));
    largest_expected = std::isfinite(size) ? std::max(largest_expected, size) : largest_expected;
  }
  const double rtol = tolerance.rtol.value_or(default_rtol(got.dtype));
  const double atol = tolerance.atol.value_or(default_rtol(got.dtype) * largest_expected);
  double largest = 0;
  size_t wrong = 0;
  for (size_t i = 0; i < want.numel(); ++i) {
    const std::complex<double> a = got.at(i);
    const std::complex<double> b = want.at(i);
    const double difference = std::hypot(distance(a.real(), b.real()), distance(a.imag(), b.imag()));
    largest = std::max(largest, difference);
    wrong += difference > 0 && !(difference <= atol + rtol * std::abs(b));
  }
  std::printf("  largest difference %.3g: %s\n", largest, wrong ? "NOT as expected" : "as expected");
  return wrong == 0;
}

bool show(size_t index, const Array& got, const Array* expected, const Tolerance& tolerance) {
  print_shape(index, got);
  print_elements("got", got);
  if (!expected) {
    return true;
  }
  Array want = *expected;
  if (!convert(want, got.dtype) || want.sizes != got.sizes) {
    print_elements("expected", want);
    std::printf("  the expected output has another dtype or shape: NOT as expected\n");
    return false;
  }
  print_elements("expected", want);
  return compare(got, want, tolerance);
}

}  // namespace

bool show_outputs(
    executorch::runtime::Method& method, const std::vector<Array>& expected, const Tolerance& tolerance) {
  const size_t count = method.outputs_size();
  size_t tensors = 0;
  for (size_t i = 0; i < count; ++i) {
    tensors += method.get_output(i).isTensor();
  }
  if (expected.size() > count) {
    std::printf(
        "  the method has %s outputs; %s are expected: NOT as expected\n", number(count).c_str(),
        number(expected.size()).c_str());
    return false;
  }
  const bool of_tensors = expected.size() == tensors;
  bool good = true;
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    const EValue& output = method.get_output(i);
    const bool has_expected = next < expected.size() && (output.isTensor() || !of_tensors);
    const Array* want = has_expected ? &expected[next++] : nullptr;
    const std::optional<Array> got = array_of(output);
    if (got) {
      good = show(i, *got, want, tolerance) && good;
    } else {
      const char* const kind = output.isNone() ? "None" : output.isString() ? "str" : "a list";
      std::printf("output %s: %s\n", number(i).c_str(), kind);
    }
  }
  return good;
}

}  // namespace model_runner
