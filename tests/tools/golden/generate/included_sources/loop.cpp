#include "loop.h"
// loop
