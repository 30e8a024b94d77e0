// Calls each operator of functions.yaml as the runtime does, with values on a stack: right ones, which the
// kernel writes down, and wrong ones, for which the call must fail and the kernel not run. Prints what is not
// so.

#include "Functions.h"
#include "said.h"

#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using executorch::aten::ArrayRef;
using executorch::aten::Tensor;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::MemoryAllocator;

int failures = 0;

Error call(const std::string& op, std::vector<EValue*> stack, size_t temporary = 1024) {
  std::vector<uint8_t> memory(temporary);
  MemoryAllocator allocator(static_cast<uint32_t>(memory.size()), memory.data());
  KernelRuntimeContext context(nullptr, &allocator);
  said.clear();
  const std::string name = op.find("::") == std::string::npos ? "types::" + op : op;
  auto kernel = executorch::runtime::get_op_function_from_registry(name.c_str());
  if (!kernel.ok()) {
    return kernel.error();
  }
  (*kernel)(context, {stack.data(), stack.size()});
  return context.failure_state();
}

void expect(bool holds, const std::string& what) {
  if (!holds) {
    std::printf("%s\n", what.c_str());
    ++failures;
  }
}

// The values as the operator must get them; each is then replaced by a null and by a value of another type.
void check(const std::string& op, std::vector<EValue> values, const std::string& expected, size_t slots = 1) {
  EValue result;
  std::vector<EValue> results(slots);
  std::vector<EValue*> stack;
  for (EValue& value : values) {
    stack.push_back(&value);
  }
  for (EValue& slot : results) {
    stack.push_back(&slot);
  }
  expect(call(op, stack) == Error::Ok, op + ": fails");
  expect(said == expected, op + ": '" + said + "' instead of '" + expected + "'");

  std::vector<EValue*> wrong = stack;
  wrong.push_back(&result);
  expect(call(op, wrong) == Error::InvalidProgram && said.empty(), op + ": one value too many");
  wrong.resize(stack.size() - 1);
  expect(call(op, wrong) == Error::InvalidProgram && said.empty(), op + ": one value too few");
  char text[] = "text";
  ArrayRef<char> chars(text, 4);
  EValue other_text(&chars), other_bool(true);
  for (size_t i = 0; i < values.size(); ++i) {
    wrong = stack;
    wrong[i] = nullptr;
    const std::string argument = op + ": argument " + std::to_string(i);
    expect(call(op, wrong) != Error::Ok && said.empty(), argument + " is null");
    wrong[i] = values[i].isString() ? &other_bool : &other_text;
    if (values[i].isNone()) {
      continue;
    }
    const bool is_text_list = op == "texts.out" && i >= 2;
    expect(
        is_text_list || (call(op, wrong) == Error::InvalidType && said.empty()),
        argument + " has another type");
  }
}

