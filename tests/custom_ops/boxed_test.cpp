// EXECUTORCH_LIBRARY: kernels of every signature, called as the runtime calls them.
#include "expect.h"
#include "rules_executorch/executorch_library.h"

#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <vector>

using namespace executorch::aten;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Tag;

namespace {

int64_t seen = 0;

Tensor& context_out(KernelRuntimeContext&, const Tensor& x, Tensor& out) {
  seen = x.numel() + out.numel();
  return out;
}
Tensor& no_context_out(const Tensor& x, Tensor& out) {
  seen = 10 * x.numel();
  return out;
}
std::tuple<Tensor&, Tensor&, Tensor&> three_outs(KernelRuntimeContext&, Tensor& state, Tensor& a, Tensor& b) {
  seen = state.numel();
  return {state, a, b};
}
void nothing(KernelRuntimeContext& ctx, int64_t i) {
  seen = i;
  if (i < 0) {
    ctx.fail(Error::InvalidArgument);
  }
}
void no_arguments() {
  seen = 42;
}
int64_t overloaded(int64_t i) {
  return i + 1;
}
double overloaded(double d) {
  return d / 2;
}
Tensor same(const Tensor& x) {
  return x;
}
Scalar negated(const Scalar& x) {
  return x.isBoolean() ? Scalar(!x.to<bool>()) : Scalar(-x.to<int64_t>());
}
bool inverted(bool x) {
  return !x;
}
void throws(int64_t) {
  throw std::runtime_error("no good");
}

namespace values {
template <typename T>
void seen_by(KernelRuntimeContext&, T) {
  ++seen;
}
}  // namespace values

using OptionalTensors = ArrayRef<std::optional<Tensor>>;

}  // namespace

// clang-format off
EXECUTORCH_LIBRARY(t, "context.out", context_out); EXECUTORCH_LIBRARY(t, "no_context.out", no_context_out);
// clang-format on
EXECUTORCH_LIBRARY(t, "three.out", three_outs);
EXECUTORCH_LIBRARY(t, "nothing", nothing);
EXECUTORCH_LIBRARY(t, "no_arguments", no_arguments);
EXECUTORCH_LIBRARY(t, "over.int", static_cast<int64_t (*)(int64_t)>(overloaded));
EXECUTORCH_LIBRARY(t, "over.float", static_cast<double (*)(double)>(&overloaded));
EXECUTORCH_LIBRARY(t, "same", same);
EXECUTORCH_LIBRARY(t, "negated", negated);
EXECUTORCH_LIBRARY(t, "inverted", inverted);
EXECUTORCH_LIBRARY(t, "throws", throws);
EXECUTORCH_LIBRARY(v, "Tensor", values::seen_by<const Tensor&>);
EXECUTORCH_LIBRARY(v, "mutable", values::seen_by<Tensor&>);
EXECUTORCH_LIBRARY(v, "value", values::seen_by<Tensor>);
EXECUTORCH_LIBRARY(v, "optional", values::seen_by<const std::optional<Tensor>&>);
EXECUTORCH_LIBRARY(v, "int", values::seen_by<int64_t>);
EXECUTORCH_LIBRARY(v, "float", values::seen_by<double>);
EXECUTORCH_LIBRARY(v, "bool", values::seen_by<bool>);
EXECUTORCH_LIBRARY(v, "str", values::seen_by<std::string_view>);
EXECUTORCH_LIBRARY(v, "Scalar", values::seen_by<Scalar>);
EXECUTORCH_LIBRARY(v, "ScalarType", values::seen_by<ScalarType>);
EXECUTORCH_LIBRARY(v, "MemoryFormat", values::seen_by<MemoryFormat>);
EXECUTORCH_LIBRARY(v, "Layout", values::seen_by<Layout>);
EXECUTORCH_LIBRARY(v, "Device", values::seen_by<Device>);
EXECUTORCH_LIBRARY(v, "ints", values::seen_by<ArrayRef<int64_t>>);
EXECUTORCH_LIBRARY(v, "floats", values::seen_by<ArrayRef<double>>);
EXECUTORCH_LIBRARY(v, "bools", values::seen_by<ArrayRef<bool>>);
EXECUTORCH_LIBRARY(v, "Tensors", values::seen_by<ArrayRef<Tensor>>);
EXECUTORCH_LIBRARY(v, "optionals", values::seen_by<OptionalTensors>);
EXECUTORCH_LIBRARY(v, "optional_ints", values::seen_by<std::optional<ArrayRef<int64_t>>>);
EXECUTORCH_LIBRARY(v, "optional_str", values::seen_by<std::optional<std::string_view>>);
EXECUTORCH_LIBRARY(v, "optional_Device", values::seen_by<const std::optional<Device>&>);
EXECUTORCH_LIBRARY(v, "optional_optionals", values::seen_by<std::optional<OptionalTensors>>);

