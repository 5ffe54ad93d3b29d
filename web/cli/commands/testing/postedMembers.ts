import type { Kind } from './postedPlaces';

/** Kinds of members that move, and of what moves with them. */
export const MEMBER_KINDS: readonly Kind[] = [
  [
    'a member whose type is declared there moves as it is',
    `	int a;
	char b;
	union {
		long p;	/* of p */
		void *q;
	} u;
	char c;
	long d;
	int e;
	int f;
	int g;
`,
    `	int a;
	char b;
	char c;
	long d;
	int e;
	int f;
	int g;
	union {
		long p;	/* of p */
		void *q;
	} u;
`,
  ],
  [
    'an unnamed bit-field keeps the company of the one before it',
    `	long a;
	unsigned b : 1;
	unsigned c : 1;
	unsigned : 0;
	char d;
	long e;
	long f;
	char g;
	long h;
`,
    `	long a;
	char d;
	long e;
	long f;
	char g;
	unsigned b : 1;
	unsigned c : 1;
	unsigned : 0;
	long h;
`,
  ],
  [
    'a padding that the loaded struct has as a member moves',
    `	int a;
	char b;
	CACHELINE_PADDING(_pad1_);
	char c;
	long d;
	int e;
	int f;
	int g;
	int h;
`,
    `	int a;
	char b;
	char c;
	long d;
	int e;
	int f;
	int g;
	CACHELINE_PADDING(_pad1_);
	int h;
`,
  ],
  [
    'unnamed unions that look alike, whose braces git lends to each other',
    `	int x;
	union {
		struct {
			long a;
			long b;
		};
		char one[16];
	};
	union {
		struct {
			long c;
			char d;
		};
		char two[24];
	};
	union {
		struct {
			long e;
			char f[32];
		};
		char three[8];
	};
`,
    `	int x;
	union {
		struct {
			long e;
			char f[32];
		};
		char three[8];
	};
	union {
		struct {
			long a;
			long b;
		};
		char one[16];
	};
	union {
		struct {
			long c;
			char d;
		};
		char two[24];
	};
`,
  ],
  [
    'the end of a union of which the hunk shows a renamed member alone',
    `	int a;
	int b;
	char x[3];
	char y;
	union {
		long p;
		long q;
		/* of three lines
		 * so that the hunk
		 * begins below */
		struct old_head old_head;
	};
	/* and of as many
	 * lines
	 * behind */
	char c;
`,
    `	int a ____cacheline_aligned;
	int b;
	char x[3];
	char y;
	union {
		long p;
		long q;
		/* of three lines
		 * so that the hunk
		 * begins below */
		struct old_head old_head;
	} ____cacheline_aligned;
	/* and of as many
	 * lines
	 * behind */
	char c;
`,
  ],
  [
    'unions that move past unions',
    `	long bits;
	void *addr;
	union {
		long size;
		long esn;
	};
	int bsize;
	union {
		long active;
		union {
			char heap[24];
			long avail;
		};
	};
	union {
		char inactive[12];
		short prof;
	};
	char last;
`,
    `	long bits;
	union {
		char inactive[12];
		short prof;
	};
	union {
		long size;
		long esn;
	};
	void *addr;
	int bsize;
	union {
		long active;
		union {
			char heap[24];
			long avail;
		};
	};
	char last;
`,
  ],
  [
    'a member alone in its hunk, behind one that another hunk brought there',
    `	char lock[9];

	/* of
	 * them */
	long stats;

	/*
	 * of
	 * six
	 * lines
	 * or
	 * so
	 */
	void *slab;

	/*
	 * of
	 * five
	 * lines
	 */
	long slabs;
`,
    `
	/* of
	 * them */
	long stats;
	char lock[9];

	/*
	 * of
	 * six
	 * lines
	 * or
	 * so
	 */
	void *slab ____cacheline_aligned;

	/*
	 * of
	 * five
	 * lines
	 */
	long slabs;
`,
  ],
  [
    'the type of a member, whose name is below the hunk, has a member of the same name',
    `	int a;
	int count;
	long b;
	char c;
	struct inner {
		int count;
		void *chain;
		long x;
		long y;
		long z;
	} *ht;
`,
    `	int a;
	long b;
	char c;
	int count;
	struct inner {
		int count;
		void *chain;
		long x;
		long y;
		long z;
	} *ht;
`,
  ],
  [
    'a macro before the type is not the type, and the type no name',
    `	int a;
	likeAtomic int b;
	likeAtomic unsigned long c;
	char d;
	likeAtomic int e;
	int f;
	char g;
`,
    `	int a;
	likeAtomic unsigned long c;
	char d;
	likeAtomic int e;
	int f;
	likeAtomic int b;
	char g;
`,
  ],
  [
    'of alike ends of arguments git takes one for another',
    `	int a;

	int (*create)(
		void *api,
		const char *name,
		void *context,
		void (*destroy)(void *)
	);

	int (*find)(
		void *api,
		const char *name,
		void **context,
		long *tokenizer
	);

	int (*make)(
		void *api,
		const char *name,
		void *context,
		long function,
		void (*destroy)(void *)
	);
`,
    `	int a;

	int (*make)(
		void *api,
		const char *name,
		void *context,
		long function,
		void (*destroy)(void *)
	);

	int (*create)(
		void *api,
		const char *name,
		void *context,
		void (*destroy)(void *)
	);

	int (*find)(
		void *api,
		const char *name,
		void **context,
		long *tokenizer
	);
`,
  ],
  [
    'a union that comes as a whole is no place for what comes before it',
    `	void *sk;
	union {
		int args[4];
		int reply;
	};
	void *syn;
	void *skb;
	void *end;
	char op;
	char full;
	char left;
	long temp;	/* temp and
			 * what
			 * follows
			 * is
			 * not
			 * cleared
			 * before
			 * the
			 * call
			 */
`,
    `	void *sk;
	void *skb;
	char full;
	long temp;	/* temp and
			 * what
			 * follows
			 * is
			 * not
			 * cleared
			 * before
			 * the
			 * call
			 */
	void *syn;
	union {
		int args[4];
		int reply;
	};
	void *end;
	char op;
	char left;
`,
  ],
];
