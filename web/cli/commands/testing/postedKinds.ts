/** Where a struct is declared, other than in a header that `USE` follows. */
export type Place = (body: string) => string;

const IN_FUNCTION: Place = (body) =>
  `long create(const char *name, long version) {
	static long counts[4];
	long found = 0;

	for (int i = 0; i < 4; i++)
		found += counts[i];
	struct s {
${body.replaceAll(/^/gm, '\t').trimEnd()}
	} *methods = (struct s *)(name + found);

	methods->a = version;
	return methods->a;
}
`;

const BEHIND_MACRO: Place = (body) =>
  `#define PROGRAM_WSD\nstatic int other(int n) { return n; }\n\nstatic PROGRAM_WSD struct s {\n${body}} kept = { 0 };\nint use(void) { return other(kept.a); }\n`;

const ALIGNED: Place = (body) =>
  `struct s {\n${body}} __attribute__((aligned(8)));\nstatic struct s kept;\nvoid *use(void) { return &kept; }\n`;

/** A kind of diff that was read wrong or in part once: what it is, and the whole body of the struct as its diff. */
export type Kind = readonly [string, string, Place?];

/** The body before and after. */
export function sidesOf(diff: string): readonly [before: string, after: string] {
  const lines = diff.trimEnd().split('\n');
  const side = (other: string) =>
    lines.flatMap((line) => (line.startsWith(other) ? [] : [`${line.slice(1)}\n`])).join('');
  return [side('+'), side('-')];
}

