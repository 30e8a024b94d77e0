#include "pool.h"
// pool
