// Reads arguments and calls kernels through tools/etgen/include/kernel_boxing.h, right and wrong, and prints
// what is not as it has to be. Compiled with several flags, as a function CHECK each: see
// test_kernel_boxing.py.

#include "kernel_boxing.h"
#include "expect.h"

#include <stdexcept>
#include <vector>

using namespace rules_executorch::boxing;
using executorch::aten::Layout;
using executorch::aten::MemoryFormat;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::Kernel;
using executorch::runtime::MemoryAllocator;

namespace {

int calls = 0;

struct Call {
  explicit Call(std::vector<EValue*> values, uint32_t temporary = 256)
      : stack(std::move(values)), memory(temporary), allocator(temporary, memory.data()) {}

  template <typename T, size_t kSize = 0>
  Error error_of() {
    args.error = Error::Ok;
    args.get<T, kSize>(0);
    return args.error;
  }

  Error run(const Kernel& kernel) {
    calls = 0;
    kernel.op_(context, {stack.data(), stack.size()});
    return context.failure_state();
  }

  std::vector<EValue*> stack;
  std::vector<uint8_t> memory;
  MemoryAllocator allocator;
  KernelRuntimeContext context{nullptr, &allocator};
  Arguments args{context, {stack.data(), stack.size()}, Error::Ok, {}};
};

// A tensor of a float, and lists of two elements.
float data[] = {1};
executorch::aten::SizesType sizes[] = {1};
executorch::aten::DimOrderType order[] = {0};
executorch::aten::StridesType strides[] = {1};
executorch::aten::TensorImpl impl(ScalarType::Float, 1, sizes, data, order, strides);
executorch::aten::TensorImpl no_memory_impl(ScalarType::Float, 1, sizes, nullptr, order, strides);
EValue tensor(Tensor{&impl}), no_memory(Tensor{&no_memory_impl}), none;
EValue one(int64_t{1}), two(int64_t{2}), half(0.5), yes(true);
double doubles[] = {0.5, 1.5};
bool bools[] = {true, false};
char letters[] = {'a', 'b'};
ArrayRef<double> double_list(doubles, 2);
ArrayRef<bool> bool_list(bools, 2);
ArrayRef<char> text_list(letters, 2);
EValue* int_values[] = {&one, &two};
int64_t int_room[2];
BoxedEvalueList<int64_t> int_list(int_values, int_room, 2);
EValue* tensor_values[] = {&tensor, &no_memory};
alignas(Tensor) unsigned char tensor_room[2 * sizeof(Tensor)];
BoxedEvalueList<Tensor> tensor_list(tensor_values, reinterpret_cast<Tensor*>(tensor_room), 2);
BoxedEvalueList<Tensor> sound_list(tensor_values, reinterpret_cast<Tensor*>(tensor_room), 1);
EValue* some_values[] = {&tensor, nullptr};
std::optional<Tensor> some_room[2];
BoxedEvalueList<std::optional<Tensor>> some_list(some_values, some_room, 2);
EValue ints(&int_list), floats(&double_list), flags(&bool_list), text(&text_list);
EValue tensors(&sound_list), unsound_tensors(&tensor_list), some_tensors(&some_list);

// A value that is a T, and one that is not: with the runtime's own tryTo(), without, as an optional, and
// where nothing is.
template <typename T>
void check_type(EValue& right, EValue& wrong) {
  EXPECT(Call({&right}).error_of<T>() == Error::Ok);
  EXPECT(Call({&wrong}).error_of<T>() == Error::InvalidType);
  EXPECT(Call({nullptr}).error_of<T>() == Error::InvalidType);
  EXPECT(Call({&none}).error_of<T>() == Error::InvalidType);
  EXPECT(Call({&right}).error_of<std::optional<T>>() == Error::Ok);
  EXPECT(Call({&wrong}).error_of<std::optional<T>>() == Error::InvalidType);
  EXPECT(Call({nullptr}).error_of<std::optional<T>>() == Error::InvalidType);
  EXPECT(Call({&none}).error_of<std::optional<T>>() == Error::Ok);
  EXPECT(Call({&right}).args.get<std::optional<T>>(0).has_value());
  EXPECT(!Call({&none}).args.get<std::optional<T>>(0).has_value());
  if constexpr (!is_converted<T> && !std::is_same_v<T, Tensor>) {
    EXPECT(value_as<T>(right, "as before 1.3").ok());
    EXPECT(value_as<T>(wrong, "as before 1.3").error() == Error::InvalidType);
  }
}

void check_types() {
  check_type<Tensor>(tensor, one);
  check_type<int64_t>(one, half);
  check_type<double>(half, one);
  check_type<bool>(yes, one);
  check_type<Scalar>(one, tensor);
  check_type<Scalar>(half, text);
  check_type<std::string_view>(text, one);
  check_type<ScalarType>(one, half);
  check_type<MemoryFormat>(one, half);
  check_type<Layout>(one, half);
  check_type<executorch::aten::Device>(one, half);
  check_type<ArrayRef<Tensor>>(tensors, ints);
  check_type<ArrayRef<std::optional<Tensor>>>(some_tensors, tensors);
  check_type<ArrayRef<int64_t>>(ints, floats);
  check_type<ArrayRef<double>>(floats, ints);
  check_type<ArrayRef<bool>>(flags, ints);
  check_type<ArrayRef<Scalar>>(ints, text);
  check_type<ArrayRef<Scalar>>(floats, one);
  check_type<ArrayRef<Scalar>>(flags, tensors);
  check_type<ArrayRef<ScalarType>>(ints, floats);
  check_type<ArrayRef<std::string_view>>(text, ints);
  check_type<ArrayRef<std::optional<int64_t>>>(ints, floats);
  check_type<ArrayRef<std::optional<double>>>(floats, flags);
  check_type<ArrayRef<std::optional<bool>>>(flags, ints);
  EXPECT(Call({&none}).error_of<std::nullopt_t>() == Error::Ok);
  EXPECT(Call({&one}).error_of<std::nullopt_t>() == Error::InvalidType);
  EXPECT(Call({nullptr}).error_of<std::nullopt_t>() == Error::InvalidType);
}

void check_values() {
  EXPECT(&Call({&tensor}).args.get<Tensor>(0) == &tensor.payload.as_tensor);
  EXPECT(Call({&two}).args.get<int64_t>(0) == 2);
  EXPECT(Call({&half}).args.get<double>(0) == 0.5);
  EXPECT(Call({&two}).args.get<std::optional<int64_t>>(0) == 2);
  EXPECT(Call({&text}).args.get<std::string_view>(0) == "ab");
  EXPECT(Call({&ints}).args.get<ArrayRef<int64_t>>(0)[1] == 2);
  Call converted({&ints}), halves({&floats}), name({&text});
  EXPECT(converted.args.get<ArrayRef<Scalar>>(0)[1].to<int64_t>() == 2);
  EXPECT(converted.args.get<ArrayRef<std::optional<int64_t>>>(0)[0] == 1);
  EXPECT(converted.args.get<ArrayRef<ScalarType>>(0)[0] == ScalarType::Char);
  EXPECT(halves.args.get<ArrayRef<Scalar>>(0)[1].to<double>() == 1.5);
  EXPECT(name.args.get<ArrayRef<std::string_view>>(0)[0] == "ab");
  EXPECT(Call({&ints}, 8).error_of<ArrayRef<Scalar>>() == Error::MemoryAllocationFailed);
}

void check_lists_and_tensors() {
  using Flags = ArrayRef<bool>;
  EXPECT(Call({&flags}).error_of<Flags, 2>() == Error::Ok);
  EXPECT(Call({&flags}).error_of<Flags, 3>() == Error::InvalidArgument);
  EXPECT(Call({&ints}).error_of<Flags, 2>() == Error::InvalidType);
  EXPECT(Call({&none}).error_of<std::optional<Flags>, 3>() == Error::Ok);
  EXPECT(Call({&flags}).error_of<std::optional<Flags>, 3>() == Error::InvalidArgument);
  EXPECT(Call({&no_memory}).error_of<Tensor>() == Error::InvalidArgument);
  EXPECT(Call({&no_memory}).error_of<std::optional<Tensor>>() == Error::InvalidArgument);
  EXPECT(Call({&unsound_tensors}).error_of<ArrayRef<Tensor>>() == Error::InvalidArgument);
}

Tensor& shift_out(KernelRuntimeContext&, const Tensor&, int64_t by, Tensor& out) {
  ++calls;
  EXPECT(by == 1);
  return out;
}
// etgen declares both overloads.
[[maybe_unused]] Tensor& shift_out(const Tensor&, int64_t, Tensor& out) {
  return out;
}

void nothing(KernelRuntimeContext&, ArrayRef<bool>, std::optional<ArrayRef<bool>>) {
  ++calls;
}
int64_t count(KernelRuntimeContext&, const Tensor&) {
  ++calls;
  return 7;
}
std::tuple<Tensor, double> both(KernelRuntimeContext&, const Tensor& self) {
  ++calls;
  return {self, 0.5};
}

const Kernel shift = ET_KERNEL("tests::shift.out", "native_call_shift.out", 1, ::shift_out);
const Kernel sized =
    ET_KERNEL("tests::nothing", "native_call_nothing", 0, ::nothing, HasSize<0, 2>, HasSize<1, 2>);
const Kernel counts = ET_KERNEL("tests::count", "native_call_count", 0, ::count);
const Kernel makes_two = ET_KERNEL_FOR("v1/6;0|6;0", "tests::both", "native_call_both", 0, ::both);

void check_calls() {
  EXPECT(std::string_view(shift.name_) == "tests::shift.out" && shift.kernel_key_.is_fallback());
  EXPECT(Call({&tensor, &one, &tensor, nullptr}).run(shift) == Error::Ok && calls == 1);
  EXPECT(Call({&tensor, &one, &tensor}).run(shift) == Error::InvalidProgram && calls == 0);
  EXPECT(Call({&tensor, &one, &tensor, &none, &none}).run(shift) == Error::InvalidProgram && calls == 0);
  EXPECT(Call({&tensor, &half, &tensor, &none}).run(shift) == Error::InvalidType && calls == 0);
  EXPECT(Call({&tensor, &one, &no_memory, &none}).run(shift) == Error::InvalidArgument && calls == 0);
  EXPECT(Call({&flags, &none, nullptr}).run(sized) == Error::Ok && calls == 1);
  bool three[] = {true, true, true};
  ArrayRef<bool> three_list(three, 3);
  EValue longer(&three_list);
  EXPECT(Call({&longer, &none, nullptr}).run(sized) == Error::InvalidArgument && calls == 0);
  EXPECT(Call({&flags, &longer, nullptr}).run(sized) == Error::InvalidArgument && calls == 0);

  EValue first, second;
  EXPECT(Call({&tensor, &first}).run(counts) == Error::Ok && first.toInt() == 7);
  EXPECT(Call({&tensor, nullptr}).run(counts) == Error::InvalidState && calls == 0);
  EXPECT(Call({&tensor, &first, &second}).run(counts) == Error::InvalidProgram && calls == 0);
  EXPECT(std::string_view(makes_two.name_) == "tests::both" && !makes_two.kernel_key_.is_fallback());
  EXPECT(Call({&tensor, &first, &second}).run(makes_two) == Error::Ok);
  EXPECT(first.isTensor() && second.toDouble() == 0.5);
  EXPECT(Call({&tensor, &first, nullptr}).run(makes_two) == Error::InvalidState && calls == 0);
}

#if defined(__cpp_exceptions)
void throws(KernelRuntimeContext&, bool knows_why) {
  if (knows_why) {
    throw std::runtime_error("of the kernel's own");
  }
  throw 1;
}
const Kernel throwing = ET_KERNEL("tests::throws", "native_call_throws", 0, ::throws);

void check_exceptions() {
  EValue no(false);
#if defined(ET_CATCH_EXCEPTIONS)
  EXPECT(Call({&yes, nullptr}).run(throwing) == Error::Internal);
  EXPECT(Call({&no, nullptr}).run(throwing) == Error::Internal);
#else
  bool is_passed_on = false;
  try {
    Call({&yes, nullptr}).run(throwing);
  } catch (const std::runtime_error&) {
    is_passed_on = true;
  }
  EXPECT(is_passed_on);
#endif
}
#else
void check_exceptions() {}
#endif

}  // namespace

int CHECK() {
  check_types();
  check_values();
  check_lists_and_tensors();
  check_calls();
  check_exceptions();
  return failures;
}
