#include <iostream>

float half(float x);

int main() {
  std::cout << half(3) << "\n";
  return half(3) == 1.5f ? 0 : 1;
}
