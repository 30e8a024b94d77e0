// Runs a model and shows its outputs, beside the expected ones where there are some.
//
//   model_runner MODEL.pte... [--method NAME] [--input FILE.npy]... [--expect FILE.npy]... [--rtol R] [--atol
//   A]
//
// `@FILE` stands for the arguments in a file, one a line. Without --input, every input is ones. Returns 0 if
// every model ran and every output is as expected, within atol + rtol · |expected|; else 1.

#include "tools/model_runner/arguments.h"
#include "tools/model_runner/model.h"
#include "tools/model_runner/npy.h"

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace model_runner {
namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::EValue;
using executorch::runtime::Tag;

constexpr int kShown = 8;  // elements of an output

struct Options {
  std::vector<std::string> models;
  std::string method = "forward";
  std::vector<std::string> inputs;
  std::vector<std::string> expected;
  // The tolerances of torch.testing.assert_close for float32.
  double rtol = 1.3e-6;
  double atol = 1e-5;
};

bool parse(const std::vector<std::string>& arguments, Options& options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& flag = arguments[i];
    if (flag.rfind("--", 0) != 0) {
      options.models.push_back(flag);
      continue;
    }
    if (++i == arguments.size()) {
      return false;
    }
    if (flag == "--method") {
      options.method = arguments[i];
    } else if (flag == "--input") {
      options.inputs.push_back(arguments[i]);
    } else if (flag == "--expect") {
      options.expected.push_back(arguments[i]);
    } else if (flag == "--rtol") {
      options.rtol = std::atof(arguments[i].c_str());
    } else if (flag == "--atol") {
      options.atol = std::atof(arguments[i].c_str());
    } else {
      return false;
    }
  }
  return !options.models.empty();
}

template <typename T>
double read(const void* data, size_t i) {
  return static_cast<double>(static_cast<const T*>(data)[i]);
}

// An element as a number; NaN for dtypes that are none.
double element(ScalarType dtype, const void* data, size_t i) {
  switch (dtype) {
    case ScalarType::Byte:
      return read<uint8_t>(data, i);
    case ScalarType::Char:
      return read<int8_t>(data, i);
    case ScalarType::Short:
      return read<int16_t>(data, i);
    case ScalarType::Int:
      return read<int32_t>(data, i);
    case ScalarType::Long:
      return read<int64_t>(data, i);
    case ScalarType::Bool:
      return read<bool>(data, i);
    case ScalarType::Half:
      return static_cast<float>(static_cast<const executorch::aten::Half*>(data)[i]);
    case ScalarType::BFloat16:
      return static_cast<float>(static_cast<const executorch::aten::BFloat16*>(data)[i]);
    case ScalarType::Float:
      return read<float>(data, i);
    case ScalarType::Double:
      return read<double>(data, i);
    default:
      return NAN;
  }
}

void print_elements(const char* what, ScalarType dtype, const void* data, size_t n) {
  std::printf("  %-9s", what);
  for (size_t i = 0; i < n && i < kShown; ++i) {
    std::printf(" %11.6g", element(dtype, data, i));
  }
  std::printf("%s\n", n > kShown ? " ..." : "");
}

// Gives every input its tensor: from the files, or ones. The tensors live as long as `arrays`.
struct Inputs {
  std::vector<Npy> arrays;
  std::vector<std::vector<uint8_t>> orders;
  std::vector<std::vector<int32_t>> strides;
  std::vector<executorch::aten::TensorImpl> tensors;

  std::string set(executorch::runtime::Method& method, const std::vector<std::string>& files) {
    const auto meta = method.method_meta();
    const size_t n = meta.num_inputs();
    if (!files.empty() && files.size() != n) {
      return "the method takes " + std::to_string(n) + " inputs, not " + std::to_string(files.size());
    }
    arrays.resize(n);
    orders.resize(n);
    strides.resize(n);
    tensors.reserve(n);
    for (size_t i = 0; i < n; ++i) {
      const auto info = meta.input_tensor_meta(i);
      if (!info.ok()) {
        return "input " + std::to_string(i) + " is not a tensor";
      }
      Npy& array = arrays[i];
      const std::string problem = files.empty() ? "" : read_npy(files[i], array);
      if (!problem.empty()) {
        return problem;
      }
      if (files.empty()) {
        fill_with_ones(*info, array);
      }
      set_layout(array, orders[i], strides[i]);
      tensors.emplace_back(
          array.dtype, static_cast<ssize_t>(array.sizes.size()), array.sizes.data(), array.data.data(),
          orders[i].data(), strides[i].data());
      if (method.set_input(EValue(Tensor(&tensors.back())), i) != executorch::runtime::Error::Ok) {
        return "input " + std::to_string(i) + " does not have the dtype or shape that the method takes";
      }
    }
    return "";
  }