namespace {

Error call(const char* name, std::initializer_list<EValue*> stack) {
  auto op = executorch::runtime::get_op_function_from_registry(name);
  EXPECT(op.ok());
  std::vector<EValue*> values(stack);
  KernelRuntimeContext context;
  if (op.ok()) {
    (*op)(context, {values.data(), values.size()});
  }
  return context.failure_state();
}

struct Values {
  SizesType sizes[1] = {2};
  DimOrderType order[1] = {0};
  StridesType strides[1] = {1};
  float data[2] = {1, 2};
  TensorImpl impl{ScalarType::Float, 1, sizes, data, order, strides};
  EValue tensor{Tensor(&impl)};
  EValue none;
  EValue integer{int64_t{3}};
  EValue number{1.5};
  EValue truth{true};
  char text[2] = {'h', 'i'};
  ArrayRef<char> text_ref{text, 2};
  EValue string{&text_ref};
  double doubles[1] = {1.5};
  ArrayRef<double> double_ref{doubles, 1};
  EValue floats{&double_ref};
  bool truths[1] = {true};
  ArrayRef<bool> bool_ref{truths, 1};
  EValue bools{&bool_ref};
  EValue* int_items[2] = {&integer, &integer};
  int64_t int_memory[2] = {};
  BoxedEvalueList<int64_t> int_list{int_items, int_memory, 2};
  EValue ints{&int_list};
  EValue* wrong_items[2] = {&integer, &number};
  BoxedEvalueList<int64_t> wrong_list{wrong_items, int_memory, 2};
  EValue wrong_ints{&wrong_list};
};

void test_values() {
  Values v;
  EValue slot;
  const auto ok = [&](const char* name, EValue& value) {
    const int64_t before = seen;
    EXPECT(call(name, {&value, &slot}) == Error::Ok);
    if (seen != before + 1) {
      std::printf("%s: the kernel did not run\n", name);
      ++failures;
    }
  };
  const auto refused = [&](const char* name, EValue* value) {
    const int64_t before = seen;
    EXPECT(call(name, {value, &slot}) != Error::Ok);
    EXPECT(seen == before);
  };
  for (const char* name : {"v::Tensor", "v::mutable", "v::value"}) {
    ok(name, v.tensor);
    refused(name, &v.none);
    refused(name, &v.integer);
    refused(name, nullptr);
  }
  ok("v::optional", v.tensor);
  ok("v::optional", v.none);
  refused("v::optional", &v.integer);
  for (const char* name : {"v::int", "v::ScalarType", "v::MemoryFormat", "v::Layout", "v::Device"}) {
    ok(name, v.integer);
    refused(name, &v.number);
    refused(name, &v.tensor);
    refused(name, nullptr);
  }
  ok("v::float", v.number);
  refused("v::float", &v.integer);
  ok("v::bool", v.truth);
  refused("v::bool", &v.integer);
  ok("v::str", v.string);
  refused("v::str", &v.ints);
  for (EValue* value : {&v.integer, &v.number, &v.truth}) {
    ok("v::Scalar", *value);
  }
  refused("v::Scalar", &v.string);
  ok("v::ints", v.ints);
  refused("v::ints", &v.wrong_ints);
  refused("v::ints", &v.floats);
  ok("v::floats", v.floats);
  ok("v::bools", v.bools);
  refused("v::bools", &v.floats);
  refused("v::Tensors", &v.ints);
  refused("v::optionals", &v.none);
  for (const char* name :
       {"v::optional_ints", "v::optional_str", "v::optional_Device", "v::optional_optionals"}) {
    ok(name, v.none);
    refused(name, &v.floats);
    refused(name, nullptr);
  }
  ok("v::optional_ints", v.ints);
  ok("v::optional_str", v.string);
  ok("v::optional_Device", v.integer);

  EValue* items[2] = {&v.tensor, &v.none};
  alignas(std::optional<Tensor>) char memory[2 * sizeof(std::optional<Tensor>)] = {};
  auto* optionals = reinterpret_cast<std::optional<Tensor>*>(memory);
  BoxedEvalueList<std::optional<Tensor>> optional_list(items, optionals, 2);
  EValue optional_tensors(&optional_list);
  ok("v::optionals", optional_tensors);
  ok("v::optional_optionals", optional_tensors);
}

void test_signatures() {
  Values v;
  EValue slot;
  EXPECT(call("t::context.out", {&v.tensor, &v.tensor, &v.tensor}) == Error::Ok && seen == 4);
  // The slot for a result is not needed where there is none; one more or less is an error.
  EXPECT(call("t::context.out", {&v.tensor, &v.tensor}) == Error::Ok);
  EXPECT(call("t::context.out", {&v.tensor}) == Error::InvalidProgram);
  EXPECT(call("t::context.out", {&v.tensor, &v.tensor, &slot, &slot}) == Error::InvalidProgram);
  EXPECT(call("t::no_context.out", {&v.tensor, &v.tensor, &slot}) == Error::Ok && seen == 20);
  EXPECT(call("t::three.out", {&v.tensor, &v.tensor, &v.tensor, &slot}) == Error::Ok && seen == 2);
  EXPECT(call("t::nothing", {&v.integer, &slot}) == Error::Ok && seen == 3);
  EValue negative(int64_t{-1});
  EXPECT(call("t::nothing", {&negative, &slot}) == Error::InvalidArgument);
  EXPECT(call("t::no_arguments", {&slot}) == Error::Ok && seen == 42);
  EXPECT(call("t::throws", {&v.integer, &slot}) == Error::Internal);
}

void test_results() {
  Values v;
  EValue slot;
  EXPECT(call("t::over.int", {&v.integer, &slot}) == Error::Ok && slot.isInt() && slot.toInt() == 4);
  EXPECT(
      call("t::over.float", {&v.number, &slot}) == Error::Ok && slot.isDouble() && slot.toDouble() == 0.75);
  EXPECT(call("t::same", {&v.tensor, &slot}) == Error::Ok && slot.isTensor());
  EXPECT(call("t::negated", {&v.integer, &slot}) == Error::Ok && slot.isInt() && slot.toInt() == -3);
  EXPECT(call("t::negated", {&v.truth, &slot}) == Error::Ok && slot.isBool() && !slot.toBool());
  EXPECT(call("t::inverted", {&v.truth, &slot}) == Error::Ok && slot.isBool() && !slot.toBool());
  EXPECT(call("t::inverted", {&v.truth, nullptr}) == Error::InvalidState);
  EXPECT(call("t::inverted", {&v.truth}) == Error::InvalidProgram);
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  test_values();
  test_signatures();
  test_results();
  return failures == 0 ? 0 : 1;
}
