// Calls kernels with tensors that a corrupt program, or a caller, may give them: each call fails, on its
// context.

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <vector>

namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::Error;
using executorch::runtime::EValue;

alignas(16) char memory[1 << 12];

// A contiguous tensor of any sizes, with the memory that is given.
struct Given {
  Given(ScalarType dtype, std::vector<int32_t> shape, void* data)
      : sizes(shape),
        order(shape.size()),
        strides(shape.size()),
        impl(dtype, static_cast<ssize_t>(shape.size()), sizes.data(), data, order.data(), strides.data()),
        value(Tensor(&impl)) {
    uint32_t stride = 1;
    for (size_t d = shape.size(); d-- > 0;) {
      order[d] = static_cast<uint8_t>(d);
      strides[d] = static_cast<int32_t>(stride);
      stride *= static_cast<uint32_t>(shape[d] > 0 ? shape[d] : 1);
    }
  }

  std::vector<int32_t> sizes;
  std::vector<uint8_t> order;
  std::vector<int32_t> strides;
  TensorImpl impl;
  EValue value;
};

Error call(const char* op, std::initializer_list<EValue*> values) {
  std::vector<EValue*> stack(values);
  EValue result;
  stack.push_back(&result);
  const auto kernel = executorch::runtime::get_op_function_from_registry(op);
  executorch::runtime::KernelRuntimeContext context;
  (*kernel)(context, {stack.data(), stack.size()});
  return context.failure_state();
}

int failures = 0;

void expect(const char* what, bool holds) {
  if (!holds) {
    std::printf("not so: %s\n", what);
    ++failures;
  }
}

void test_sizes(const char* what, ScalarType dtype, const std::vector<int32_t>& sizes, void* data) {
  Given wrong(dtype, sizes, data), right(ScalarType::Float, {2}, memory),
      out(ScalarType::Float, {2}, memory + 64);
  EValue no_dims = EValue(), no_dtype = EValue(), keeps(false);
  expect(what, call("aten::abs.out", {&wrong.value, &out.value}) != Error::Ok);
  expect(what, call("aten::abs.out", {&right.value, &wrong.value}) != Error::Ok);
  expect(
      what,
      call("aten::sum.IntList_out", {&wrong.value, &no_dims, &keeps, &no_dtype, &out.value}) != Error::Ok);

  EValue* elements[] = {&right.value, &wrong.value};
  Tensor unwrapped[] = {right.value.toTensor(), right.value.toTensor()};
  executorch::runtime::BoxedEvalueList<Tensor> list(elements, unwrapped, 2);
  EValue tensors(&list), dim(int64_t{0});
  expect(what, call("aten::cat.out", {&tensors, &dim, &out.value}) != Error::Ok);
}

// Indices that are where the out is.
void test_aliases() {
  int64_t numbers[8] = {0, 1, 2, 3, 0, 1, 2, 3};
  Given out(ScalarType::Long, {4}, numbers), index(ScalarType::Long, {4}, numbers),
      part(ScalarType::Long, {4}, numbers + 3);
  int64_t large[4] = {1 << 20, 1 << 21, 1 << 22, 1 << 23};
  Given self(ScalarType::Long, {4}, large);
  EValue dim(int64_t{0}), sparse(false);
  for (Given* indices : {&index, &part}) {
    expect(
        "scatter",
        call("aten::scatter.src_out", {&self.value, &dim, &indices->value, &self.value, &out.value}) !=
            Error::Ok);
    expect(
        "scatter_add",
        call("aten::scatter_add.out", {&self.value, &dim, &indices->value, &self.value, &out.value}) !=
            Error::Ok);
    expect(
        "index_select",
        call("aten::index_select.out", {&self.value, &dim, &indices->value, &out.value}) != Error::Ok);
    expect(
        "gather",
        call("aten::gather.out", {&self.value, &dim, &indices->value, &sparse, &out.value}) != Error::Ok);
  }
  expect("the indices are as before", numbers[0] == 0 && numbers[3] == 3 && numbers[6] == 2);

  int64_t apart[4] = {3, 2, 1, 0};
  Given indices(ScalarType::Long, {4}, apart);
  expect(
      "indices apart",
      call("aten::index_select.out", {&self.value, &dim, &indices.value, &out.value}) == Error::Ok);
  expect("their elements", numbers[0] == 1 << 23 && numbers[3] == 1 << 20);
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  constexpr int32_t most = INT32_MAX;
  test_sizes("elements that wrap to none", ScalarType::Float, {65536, 65536, 65536, 65536}, memory);
  test_sizes("elements that wrap to two", ScalarType::Float, {65536, 65536, 65536, 65536, 2}, memory);
  test_sizes("bytes that wrap", ScalarType::Double, {most, most, 2}, memory);
  test_sizes("rows without elements", ScalarType::Float, {most, 0}, memory);
  test_sizes("no memory", ScalarType::Float, {2}, nullptr);
  test_sizes("17 dimensions", ScalarType::Float, std::vector<int32_t>(17, 1), memory);
  test_aliases();

  Given empty(ScalarType::Float, {0, 3}, nullptr), out(ScalarType::Float, {0, 3}, nullptr);
  expect("what is empty needs no memory", call("aten::abs.out", {&empty.value, &out.value}) == Error::Ok);
  return failures != 0;
}
