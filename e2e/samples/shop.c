// The sample that the journeys open where the running kernel's BTF cannot be read. Our own code.
// `node e2e/samples/make.mjs` builds it again: shop.o has DWARF 5, shop.btf raw BTF.
#include <stdatomic.h>
#include <stdint.h>

enum state { OPEN, BUSY, CLOSED };

struct list {
  struct list *next, *prev;
};

struct stats {
  uint64_t served;
  uint32_t waiting;
};

/* A hole of 4 bytes after `lock`, which `limit` at the end fits. */
struct counter {
  struct list link;
  uint32_t lock;
  uint64_t hits;
  struct stats stats;
  union {
    void *owner;
    uint64_t ticket;
  };
  unsigned int ready : 1, urgent : 3, lane : 12;
  uint8_t tag[6];
  uint32_t limit;
};

struct shop {
  const char *name;
  enum state state;
  _Alignas(64) atomic_ulong visitors;
  struct counter front, back;
  int (*serve)(struct shop *, unsigned int);
  uint32_t length;
  char shelf[];
};

struct shop *shop_open(struct shop *shop) {
  shop->state = OPEN;
  return shop;
}
