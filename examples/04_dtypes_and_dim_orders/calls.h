#pragma once

#include <string>
#include <vector>

namespace example {

/// The kernels that have run, in order. A kernel for a product would not keep such a list.
std::vector<std::string>& calls();

}  // namespace example
