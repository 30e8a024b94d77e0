// Shows the outputs of a method, and compares them with what is expected.
#pragma once

#include "tools/model_runner/array.h"

#include <executorch/runtime/executor/method.h>

#include <optional>
#include <vector>

namespace model_runner {

/// How far an output may be from what is expected: |got - expected| <= atol + rtol · |expected|.
///
/// What is not given follows from the dtype: rtol is 1e-7 for Double, 1e-4 for Float, 4e-3 for Half and 2e-2
/// for BFloat16, several times what rounding adds up to in the layers of a model; atol is rtol times the
/// largest expected element, for the error of a sum follows the size of its terms. Integers and bools are
/// equal.
struct Tolerance {
  std::optional<double> rtol;
  std::optional<double> atol;
};

/// Prints the outputs of a method that has run, each next to the expected one if there is one. There is one
/// expected array for each output, for each that is a tensor, or for the first few. Returns whether all are
/// as expected.
bool show_outputs(
    executorch::runtime::Method& method, const std::vector<Array>& expected, const Tolerance& tolerance);

}  // namespace model_runner
