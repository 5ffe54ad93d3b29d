#include "fleet.h"

struct parcel;

struct truck {
  struct place at;
  uint8_t wheels;
  struct parcel *load[4];
};

_Static_assert(sizeof(struct truck) == 56 && offsetof(struct truck, load) == 24, "truck");

struct truck truck;

int drive(struct parcel *parcel) {
  truck.load[0] = parcel;
  return truck.wheels;
}
