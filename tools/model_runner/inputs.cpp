#include "tools/model_runner/inputs.h"

#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <algorithm>
#include <cstring>

namespace model_runner {
namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Method;

std::string input_name(size_t index) {
  return "input " + std::to_string(index);
}

std::string described(ScalarType dtype, const std::vector<int32_t>& sizes) {
  std::string text;
  for (const int32_t size : sizes) {
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  }
  return executorch::runtime::toString(dtype) + ("[" + text + "]");
}

// The inputs in the program. Numbers have to be set to their values in the program, which only a deprecated
// function returns.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
std::vector<EValue> exported_inputs(Method& method) {
  std::vector<EValue> values(method.inputs_size());
  if (method.get_inputs(values.data(), values.size()) != Error::Ok) {
    values.clear();
  }
  return values;
}
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

// Whether the array contains the value with which the program was exported. False for values that are neither
// numbers nor tensors.
bool is_value_of(const Array& array, const EValue& value) {
  if (array.numel() != 1) {
    return false;
  }
  const double number = array.at(0).real();
  return value.isInt() ? number == static_cast<double>(value.toInt())
         : value.isDouble()
             ? number == value.toDouble() || (number != number && value.toDouble() != value.toDouble())
         : value.isBool() ? number == (value.toBool() ? 1 : 0)
                          : true;
}

// Permutes the elements to memory with other strides.
void lay_out(Array& array, const std::vector<int32_t>& strides) {
  const size_t size = executorch::runtime::elementSize(array.dtype);
  const std::vector<uint8_t> from = array.data;
  for_each_element(array.sizes, strides, [&](size_t i, size_t at) {
    std::memcpy(&array.data[at * size], &from[i * size], size);
  });
}

}  // namespace

std::string Inputs::prepare(Method& method, std::vector<Array> arrays) {
  values_ = exported_inputs(method);
  const size_t count = values_.size();
  const auto tensors = static_cast<size_t>(
      std::count_if(values_.begin(), values_.end(), [](const EValue& value) { return value.isTensor(); }));
  const bool for_all = arrays.size() == count;
  if (!arrays.empty() && !for_all && arrays.size() != tensors) {
    return "the method takes " + std::to_string(count) + " inputs" +
           (tensors < count ? ", of which " + std::to_string(tensors) + " are tensors" : "") + "; " +
           std::to_string(arrays.size()) + " are given";
  }
  memory_.resize(count);
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!values_[i].isTensor()) {
      if (for_all && !is_value_of(arrays[next++], values_[i])) {
        return input_name(i) +
               " is not a tensor, and takes no other value than that which it was exported with";
      }
      continue;
    }
    const auto info = *method.method_meta().input_tensor_meta(i);
    const std::vector<int32_t> sizes(info.sizes().begin(), info.sizes().end());
    Memory& memory = memory_[i];
    memory.array = next < arrays.size() ? std::move(arrays[next++]) : ones(info.scalar_type(), sizes);
    memory.order.assign(info.dim_order().begin(), info.dim_order().end());
    memory.strides.resize(memory.order.size());
    Array& array = memory.array;
    if (!convert(array, info.scalar_type()) || array.sizes.size() != memory.order.size() ||
        executorch::runtime::dim_order_to_stride(
            array.sizes.data(), memory.order.data(), memory.order.size(), memory.strides.data()) !=
            Error::Ok) {
      return input_name(i) + " is " + described(info.scalar_type(), sizes) + ", not " +
             described(array.dtype, array.sizes);
    }
    lay_out(array, memory.strides);
    memory.tensor.emplace(
        array.dtype, static_cast<ssize_t>(array.sizes.size()), array.sizes.data(), array.data.data(),
        memory.order.data(), memory.strides.data());
    values_[i] = EValue(Tensor(&*memory.tensor));
  }
  return "";
}

std::string Inputs::set(Method& method) const {
  for (size_t i = 0; i < values_.size(); ++i) {
    if (method.set_input(values_[i], i) == Error::Ok) {
      continue;
    }
    const auto info = method.method_meta().input_tensor_meta(i);
    if (!info.ok()) {
      return input_name(i) + " cannot be set";
    }
    const Array& array = memory_[i].array;
    return input_name(i) + " is at most " +
           described(info->scalar_type(), {info->sizes().begin(), info->sizes().end()}) + ", not " +
           described(array.dtype, array.sizes);
  }
  return "";
}

}  // namespace model_runner
