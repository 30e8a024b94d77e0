#include "view.h"
// add
