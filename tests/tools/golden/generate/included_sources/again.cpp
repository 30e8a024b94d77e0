#include "again.cpp"
// includes itself, and has no header
