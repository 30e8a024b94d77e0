// Says which runtime's headers it was compiled with.

#include <cstdio>

int main() {
#ifdef OTHER_RUNTIME
  std::puts("other");
#else
  std::puts("wheel");
#endif
  return 0;
}
