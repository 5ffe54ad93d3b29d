#ifndef A_H
#define A_H
#define N (1 << 4)
enum mode { OFF, ON = N * 2 };
/**
 * struct queue - what waits
 * @head: first
 */
struct queue {
	struct list_head head; /* protects: lock */
	union {
		unsigned long flags : 3;
		u8 __rcu *next[N + 1];
	};
#ifdef CONFIG_SMP
	spinlock_t lock ____cacheline_aligned;
#else
	int (*fn)(void *, int);
#endif
	__cacheline_group_begin(read);
	DECLARE_BITMAP(map, 64);
} __packed __aligned(8);
typedef struct { int a, *b; } pair_t;
class d : public e { public: int x; };
#endif
