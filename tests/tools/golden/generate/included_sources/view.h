#pragma once
  #  include <loop.h>  // beside it