 private:
  static void fill_with_ones(const executorch::runtime::TensorInfo& info, Npy& array) {
    array.dtype = info.scalar_type();
    array.sizes.assign(info.sizes().begin(), info.sizes().end());
    array.data.assign(info.nbytes(), 0);
    const size_t size = executorch::runtime::elementSize(array.dtype);
    for (size_t at = 0; at < array.data.size(); at += size) {
      const float one = 1;
      const double one_in_double = 1;
      if (array.dtype == ScalarType::Float) {
        std::memcpy(&array.data[at], &one, sizeof(one));
      } else if (array.dtype == ScalarType::Double) {
        std::memcpy(&array.data[at], &one_in_double, sizeof(one_in_double));
      } else if (array.dtype == ScalarType::Half) {
        array.data[at + 1] = 0x3c;
      } else if (array.dtype == ScalarType::BFloat16) {
        array.data[at] = 0x80;
        array.data[at + 1] = 0x3f;
      } else {
        array.data[at] = 1;  // an integer of any size, in little endian
      }
    }
  }

  static void set_layout(const Npy& array, std::vector<uint8_t>& order, std::vector<int32_t>& strides) {
    const size_t rank = array.sizes.size();
    order.resize(rank);
    strides.resize(rank);
    int32_t stride = 1;
    for (size_t d = rank; d-- > 0; stride *= array.sizes[d]) {
      order[d] = static_cast<uint8_t>(d);
      strides[d] = stride;
    }
  }
};

// Shows an output; false if it is not the expected one.
bool show(size_t index, const Tensor& tensor, const std::string* file, const Options& options) {
  const auto n = static_cast<size_t>(tensor.numel());
  std::printf("output %zu: %s (", index, executorch::runtime::toString(tensor.scalar_type()));
  for (ssize_t d = 0; d < tensor.dim(); ++d) {
    std::printf("%s%d", d ? ", " : "", static_cast<int>(tensor.size(d)));
  }
  std::printf(")\n");
  print_elements("got", tensor.scalar_type(), tensor.const_data_ptr(), n);
  if (!file) {
    return true;
  }
  Npy expected;
  const std::string problem = read_npy(*file, expected);
  if (!problem.empty()) {
    std::printf("  %s\n", problem.c_str());
    return false;
  }
  print_elements("expected", expected.dtype, expected.data.data(), expected.data.size() ? n : 0);
  const std::vector<int32_t> sizes(tensor.sizes().begin(), tensor.sizes().end());
  if (expected.dtype != tensor.scalar_type() || expected.sizes != sizes) {
    std::printf("  the expected output has another dtype or shape: NOT as expected\n");
    return false;
  }
  double largest = 0;
  bool close = true;
  for (size_t i = 0; i < n; ++i) {
    const double got = element(tensor.scalar_type(), tensor.const_data_ptr(), i);
    const double want = element(expected.dtype, expected.data.data(), i);
    const double difference = got == want || (got != got && want != want) ? 0 : std::fabs(got - want);
    largest = difference > largest ? difference : largest;
    close = close && difference <= options.atol + options.rtol * std::fabs(want);
  }
  std::printf("  largest difference %.3g: %s\n", largest, close ? "as expected" : "NOT as expected");
  return close;
}

// Runs one model; false if something is not as it should be.
bool run(const std::string& path, const Options& options) {
  Model model;
  Inputs inputs;
  std::string problem = model.load(path, options.method);
  if (problem.empty()) {
    problem = inputs.set(model.method(), options.inputs);
  }
  if (problem.empty() && model.method().execute() != executorch::runtime::Error::Ok) {
    problem = "running the method failed";
  }
  const size_t outputs = problem.empty() ? model.method().outputs_size() : 0;
  if (problem.empty() && options.expected.size() > outputs) {
    problem = "the method has " + std::to_string(outputs) + " outputs";
  }
  std::printf("%s: %s\n", path.c_str(), problem.empty() ? "ran" : problem.c_str());
  bool good = problem.empty();
  for (size_t i = 0; i < outputs; ++i) {
    const EValue& output = model.method().get_output(i);
    const std::string* expected = i < options.expected.size() ? &options.expected[i] : nullptr;
    if (output.isTensor()) {
      good = show(i, output.toTensor(), expected, options) && good;
    }
  }
  return good;
}

}  // namespace
}  // namespace model_runner

int main(int argc, char** argv) {
  model_runner::Options options;
  if (!model_runner::parse(model_runner::expanded_arguments(argc, argv), options)) {
    std::fprintf(
        stderr,
        "usage: model_runner MODEL.pte... [--method NAME] [--input FILE.npy]... [--expect FILE.npy]... "
        "[--rtol R] [--atol A]\n");
    return 2;
  }
  bool good = true;
  for (const std::string& model : options.models) {
    good = model_runner::run(model, options) && good;
  }
  return good ? 0 : 1;
}
