/* A program of which `types.py` invents a recording: each function begins with its one access to a member. */
struct node { struct node *next, *prev; };
enum kind { IDLE, BUSY };
struct channel {
    int mode;
    enum kind kind;
    union { long word; struct { int low, high; }; };
    struct node peers;
    struct { unsigned waiting, served; struct node list; } queue;
    unsigned long seen[8];
    char name[16];
    void (*done)(struct channel *);
    struct channel *owner;
    unsigned long tail[12];
    int last;
};
struct small { long a, b; };
struct channel channel __attribute__((aligned(64)));
struct small small __attribute__((aligned(64)));
#define READ(name, type, of, member) __attribute__((noinline)) type name(struct of *of) { return of->member; }
#define WRITE(name, type, of, member) __attribute__((noinline)) void name(struct of *of) { of->member = 1; }
READ(read_mode, int, channel, mode)
WRITE(write_low, int, channel, low)
READ(read_next, struct node *, channel, peers.next)
WRITE(write_served, unsigned, channel, queue.served)
READ(read_list, struct node *, channel, queue.list.prev)
READ(read_seen, unsigned long, channel, seen[3])
READ(read_owner, struct channel *, channel, owner)
WRITE(write_last, int, channel, last)
READ(read_b, long, small, b)
int main(void) { return read_mode(&channel) + (int)read_b(&small); }
