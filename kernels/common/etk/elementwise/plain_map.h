// `map` for operators whose calls are all plain: a loop over the memory of the tensors, for the dtypes that
// facts of calls leave. See base/plain.h.
#pragma once

#include "etk/elementwise/plain_loop.h"

namespace etk {

namespace internal {

/// The plain calls of an operator.
template <const char* kOp, Promote kPromote, typename... Operands>
struct PlainMap {
  static constexpr Facts kFacts = call_facts<kOp>();
  static constexpr size_t kCount = sizeof...(Operands);
  static constexpr bool kHasNumbers = (... || OperandType<Operands>::kIsNumber);
  static constexpr bool kNumbersPromote =
      (... || (OperandType<Operands>::kIsNumber && OperandType<Operands>::kPromotes));

  /// The dtype of the tensors that promote; Undefined if they have several.
  static constexpr ScalarType read() {
    ScalarType result = ScalarType::Undefined;
    bool are_equal = true, is_first = true;
    const auto add = [&](bool promotes, ScalarType dtype) {
      if (promotes) {
        are_equal = are_equal && (is_first || dtype == result);
        result = dtype;
        is_first = false;
      }
    };
    (add(OperandType<Operands>::kIsTensor && OperandType<Operands>::kPromotes,
         OperandDtype<kOp, Operands>::kValue),
     ...);
    return are_equal ? result : ScalarType::Undefined;
  }

  /// The dtypes of these tensors in any call.
  static constexpr DtypeSet reads() {
    constexpr size_t tensors = (size_t{0} + ... + OperandType<Operands>::kIsTensor);
    DtypeSet result;
    if (read() != ScalarType::Undefined) {
      result.add(read());
      return result;
    }
    return kFacts.same_dtypes || tensors == 1 ? selected_dtypes<kOp>() : result;
  }

  template <ScalarType kRead>
  static constexpr ScalarType out_of() {
    return kFacts.out_dtype != ScalarType::Undefined ? kFacts.out_dtype
           : kFacts.same_dtypes                      ? kRead
                                                     : ScalarType::Undefined;
  }

  /// The dtype of an operand if those that promote have this one; Undefined for a number.
  template <typename T, ScalarType kRead>
  static constexpr ScalarType dtype_of() {
    constexpr ScalarType known = OperandDtype<kOp, T>::kValue;
    return OperandType<T>::kIsNumber ? ScalarType::Undefined : known != ScalarType::Undefined ? known : kRead;
  }

  enum Fit { kRefused, kCasts, kFits };
  /// Whether results of a promoted dtype are stored as they are.
  template <ScalarType kRead, ScalarType kPromoted>
  static constexpr Fit fit() {
    constexpr ScalarType computed = computed_in(kPromote, kPromoted), result = result_of(kPromote, computed);
    constexpr unsigned compute = unsigned{1} << static_cast<int>(compute_of(computed));
    constexpr ScalarType out = out_of<kRead>();
    if (!takes(kPromote, computed) || (computes_of(kPromote) & compute) == 0 || !can_cast(result, out)) {
      return kRefused;
    }
    return result == out ? kFits : kCasts;
  }

  /// Whether calls with this dtype can be computed here: -1 if they cannot, 0 if they are refused.
  template <ScalarType kRead>
  static constexpr int rating() {
    constexpr bool is_whole = compute_of(kRead) == Compute::kInt;
    if (compute_of(kRead) == Compute::kNone || (kHasNumbers && is_floating(kRead) && !is_wide(kRead))) {
      return -1;  // numbers are rounded to Half
    }
    constexpr Fit fits[] = {
        fit<kRead, kRead>(), is_whole && kNumbersPromote ? fit<kRead, ScalarType::Float>() : kRefused,
        kRead == ScalarType::Bool && kNumbersPromote ? fit<kRead, ScalarType::Long>() : kRefused};
    int best = 0;
    for (const Fit each : fits) {
      if (each == kCasts) {
        return -1;
      }
      best = each == kFits ? 1 : best;
    }
    return best;
  }

  /// The lowest dtype of a set.
  static constexpr ScalarType first_of(uint64_t set) {
    int bit = 0;
    while ((set >> bit & 1) == 0) {
      ++bit;
    }
    return static_cast<ScalarType>(bit);
  }

  template <uint64_t kDtypes, int kCount>
  static constexpr bool are_possible() {
    if constexpr (kDtypes == 0) {
      return kCount > 0 && kCount <= 3;
    } else {
      constexpr int rated = rating<first_of(kDtypes)>();
      return rated >= 0 && are_possible<(kDtypes & (kDtypes - 1)), kCount + (rated > 0 ? 1 : 0)>();
    }
  }

