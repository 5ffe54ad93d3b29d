// With truck.c the sample of debug information that stands in files beside its program. Our own code.
#include "fleet.h"

struct parcel {
  char kind;
  struct place to;
  uint16_t grams;
};

_Static_assert(sizeof(struct parcel) == 32 && offsetof(struct parcel, grams) == 24, "parcel");

struct parcel first;
extern int drive(struct parcel *parcel);

int _start(void) { return drive(&first); }
