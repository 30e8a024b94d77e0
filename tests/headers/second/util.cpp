#include "util.h"

namespace second {

int number() {
  return util::kNumber;
}

}  // namespace second
