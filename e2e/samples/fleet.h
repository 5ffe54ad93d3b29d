#include <stddef.h>
#include <stdint.h>

struct place {
  uint64_t street;
  int house;
};
