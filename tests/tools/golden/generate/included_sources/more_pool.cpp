#include "pool.h" // IWYU pragma: associated
// more of the pool
