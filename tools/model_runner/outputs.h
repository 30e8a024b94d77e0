// Prints the outputs of a method, and compares them with the expected outputs.
#pragma once

#include "tools/model_runner/array.h"

#include <executorch/runtime/executor/method.h>

#include <optional>
#include <vector>

namespace model_runner {

/// The tolerance for an output: |got - expected| <= atol + rtol · |expected|.
///
/// The defaults depend on the dtype: rtol is 1e-7 for Double, 1e-4 for Float, 4e-3 for Half and 2e-2 for
/// BFloat16, several times the accumulated rounding error of a model's layers; atol is rtol times the largest
/// expected element, because the error of a sum is proportional to the size of its terms. Integers and bools
/// must be equal.
struct Tolerance {
  std::optional<double> rtol;
  std::optional<double> atol;
};

/// Prints the outputs of a method that has run, each with its expected output, if there is one. There is one
/// expected array for each output, for each tensor output, or for the first few outputs. Returns whether all
/// are as expected.
bool show_outputs(
    executorch::runtime::Method& method, const std::vector<Array>& expected, const Tolerance& tolerance);

}  // namespace model_runner