// Lists as the runtime has them.
struct Ints {
  explicit Ints(std::vector<int64_t> list) : values(list.begin(), list.end()), room(list.size() + 1) {
    for (EValue& value : values) {
      pointers.push_back(&value);
    }
    pointers.push_back(nullptr);
    boxed = BoxedEvalueList<int64_t>(pointers.data(), room.data(), static_cast<int>(values.size()));
  }
  std::vector<EValue> values;
  std::vector<EValue*> pointers;
  std::vector<int64_t> room;
  BoxedEvalueList<int64_t> boxed;
};

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  float data[4] = {1, 2, 3, 4};
  executorch::aten::SizesType sizes[1] = {1};
  executorch::aten::DimOrderType order[1] = {0};
  executorch::aten::StridesType strides[1] = {1};
  using Impl = executorch::aten::TensorImpl;
  const auto dtype = executorch::aten::ScalarType::Float;
  Impl impls[] = {
      Impl(dtype, 1, sizes, data, order, strides), Impl(dtype, 1, sizes, data + 1, order, strides),
      Impl(dtype, 1, sizes, data + 2, order, strides), Impl(dtype, 1, sizes, data + 3, order, strides)};
  EValue t1(Tensor{&impls[0]}), t2(Tensor{&impls[1]}), t3(Tensor{&impls[2]}), t4(Tensor{&impls[3]});
  const EValue none;

  check("tensor.out", {t1, t2, t3}, "t1 t2 t3");
  check("tensor.out", {t1, none, t3}, "t1 none t3");

  EValue* tensors[] = {&t1, &t2};
  alignas(Tensor) unsigned char room[2 * sizeof(Tensor)];
  BoxedEvalueList<Tensor> tensor_list(tensors, reinterpret_cast<Tensor*>(room), 2);
  EValue absent;
  EValue* some[] = {&t1, nullptr, &t2};
  std::vector<std::optional<Tensor>> some_room(3);
  BoxedEvalueList<std::optional<Tensor>> some_list(some, some_room.data(), 3);
  EValue list(&tensor_list), optional_list(&some_list);
  check(
      "tensors.out", {list, list, optional_list, optional_list, list},
      "[t1;t2;] [t1;t2;] [t1;none;t2;] [t1;none;t2;] [t1;t2;]");
  check("tensors.out", {list, none, optional_list, none, list}, "[t1;t2;] none [t1;none;t2;] none [t1;t2;]");

  const EValue one(int64_t{1}), two(int64_t{2}), half(0.5), yes(true), no(false);
  check("numbers.out", {one, two, one, half, half, yes, no, t1}, "1 2 1 0.5 0.5 yes no");
  check("numbers.out", {one, two, none, half, none, yes, none, t1}, "1 2 none 0.5 none yes none");

  Ints ints({3, 4}), no_ints({});
  double doubles_data[] = {0.5, 1.5};
  bool bools_data[] = {true, false};
  ArrayRef<double> doubles(doubles_data, 2);
  ArrayRef<bool> bools(bools_data, 2), one_bool(bools_data, 1);
  const EValue i(&ints.boxed), no_i(&no_ints.boxed), d(&doubles), b(&bools), b1(&one_bool);
  check(
      "lists.out", {i, i, i, d, d, b1, b, b, t1},
      "[3;4;] [3;4;] [3;4;] [0.5;1.5;] [0.5;1.5;] [yes;] [yes;no;] [yes;no;]");
  check(
      "lists.out", {no_i, i, none, d, none, b, b, none, t1},
      "[] [3;4;] none [0.5;1.5;] none [yes;no;] [yes;no;] none");
  EValue values[] = {i, i, i, d, d, b, b1, b, t1, none};
  std::vector<EValue*> stack;
  for (EValue& value : values) {
    stack.push_back(&value);
  }
  expect(
      call("lists.out", stack) == Error::InvalidArgument && said.empty(),
      "a list of one where two are needed");

  check("scalars.out", {one, half, i, d, t1}, "1 0.5 [3;4;] [0.5;1.5;]");
  check("scalars.out", {yes, none, b, none, t1}, "yes none [yes;no;] none");
  check("scalars.out", {half, yes, no_i, b, t1}, "0.5 yes [] [yes;no;]");

  char text[] = "text";
  ArrayRef<char> chars(text, 4);
  const EValue s(&chars);
  check("texts.out", {s, s, s, s, t1}, "text text [text;] [text;]");
  check("texts.out", {s, none, s, none, t1}, "text none [text;] none");

  check(
      "enums.out", {one, two, i, one, two, one, one, one, one, t1},
      "dtype1 dtype2 [dtype3;dtype4;] format1 format2 layout1 layout1 device1 device1");
  check(
      "enums.out", {one, none, i, one, none, one, none, one, none, t1},
      "dtype1 none [dtype3;dtype4;] format1 none layout1 none device1 none");

  check("optional_numbers.out", {i, d, b, t1}, "[3;4;] [0.5;1.5;] [yes;no;]");
  check("names.out", {one, two, one, two, one, two, one, two, t1}, "1 2 1 2 1 2 1 2");

  // There is no room for the list that is made: the call fails, and the kernel does not run.
  EValue scalars[] = {one, none, i, none, t1, none};
  stack = {&scalars[0], &scalars[1], &scalars[2], &scalars[3], &scalars[4], &scalars[5]};
  expect(
      call("scalars.out", stack, 8) == Error::MemoryAllocationFailed && said.empty(), "no temporary memory");

  // The namespace is a C++ keyword, and has another name there.
  check("class::delete.out", {t1, t2}, "t1 t2");
  static_assert(std::is_function_v<decltype(torch::executor::class_::delete_outf)>);

  check("overload.int", {one, t1}, "1 t1");
  check("overload.list", {b, t1}, "[yes;no;] t1");

  check("three.outs", {t1, t2, t3, t4}, "t1 t2 t3 t4");
  check("nothing", {t1}, "t1");
  check("in_place_", {t1, t2}, "t1 t2");

  EValue argument(t2), result, more[3];
  expect(
      call("in_place_", {&argument, &argument, &result}) == Error::Ok && result.isTensor(),
      "in-place result");
  expect(call("to_tensor", {&argument, &result}) == Error::Ok && result.isTensor(), "tensor result");
  expect(call("to_int", {&argument, &result}) == Error::Ok && result.toInt() == 7, "int result");
  expect(call("to_scalar", {&argument, &result}) == Error::Ok && result.toDouble() == 2.5, "scalar result");
  expect(call("to_int", {&argument, nullptr}) == Error::InvalidState && said.empty(), "no room for a result");
  expect(call("to_tuple", {&argument, &result, &more[0], &more[1], &more[2]}) == Error::Ok, "tuple result");
  expect(
      result.isTensor() && more[0].toInt() == 7 && more[1].toDouble() == 2.5 && more[2].toBool(),
      "tuple's values");
  check("to_tensor", {t1}, "t1");
  check("to_tuple", {t1}, "t1", 4);
  expect(call("nothing", {&argument, nullptr}) == Error::Ok, "nothing needs no room");

  for (int64_t what : {1, 2}) {
    EValue kind(what);
    expect(call("throws.out", {&kind, &argument, &result}) == Error::Internal, "an exception is a failure");
  }
  std::printf("%d failures\n", failures);
  return failures != 0;
}
