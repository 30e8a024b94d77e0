// Calls a kernel through a registration that knows facts of its calls: calls that are as the facts say run,
// and for each fact a call that is not fails, before the kernel runs. Prints what is not as it has to be. See
// test_call_facts.py, which has the facts.

#include "NativeFunctions.h"
#include "expect.h"

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <array>
#include <optional>
#include <vector>

using namespace executorch::aten;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::TensorShapeDynamism;

namespace {

int runs = 0;

/// A tensor, and a value with it.
struct Held {
  Held(
      std::vector<SizesType> sizes,
      ScalarType dtype = ScalarType::Float,
      std::vector<DimOrderType> order = {0, 1},
      TensorShapeDynamism dynamism = TensorShapeDynamism::STATIC)
      : sizes(std::move(sizes)), order(std::move(order)), strides(this->sizes.size(), 1) {
    this->order.resize(this->sizes.size(), static_cast<DimOrderType>(this->order.size()));
    impl.emplace(
        dtype, this->sizes.size(), this->sizes.data(), data, this->order.data(), strides.data(), dynamism);
    value = EValue(Tensor{&*impl});
  }

  std::vector<SizesType> sizes;
  std::vector<DimOrderType> order;
  std::vector<StridesType> strides;
  double data[64] = {};
  std::optional<TensorImpl> impl;
  EValue value;
};

/// A list of tensors, each of which may be absent.
template <typename T>
struct List {
  explicit List(std::vector<EValue*> of) : items(std::move(of)), room(8) {
    boxed.emplace(items.data(), reinterpret_cast<T*>(room.data()), static_cast<int>(items.size()));
    value = EValue(&*boxed);
  }

  std::vector<EValue*> items;
  std::vector<std::array<uint64_t, 4>> room;
  std::optional<BoxedEvalueList<T>> boxed;
  EValue value;
};

EValue none;
Held plain({2, 3}), also_plain({2, 3}), out({2, 3});
List<Tensor> two_plain({&plain.value, &also_plain.value});
List<std::optional<Tensor>> one_absent({&plain.value, nullptr});
EValue dim(int64_t{-1}), alpha(int64_t{1}), eps(0.5), keep(false);
EValue one(int64_t{1}), zero(int64_t{0});
EValue* numbers[] = {&one, &zero};
int64_t number_room[2];
BoxedEvalueList<int64_t> dims_list(numbers, number_room, 2), shorter_list(numbers, number_room, 1);
EValue dims(&dims_list);

/// The values of a call, in the order of the schema, and its return slot.
using Stack = std::array<EValue*, 11>;

Stack as_expected() {
  return {&plain.value, &none, &two_plain.value, &one_absent.value, &dim, &alpha, &eps,
          &keep,        &dims, &out.value,       &out.value};
}

Error run(const char* op, Stack stack) {
  runs = 0;
  const auto kernel = executorch::runtime::get_op_function_from_registry(op);
  EXPECT(kernel.ok());
  KernelRuntimeContext context;
  kernel.get()(context, {stack.data(), stack.size()});
  return context.failure_state();
}

/// Calls both kernels with another value. The one with facts refuses it, and the other one knows nothing.
void refuses(size_t index, EValue& value, int line) {
  Stack stack = as_expected();
  stack[index] = &value;
  if (index == 9) {
    stack[10] = &value;
  }
  expect(run("tests::each.out", stack) == Error::InvalidArgument && runs == 0, line, "it is refused");
  expect(run("tests::any.out", stack) == Error::Ok && runs == 1, line, "without facts, it runs");
}
#define REFUSES(index, value) refuses(index, value, __LINE__)

void check_tensors() {
  Held scalar({}), rank_3({1, 2, 3}), larger({4, 4}), empty({0, 3}), wider({3, 2}),
      longs({2, 3}, ScalarType::Long);
  Held turned({2, 3}, ScalarType::Float, {1, 0});
  Held bounded({2, 3}, ScalarType::Float, {0, 1}, TensorShapeDynamism::DYNAMIC_BOUND);
  Held unbounded({2, 3}, ScalarType::Float, {0, 1}, TensorShapeDynamism::DYNAMIC_UNBOUND);
  for (Held* other : {&scalar, &rank_3, &larger, &empty, &turned, &bounded, &unbounded, &wider, &longs}) {
    REFUSES(0, other->value);
    REFUSES(1, other->value);
    REFUSES(9, other->value);
    List<Tensor> second({&plain.value, &other->value});
    REFUSES(2, second.value);
    List<std::optional<Tensor>> last({nullptr, &other->value});
    REFUSES(3, last.value);
  }
}

void check_dtypes() {
  Held longs({2, 3}, ScalarType::Long);
  Stack all_long = as_expected();
  List<Tensor> list({&longs.value});
  List<std::optional<Tensor>> maybe({&longs.value});
  all_long[0] = all_long[9] = all_long[10] = &longs.value;
  all_long[2] = &list.value;
  all_long[3] = &maybe.value;
  EXPECT(run("tests::each.out", all_long) == Error::InvalidArgument && runs == 0);
  Stack mixed = as_expected();
  mixed[1] = &longs.value;
  EXPECT(run("tests::mixed.out", mixed) == Error::Ok && runs == 1);
  // All tensors have a dtype, and the optional one is there.
  EXPECT(run("tests::same.out", as_expected()) == Error::InvalidArgument && runs == 0);
  Stack with_other = as_expected();
  with_other[1] = &also_plain.value;
  EXPECT(run("tests::same.out", with_other) == Error::Ok && runs == 1);
  for (const size_t index : {0, 9}) {
    mixed = as_expected();
    mixed[index] = &longs.value;
    EXPECT(run("tests::mixed.out", mixed) == Error::InvalidArgument && runs == 0);
  }
}

void check_arguments() {
  EValue other_int(int64_t{2}), other_double(-0.0), same_as_double(1.0), yes(true), zero_as_int(int64_t{0});
  REFUSES(4, other_int);
  REFUSES(5, other_int);
  REFUSES(5, same_as_double);
  REFUSES(5, yes);
  REFUSES(6, other_double);
  REFUSES(7, yes);
  EValue shorter(&shorter_list);
  REFUSES(8, shorter);
  EValue* others[] = {&one, &one};
  int64_t room[2];
  BoxedEvalueList<int64_t> other_list(others, room, 2);
  EValue other_ints(&other_list);
  REFUSES(8, other_ints);
}

void check_wrong_types() {
  Stack stack = as_expected();
  stack[8] = nullptr;
  EXPECT(run("tests::each.out", stack) != Error::Ok && runs == 0);
  stack = as_expected();
  stack[4] = &eps;
  EXPECT(run("tests::each.out", stack) != Error::Ok && runs == 0);
}

}  // namespace

namespace tests {
namespace native {

Tensor& each_out(
    KernelRuntimeContext&,
    const Tensor&,
    const std::optional<Tensor>&,
    ArrayRef<Tensor>,
    ArrayRef<std::optional<Tensor>>,
    int64_t,
    const Scalar&,
    double,
    bool,
    ArrayRef<int64_t>,
    Tensor& out) {
  ++runs;
  return out;
}

}  // namespace native
}  // namespace tests

int main() {
  executorch::runtime::runtime_init();
  EXPECT(run("tests::each.out", as_expected()) == Error::Ok && runs == 1);
  Stack with_other = as_expected();
  with_other[1] = &also_plain.value;
  EXPECT(run("tests::each.out", with_other) == Error::Ok && runs == 1);
  check_tensors();
  check_dtypes();
  check_arguments();
  check_wrong_types();
  return failures;
}
