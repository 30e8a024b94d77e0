#pragma once
#include "loop.h"
