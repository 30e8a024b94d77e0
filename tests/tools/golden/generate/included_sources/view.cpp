#include "view.h"
// view