  static constexpr bool is_possible() {
    constexpr bool are_known =
        (... && (OperandType<Operands>::kIsTensor || OperandType<Operands>::kIsNumber)) &&
        (... && (!OperandType<Operands>::kIsTensor || OperandType<Operands>::kPromotes ||
                 kFacts.same_dtypes || OperandDtype<kOp, Operands>::kValue != ScalarType::Undefined));
    return are_known && are_possible<reads().bits(), 0>();
  }

  template <ScalarType kRead, ScalarType kPromoted, typename F>
  ETK_INLINE static void run_in(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
    if constexpr (fit<kRead, kPromoted>() != kFits) {
      fail(ctx);
    } else {
      constexpr ScalarType computed = computed_in(kPromote, kPromoted);
      using C = ValueOfDtype<computed>;
      if constexpr (kFacts.same_sizes) {
        const auto values = [](const auto& operand) {
          using T = std::decay_t<decltype(operand)>;
          if constexpr (OperandType<T>::kIsNumber) {
            return PlainNumber<C>{plain_number<C, computed>(operand)};
          } else {
            constexpr ScalarType dtype = dtype_of<T, kRead>();
            return PlainElements<C, dtype>{static_cast<const Element<dtype>*>(data_of(operand))};
          }
        };
        map_flat<out_of<kRead>()>(out, f, values(operands)...);
      } else {
        const auto number = []([[maybe_unused]] const auto& operand) {
          if constexpr (OperandType<std::decay_t<decltype(operand)>>::kIsNumber) {
            return plain_number<C, computed>(operand);
          } else {
            return C();
          }
        };
        const Operand list[] = {operands...};
        const C numbers[] = {number(operands)...};
        using Run = PlainRun<C, F, out_of<kRead>(), dtype_of<Operands, kRead>()...>;
        run_plain_map(ctx, Run::call, &f, list, kCount, numbers, sizeof(C), out);
      }
    }
  }

  template <ScalarType kRead, typename F>
  ETK_INLINE static void run_as(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
    if constexpr (compute_of(kRead) == Compute::kInt && kNumbersPromote) {
      int highest = 0;
      ((highest = std::max(highest, category(operands))), ...);
      if (highest == 2) {
        run_in<kRead, ScalarType::Float>(ctx, out, f, operands...);
        return;
      }
      if (kRead == ScalarType::Bool && highest == 1) {
        run_in<kRead, ScalarType::Long>(ctx, out, f, operands...);
        return;
      }
    }
    run_in<kRead, kRead>(ctx, out, f, operands...);
  }

  /// Computes calls whose tensors that promote have one of these dtypes.
  template <uint64_t kDtypes, typename F>
  ETK_INLINE static void run_any(
      Context& ctx, ScalarType dtype, Tensor& out, const F& f, const Operands&... operands) {
    if constexpr (kDtypes != 0) {
      constexpr ScalarType first = first_of(kDtypes);
      if (dtype == first) {
        run_as<first>(ctx, out, f, operands...);
      } else {
        run_any<(kDtypes & (kDtypes - 1))>(ctx, dtype, out, f, operands...);
      }
    } else {
      fail(ctx);
    }
  }
};

}  // namespace internal

/// Whether all calls of an operator can be computed by `map_plain`.
template <const char* kOp, Promote kPromote, typename... Operands>
constexpr bool is_plain_map() {
  if constexpr (has_plain_memory<kOp>()) {
    return internal::PlainMap<kOp, kPromote, Operands...>::is_possible();
  }
  return false;
}

/// Sets `out` to f of the operands, if `is_plain_map`.
template <const char* kOp, Promote kPromote, typename F, typename... Operands>
ETK_INLINE void map_plain(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
  using Map = internal::PlainMap<kOp, kPromote, Operands...>;
  if constexpr (Map::read() != ScalarType::Undefined) {
    Map::template run_as<Map::read()>(ctx, out, f, operands...);
  } else {
    ScalarType dtype = ScalarType::Undefined;
    const auto read = [&](const Operand& operand) {
      dtype = operand.tensor && operand.promotes ? operand.tensor->scalar_type() : dtype;
    };
    (read(operands), ...);
    Map::template run_any<Map::reads().bits()>(ctx, dtype, out, f, operands...);
  }
}

}  // namespace etk
