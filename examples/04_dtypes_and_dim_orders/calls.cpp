#include "calls.h"

namespace example {

std::vector<std::string>& calls() {
  static std::vector<std::string> names;
  return names;
}

}  // namespace example
