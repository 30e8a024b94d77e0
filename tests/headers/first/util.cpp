#include "util.h"

namespace first {

int number() {
  return util::kNumber;
}

}  // namespace first
