#include "loop.h"  // IWYU pragma: associated
// more of the loop
