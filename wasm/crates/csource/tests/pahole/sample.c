#include <stdint.h>
#include <stdatomic.h>
typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;
struct list_head { struct list_head *next, *prev; };
typedef struct raw_spinlock { union { unsigned val; struct { uint8_t locked; uint8_t pending; }; }; } raw_spinlock_t;
struct optimistic_spin_queue { atomic_t tail; };
struct rw_semaphore { atomic_long_t count; struct list_head wait_list; raw_spinlock_t wait_lock; struct optimistic_spin_queue osq; struct task *owner; };
enum mode { OFF, ON };
struct ops { int (*open)(struct list_head *, int); void (*close)(void); };
struct queue {
  struct list_head head;
  unsigned a:3; unsigned b:7; unsigned long c:40;
  enum mode mode;
  char name[15];
  struct { short x; union { int y; char z[3]; } u; } in[2];
  union { long l; struct { int p; char q; }; } un;
  raw_spinlock_t lock;
  int (*fn)(int);
  const char *const *names;
  struct ops ops __attribute__((aligned(64)));
  _Bool flag;
  struct rw_semaphore sem;
  long double ld;
  unsigned char tail[];
};
struct __attribute__((packed)) pk { char a; int b; long c; struct list_head l; };
struct big { char a; long b[20]; int c; char d; double e; struct queue *q; struct list_head l; atomic_t r; };
struct base_only { int x; };
struct queue q; struct pk p; struct big b; struct rw_semaphore s; struct base_only bo; struct ops o; raw_spinlock_t rl;
