// Kernels that write down what they were called with.
#include "said.h"

#include "NativeFunctions.h"

#include <stdexcept>
#include <string>

std::string said;

namespace types {
namespace native {
namespace {

using executorch::aten::ArrayRef;
using executorch::aten::Device;
using executorch::aten::Layout;
using executorch::aten::MemoryFormat;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorList;
using executorch::runtime::KernelRuntimeContext;

void say(const Tensor& tensor) {
  said += "t" + std::to_string(tensor.const_data_ptr<float>()[0]).substr(0, 1);
}
void say(int64_t value) {
  said += std::to_string(value);
}
void say(double value) {
  said += std::to_string(value).substr(0, 3);
}
void say(bool value) {
  said += value ? "yes" : "no";
}
void say(std::string_view value) {
  said += value;
}
void say(const Scalar& value) {
  if (value.isBoolean()) {
    say(value.to<bool>());
  } else if (value.isIntegral(false)) {
    say(value.to<int64_t>());
  } else {
    say(value.to<double>());
  }
}
void say(ScalarType value) {
  said += "dtype" + std::to_string(static_cast<int>(value));
}
void say(MemoryFormat value) {
  said += "format" + std::to_string(static_cast<int>(value));
}
void say(Layout value) {
  said += "layout" + std::to_string(static_cast<int>(value));
}
void say(Device value) {
  said += "device" + std::to_string(static_cast<int>(value.type()));
}
template <typename T>
void say(const std::optional<T>& value);
template <typename T>
void say(ArrayRef<T> list) {
  said += "[";
  for (const T& item : list) {
    say(item);
    said += ";";
  }
  said += "]";
}
template <typename T>
void say(const std::optional<T>& value) {
  if (value) {
    say(*value);
  } else {
    said += "none";
  }
}

template <typename... T>
void say_all(const T&... values) {
  said.clear();
  ((say(values), said += " "), ...);
  said.pop_back();
}

}  // namespace

Tensor& tensor_out(
    KernelRuntimeContext&, const Tensor& self, const std::optional<Tensor>& maybe, Tensor& out) {
  say_all(self, maybe, out);
  return out;
}

void tensors_out(
    KernelRuntimeContext&,
    TensorList list,
    std::optional<TensorList> maybe,
    ArrayRef<std::optional<Tensor>> some,
    std::optional<ArrayRef<std::optional<Tensor>>> perhaps,
    TensorList out) {
  say_all(list, maybe, some, perhaps, out);
}

Tensor& numbers_out(
    KernelRuntimeContext&,
    int64_t a,
    int64_t b,
    std::optional<int64_t> c,
    double d,
    std::optional<double> e,
    bool f,
    std::optional<bool> g,
    Tensor& out) {
  say_all(a, b, c, d, e, f, g);
  return out;
}

Tensor& lists_out(
    KernelRuntimeContext&,
    ArrayRef<int64_t> a,
    ArrayRef<int64_t> b,
    std::optional<ArrayRef<int64_t>> c,
    ArrayRef<double> d,
    std::optional<ArrayRef<double>> e,
    ArrayRef<bool> f,
    ArrayRef<bool> g,
    std::optional<ArrayRef<bool>> h,
    Tensor& out) {
  say_all(a, b, c, d, e, f, g, h);
  return out;
}

Tensor& scalars_out(
    KernelRuntimeContext&,
    const Scalar& a,
    const std::optional<Scalar>& b,
    ArrayRef<Scalar> c,
    std::optional<ArrayRef<Scalar>> d,
    Tensor& out) {
  say_all(a, b, c, d);
  return out;
}

Tensor& texts_out(
    KernelRuntimeContext&,
    std::string_view a,
    std::optional<std::string_view> b,
    ArrayRef<std::string_view> c,
    std::optional<ArrayRef<std::string_view>> d,
    Tensor& out) {
  say_all(a, b, c, d);
  return out;
}

Tensor& enums_out(
    KernelRuntimeContext&,
    ScalarType a,
    std::optional<ScalarType> b,
    ArrayRef<ScalarType> c,
    MemoryFormat d,
    std::optional<MemoryFormat> e,
    Layout f,
    std::optional<Layout> g,
    Device h,
    std::optional<Device> i,
    Tensor& out) {
  say_all(a, b, c, d, e, f, g, h, i);
  return out;
}

Tensor& optional_numbers_out(
    KernelRuntimeContext&,
    ArrayRef<std::optional<int64_t>> a,
    ArrayRef<std::optional<double>> b,
    ArrayRef<std::optional<bool>> c,
    Tensor& out) {
  say_all(a, b, c);
  return out;
}

Tensor& names_out(
    KernelRuntimeContext&,
    int64_t context,
    int64_t stack,
    int64_t args,
    int64_t name,
    int64_t default_,
    int64_t bitand_,
    int64_t number,
    int64_t another,
    Tensor& out) {
  say_all(context, stack, args, name, default_, bitand_, number, another);
  return out;
}

std::tuple<Tensor&, Tensor&, Tensor&> three_outs(
    KernelRuntimeContext&, const Tensor& self, Tensor& x, Tensor& y, Tensor& z) {
  say_all(self, x, y, z);
  return {x, y, z};
}

void nothing(KernelRuntimeContext&, Tensor& self) {
  say_all(self);
}

Tensor& delete_out(KernelRuntimeContext&, const Tensor& self, Tensor& out) {
  say_all(self, out);
  return out;
}

Tensor& overload_out(KernelRuntimeContext&, int64_t a, Tensor& out) {
  say_all(a, out);
  return out;
}

Tensor& overload_out(KernelRuntimeContext&, ArrayRef<bool> a, Tensor& out) {
  say_all(a, out);
  return out;
}

Tensor& in_place_(KernelRuntimeContext&, Tensor& self, const Tensor& other) {
  say_all(self, other);
  return self;
}

Tensor to_tensor(KernelRuntimeContext&, const Tensor& self) {
  say_all(self);
  return self;
}

int64_t to_int(KernelRuntimeContext&, const Tensor& self) {
  say_all(self);
  return 7;
}

Scalar to_scalar(KernelRuntimeContext&, const Tensor& self) {
  say_all(self);
  return Scalar(2.5);
}

std::tuple<Tensor, int64_t, double, bool> to_tuple(KernelRuntimeContext&, const Tensor& self) {
  say_all(self);
  return {self, 7, 2.5, true};
}

Tensor& throws_out(KernelRuntimeContext&, int64_t what, Tensor& out) {
  say_all(what);
  if (what == 1) {
    throw std::runtime_error("an exception");
  }
  throw what;
}

}  // namespace native
}  // namespace types
