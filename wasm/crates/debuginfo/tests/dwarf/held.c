/* Locks in structs in structs, and functions that are handed them. Prints the truth by offsetof. */
#include <stddef.h>
#include <stdio.h>

struct lock { long count; void *owner; int osq; };
struct tree { void *root, *leftmost; };
typedef struct { int v; } atom;
struct space { void *host; int gfp; struct tree t; struct { struct lock l; }; atom a[3]; };
struct node { long x; struct space s; };
typedef const struct lock const_lock;
struct by_alias { char c; const_lock l[2]; };

long counters[16];
struct node nodes[4];
struct by_alias by_alias;

#define PER_CPU __attribute__((section(".data..percpu")))
extern struct space area_b;
PER_CPU struct space area_b = { .gfp = 1 };
static PER_CPU struct space areas[2] = { { .gfp = 1 } };
PER_CPU struct space *area_pointer = &area_b;
PER_CPU atom ticks = { 1 };
PER_CPU long plain = 1;

int take(struct lock *l, const atom *a) { return l->count + a->v; }
struct node *find(unsigned n) { return &nodes[n]; }
static int taker_two(struct lock *l, ...) { return l->osq; }

int main(void)
{
    printf("space lock %zu\n", offsetof(struct space, l));
    printf("space tree %zu\n", offsetof(struct space, t));
    printf("space atom %zu %zu %zu\n", offsetof(struct space, a), offsetof(struct space, a[1]), offsetof(struct space, a[2]));
    printf("node lock %zu\n", offsetof(struct node, s.l));
    printf("node tree %zu\n", offsetof(struct node, s.t));
    printf("node atom %zu %zu %zu\n", offsetof(struct node, s.a), offsetof(struct node, s.a[1]), offsetof(struct node, s.a[2]));
    printf("by_alias lock %zu %zu\n", offsetof(struct by_alias, l[0]), offsetof(struct by_alias, l[1]));
    printf("node space %zu\n", offsetof(struct node, s));
    return take(&nodes[1].s.l, nodes[1].s.a) + taker_two(&nodes[0].s.l) + (int)find(2)->x + (int)counters[3] + areas[1].gfp ? 0 : 0;
}