export const KINDS: readonly Kind[] = [
  // Members that move, and what moves with them.
  [
    'a member whose type is declared there moves as it is',
    ` 	int a;
 	char b;
-	union {
-		long p;	/* of p */
-		void *q;
-	} u;
 	char c;
 	long d;
 	int e;
 	int f;
 	int g;
+	union {
+		long p;	/* of p */
+		void *q;
+	} u;
`,
  ],
  [
    'an unnamed bit-field keeps the company of the one before it',
    ` 	long a;
-	unsigned b : 1;
-	unsigned c : 1;
-	unsigned : 0;
 	char d;
 	long e;
 	long f;
 	char g;
+	unsigned b : 1;
+	unsigned c : 1;
+	unsigned : 0;
 	long h;
`,
  ],
  [
    'a padding that the loaded struct has as a member moves',
    ` 	int a;
 	char b;
-	CACHELINE_PADDING(_pad1_);
 	char c;
 	long d;
 	int e;
 	int f;
 	int g;
+	CACHELINE_PADDING(_pad1_);
 	int h;
`,
  ],
  [
    'unnamed unions that look alike, whose braces git lends to each other',
    ` 	int x;
 	union {
 		struct {
+			long e;
+			char f[32];
+		};
+		char three[8];
+	};
+	union {
+		struct {
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
-	union {
-		struct {
-			long e;
-			char f[32];
-		};
-		char three[8];
-	};
`,
  ],
  [
    'the end of a union of which the hunk shows a renamed member alone',
    `-	int a;
+	int a ____cacheline_aligned;
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
-	};
+	} ____cacheline_aligned;
 	/* and of as many
 	 * lines
 	 * behind */
 	char c;
`,
  ],
  [
    'unions that move past unions',
    ` 	long bits;
-	void *addr;
+	union {
+		char inactive[12];
+		short prof;
+	};
 	union {
 		long size;
 		long esn;
 	};
+	void *addr;
 	int bsize;
 	union {
 		long active;
 		union {
 			char heap[24];
 			long avail;
 		};
 	};
-	union {
-		char inactive[12];
-		short prof;
-	};
 	char last;
`,
  ],
  [
    'a member alone in its hunk, behind one that another hunk brought there',
    `-	char lock[9];

 	/* of
 	 * them */
 	long stats;
+	char lock[9];

 	/*
 	 * of
 	 * six
 	 * lines
 	 * or
 	 * so
 	 */
-	void *slab;
+	void *slab ____cacheline_aligned;

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
    ` 	int a;
-	int count;
 	long b;
 	char c;
+	int count;
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
    ` 	int a;
-	likeAtomic int b;
 	likeAtomic unsigned long c;
 	char d;
 	likeAtomic int e;
 	int f;
+	likeAtomic int b;
 	char g;
`,
  ],
  [
    'of alike ends of arguments git takes one for another',
    ` 	int a;

-	int (*create)(
+	int (*make)(
 		void *api,
 		const char *name,
 		void *context,
+		long function,
 		void (*destroy)(void *)
 	);

-	int (*find)(
+	int (*create)(
 		void *api,
 		const char *name,
-		void **context,
-		long *tokenizer
+		void *context,
+		void (*destroy)(void *)
 	);

-	int (*make)(
+	int (*find)(
 		void *api,
 		const char *name,
-		void *context,
-		long function,
-		void (*destroy)(void *)
+		void **context,
+		long *tokenizer
 	);
`,
  ],
  [
    'a union that comes as a whole is no place for what comes before it',
    ` 	void *sk;
-	union {
-		int args[4];
-		int reply;
-	};
-	void *syn;
 	void *skb;
-	void *end;
-	char op;
 	char full;
-	char left;
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
+	void *syn;
+	union {
+		int args[4];
+		int reply;
+	};
+	void *end;
+	char op;
+	char left;
`,
  ],
  // Lines of the preprocessor among the members.
  [
    'the other branch of an `#if` has members of the same names',
    ` 	int a;
 	char b;
 #ifdef CONFIG_WIDE
 	long n;
 #endif
 	char c;
 	long d;
 	char e;
 	int f;
+#ifdef CONFIG_WIDE
+	void *w;
+#endif
 #ifndef CONFIG_WIDE
 	void *w;
 	long n;
 #endif
 	char g;
 	int h;
 	long i;
 	char j;
-#ifdef CONFIG_WIDE
-	void *w;
-#endif
`,
  ],
  [
    'a hunk that shows defines and no member near',
    ` 	char a;
-	void (*call)(void);
 	short flags;
 #define F1 1
 #define F2 2
 #define F3 3
 #define F4 4
+	void (*call)(void);
 	/* of three
 	 * lines, so that
 	 * nothing else */
 	char b;
`,
  ],
  [
    'a padding between the parts of one `#if`, whose beginning is above',
    ` #ifdef CONFIG_WIDE
 	char a;
 	char b;
 	long c;
 	long d;
+#endif
+	char pad_e[19];
+#ifdef CONFIG_WIDE
 	char e;
 	long f;
 	char g;
 #ifdef CONFIG_NARROW
 	int never;
 #endif
 	char h;
 #endif
`,
  ],
  [
    'a member takes along an `#if` whose beginning is above the hunk',
    ` 	char x;
 #ifdef CONFIG_WIDE
 	char a;
 	char b;
 	long c;
-	char t;
 #ifdef CONFIG_NARROW
 	int never;
 #endif
 #endif
 	char d;
 	int e;
 	long f;
 	char g;
+#ifdef CONFIG_WIDE
+	char t;
+#endif
 	char h;
`,
  ],
  // Structs that are declared in another way than a header does.
  [
    'a struct whose head has a macro before it, above the hunk',
    ` 	int a;
 	char b;
 	long c;
 	short d;
-	long e;
 	char f;
 	long g;
+	long e;
 	short h;
 	int i;
`,
    BEHIND_MACRO,
  ],
  [
    'a struct inside of a function, whose head the hunk shows',
    `-	int a;
 	char b;
 	long c;
+	int a;
 	short d;
 	long e;
 	char f;
 	long g;
 	short h;
 	int i;
`,
    IN_FUNCTION,
  ],
  [
    'a padding in a struct with an attribute',
    ` 	char a;
+	unsigned char pad_owner[7];
 	void *owner;
 	long c;
`,
    ALIGNED,
  ],
];
