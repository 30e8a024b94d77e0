// The gradients of convolutions: the members of Convolution that begin with run_backward. They are a source
// of their own, for programs that run models need none of them.
#pragma once

#include "etk/convolution/convolution.h"
