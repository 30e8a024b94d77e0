// The gradients of convolutions: the members run_backward… of Convolution. They have their own source file,
// because programs for inference do not need them.
#pragma once

#include "etk/convolution/convolution.h"
