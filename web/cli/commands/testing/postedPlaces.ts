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

/** A kind of diff that was read wrong or in part once: what it is, and the body of the struct before, and after. */
export type Kind = readonly [string, string, string, Place?];

/** Kinds of structs that are declared in another way than a header does. */
export const PLACED_KINDS: readonly Kind[] = [
  [
    'a struct whose head has a macro before it, above the hunk',
    `	int a;
	char b;
	long c;
	short d;
	long e;
	char f;
	long g;
	short h;
	int i;
`,
    `	int a;
	char b;
	long c;
	short d;
	char f;
	long g;
	long e;
	short h;
	int i;
`,
    BEHIND_MACRO,
  ],
  [
    'a struct inside of a function, whose head the hunk shows',
    `	int a;
	char b;
	long c;
	short d;
	long e;
	char f;
	long g;
	short h;
	int i;
`,
    `	char b;
	long c;
	int a;
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
    `	char a;
	void *owner;
	long c;
`,
    `	char a;
	unsigned char pad_owner[7];
	void *owner;
	long c;
`,
    ALIGNED,
  ],
];
