// Facts of calls: what is true of every call of an operator that an app makes, and whether a call is such a
// one.
//
// `etgen generate` writes this file, as it is, next to kernel_boxing.h, and only that includes it, in a unit
// whose kernels are compiled for the calls of models (call_selective_build): it defines ET_CALL_FACTS. The
// unit has three tables, in the namespace of this file:
//
//     const int64_t constants[] = {1, 0};
//     const Fixed fixed_arguments[] = {{0, 2, kInt, 8}};
//     const Facts call_facts[] = {{128, 1, 4, kSameSizes | kNotEmpty, kAnyDtype, 1, 0}};
//
// A row of the last has 12 bytes. A call outside of the facts fails on its context before its kernel runs, so
// that kernels may rely on them.
#ifndef RULES_EXECUTORCH_CALL_FACTS_H_
#define RULES_EXECUTORCH_CALL_FACTS_H_

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_shape_dynamism.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rules_executorch {
namespace boxing {
namespace {

/// What may hold in each call; as a set, also what a call is outside of.
enum Holds : uint8_t {
  kRank = 1,  // always; as do the elements
  kElements = 2,
  kNotEmpty = 4,     // each tensor has elements
  kContiguous = 8,   // dim orders are the default one
  kStatic = 16,      // no shape may change
  kSameSizes = 32,   // all tensors of the call have the same sizes
  kSameDtypes = 64,  // and the same dtype
  kArgument = 128,   // always
};

using DType = ::executorch::aten::ScalarType;

/// The facts of an operator: of all its tensors, those in lists and the outs included, and of its arguments.
struct Facts {
  uint32_t max_numel;  // UINT32_MAX if there is no bound
  int8_t min_rank;
  int8_t max_rank;
  uint8_t holds;  // of Holds
  uint8_t dtype;  // of all tensors, if they have the same
  uint8_t fixed_count;
  uint16_t first_fixed;  // in fixed_arguments
};

/// The dtype of tensors that are of one dtype in each call, but not in all calls.
constexpr uint8_t kAnyDtype = 255;

/// The types of constants.
constexpr auto kNone = static_cast<uint8_t>(::executorch::runtime::Tag::None);
constexpr auto kBool = static_cast<uint8_t>(::executorch::runtime::Tag::Bool);
constexpr auto kInt = static_cast<uint8_t>(::executorch::runtime::Tag::Int);
constexpr auto kDouble = static_cast<uint8_t>(::executorch::runtime::Tag::Double);
constexpr auto kInts = static_cast<uint8_t>(::executorch::runtime::Tag::ListInt);
/// A tensor of one dtype, whose number is in `bytes`.
constexpr auto kDtype = static_cast<uint8_t>(::executorch::runtime::Tag::Tensor);

/// An argument that is always the same constant, or a tensor of the same dtype.
struct Fixed {
  uint16_t constant;  // its first number, in constants; that of a double is its bits
  uint8_t index;      // in the schema's order
  uint8_t type;
  uint8_t bytes;
};

// The tables of the unit: a row of facts for each kernel, and their names, one after the other, each with its
// terminating null.
extern const char names[];
extern const Facts call_facts[];
extern const Fixed fixed_arguments[];
extern const int64_t constants[];

/// What the kernel is not built for, as the end of a sentence: the first of a set.
[[maybe_unused]] const char* describe(uint8_t outside) {
  switch (outside & -outside) {
    case kRank:
      return "the rank of a tensor";
    case kElements:
      return "a tensor with more elements";
    case kNotEmpty:
      return "an empty tensor";
    case kContiguous:
      return "the dim order of a tensor";
    case kStatic:
      return "a tensor of dynamic shape";
    case kSameSizes:
      return "tensors of different sizes";
    case kSameDtypes:
      return "the dtype of a tensor";
    default:
      return "the value of an argument, or its dtype";
  }
}

/// What a tensor of a call is outside of. `first` is the first tensor of the call.
[[maybe_unused]] uint8_t outside_of(
    const Facts& facts, const ::executorch::aten::Tensor& tensor, const ::executorch::aten::Tensor& first) {
  const auto* sizes = tensor.sizes().data();
  const auto* order = tensor.dim_order().data();
  const auto rank = static_cast<int>(tensor.dim());
  unsigned outside = 0;
  for (int d = 0; d < rank; ++d) {
    outside |= order[d] == d ? 0 : kContiguous;
  }
  const bool is_same_size =
      rank == first.dim() && std::memcmp(sizes, first.sizes().data(), rank * sizeof(*sizes)) == 0;
  outside |= is_same_size ? 0 : kSameSizes;
  const auto dtype = facts.dtype == kAnyDtype ? first.scalar_type() : static_cast<DType>(facts.dtype);
  outside |= tensor.scalar_type() == dtype ? 0 : kSameDtypes;
#ifndef USE_ATEN_LIB
  const auto dynamism = tensor.unsafeGetTensorImpl()->shape_dynamism();
  outside |= dynamism == ::executorch::runtime::TensorShapeDynamism::STATIC ? 0 : kStatic;
#endif
  const auto numel = static_cast<size_t>(tensor.numel());
  outside |= numel != 0 ? 0 : kNotEmpty;
  outside &= facts.holds;
  outside |= rank >= facts.min_rank && rank <= facts.max_rank ? 0 : kRank;
  outside |= numel <= facts.max_numel || facts.max_numel == UINT32_MAX ? 0 : kElements;
  return static_cast<uint8_t>(outside);
}

/// Whether all arguments that are constants by the facts are these. `ints` reads a list of ints.
[[maybe_unused]] bool are_constants(
    const Facts& facts,
    ::executorch::runtime::Span<::executorch::runtime::EValue*> arguments,
    ::executorch::runtime::Result<::executorch::aten::ArrayRef<int64_t>> (*ints)(
        const ::executorch::runtime::EValue&)) {
  const Fixed* fixed = fixed_arguments + facts.first_fixed;
  for (const Fixed* end = fixed + facts.fixed_count; fixed != end; ++fixed) {
    const ::executorch::runtime::EValue* value = arguments[fixed->index];
    if (value == nullptr || static_cast<uint8_t>(value->tag) != fixed->type) {
      return false;
    }
    if (fixed->type == kDtype) {
      if (static_cast<uint8_t>(value->payload.as_tensor.scalar_type()) != fixed->bytes) {
        return false;
      }
      continue;
    }
    const void* bytes = &value->payload;
    if (fixed->type == kInts) {
      const auto list = ints(*value);
      if (!list.ok() || list->size() * sizeof(int64_t) != fixed->bytes) {
        return false;
      }
      bytes = list->data();
    }
    if (fixed->bytes != 0 && std::memcmp(bytes, constants + fixed->constant, fixed->bytes) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace boxing
}  // namespace rules_executorch

#endif
