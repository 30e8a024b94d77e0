#include "shared.h"

namespace util {

bool is_shared(int number) {
  return number / 10 == kShared;
}

}  // namespace util
