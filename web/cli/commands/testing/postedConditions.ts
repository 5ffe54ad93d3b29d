import type { Kind } from './postedPlaces';

/** Kinds with lines of the preprocessor among the members. */
export const CONDITION_KINDS: readonly Kind[] = [
  [
    'the other branch of an `#if` has members of the same names',
    `	int a;
	char b;
#ifdef CONFIG_WIDE
	long n;
#endif
	char c;
	long d;
	char e;
	int f;
#ifndef CONFIG_WIDE
	void *w;
	long n;
#endif
	char g;
	int h;
	long i;
	char j;
#ifdef CONFIG_WIDE
	void *w;
#endif
`,
    `	int a;
	char b;
#ifdef CONFIG_WIDE
	long n;
#endif
	char c;
	long d;
	char e;
	int f;
#ifdef CONFIG_WIDE
	void *w;
#endif
#ifndef CONFIG_WIDE
	void *w;
	long n;
#endif
	char g;
	int h;
	long i;
	char j;
`,
  ],
  [
    'a hunk that shows defines and no member near',
    `	char a;
	void (*call)(void);
	short flags;
#define F1 1
#define F2 2
#define F3 3
#define F4 4
	/* of three
	 * lines, so that
	 * nothing else */
	char b;
`,
    `	char a;
	short flags;
#define F1 1
#define F2 2
#define F3 3
#define F4 4
	void (*call)(void);
	/* of three
	 * lines, so that
	 * nothing else */
	char b;
`,
  ],
  [
    'a padding between the parts of one `#if`, whose beginning is above',
    `#ifdef CONFIG_WIDE
	char a;
	char b;
	long c;
	long d;
	char e;
	long f;
	char g;
#ifdef CONFIG_NARROW
	int never;
#endif
	char h;
#endif
`,
    `#ifdef CONFIG_WIDE
	char a;
	char b;
	long c;
	long d;
#endif
	char pad_e[19];
#ifdef CONFIG_WIDE
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
    `	char x;
#ifdef CONFIG_WIDE
	char a;
	char b;
	long c;
	char t;
#ifdef CONFIG_NARROW
	int never;
#endif
#endif
	char d;
	int e;
	long f;
	char g;
	char h;
`,
    `	char x;
#ifdef CONFIG_WIDE
	char a;
	char b;
	long c;
#ifdef CONFIG_NARROW
	int never;
#endif
#endif
	char d;
	int e;
	long f;
	char g;
#ifdef CONFIG_WIDE
	char t;
#endif
	char h;
`,
  ],
];
