// The sample of the comparisons: one struct, in two configs and for two machines. Our own code.
#include <stdint.h>

struct depot {
  uint32_t lock;
  uint64_t stock;
#ifdef AUDIT
  void *auditor;
  uint32_t audits;
#endif
  uint64_t sold;
  uint32_t queue;
};

struct yard {
  void *gate;
  struct depot depots[2];
  uint32_t open;
};

/* What the journeys do to `depot`: `queue` to the start, then `audits` to the end. */
struct depot_moved {
  uint32_t queue;
  uint32_t lock;
  uint64_t stock;
#ifdef AUDIT
  void *auditor;
#endif
  uint64_t sold;
#ifdef AUDIT
  uint32_t audits;
#endif
};

struct yard_moved {
  void *gate;
  struct depot_moved depots[2];
  uint32_t open;
};

/* The compiler is the judge of the sizes that the journeys expect. */
#ifdef AUDIT
#ifdef __arm__
_Static_assert(sizeof(struct depot) == 40 && sizeof(struct depot_moved) == 40, "arm, AUDIT");
#else
_Static_assert(sizeof(struct depot) == 48 && sizeof(struct depot_moved) == 40, "AUDIT");
_Static_assert(sizeof(struct yard) == 112 && sizeof(struct yard_moved) == 96, "AUDIT");
#endif
#else
_Static_assert(sizeof(struct depot) == 32 && sizeof(struct depot_moved) == 24, "without AUDIT");
#endif

struct depot *depot_open(struct yard *yard) {
  return &yard->depots[0];
}
