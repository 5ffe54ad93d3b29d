import { linesBeside } from '../words';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, testFolder, written } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import { run as runWords } from '../main';
import { FEW_LINES, FORMS, gitIn, placesIn, type Git } from './testing/mailForms';

const HEAD = `#define ____cacheline_aligned __attribute__((aligned(64)))
#define struct_group(NAME, MEMBERS...) union { struct { MEMBERS }; struct { MEMBERS } NAME; }
typedef unsigned char u8;
typedef struct { int counter; } atomic_t;
struct list { struct list *next, *prev; };
`;
const BODY = `
/**
 * struct queue - what waits, and for whom: a ≠ b
 * @first: the first member of it
 * @state: what it does
 */
struct queue {
	struct list	first;		/* the head
					 * of it all */
	/*
	 * A comment of three lines, so that a hunk
	 * that begins under it begins in it.
	 */
	int		state;
	atomic_t	users;
	unsigned int	ready : 1,
			closed : 1;
	union {
		long	cookie;
		void	*owner;
	};
#ifdef NEVER
	int		never;
#endif
	void		(*done)(struct queue *queue,
				int error);
	struct {
		int	hits;
		int	misses;
	};
	u8		name[12];
	long		stamp;
	char		tail;
};

static inline int queue_state(struct queue *queue)
{
	return queue->ready;
}
`;
const USE = '\nstruct queue queue;\n';
const text = HEAD + BODY;

/** What a person does to the header, by its words. */
const CHANGES: readonly (readonly [string, (text: string) => string])[] = [
  ['a member moves far', (t) => moved(t, '\tlong\t\tstamp;\n', '\tint\t\tstate;\n')],
  [
    'a member moves up, with the comment above it',
    (t) => moved(t, '\tatomic_t\tusers;\n', 'struct queue {\n'),
  ],
  [
    'a union moves',
    (t) =>
      moved(t, '\tunion {\n\t\tlong\tcookie;\n\t\tvoid\t*owner;\n\t};\n', '\tlong\t\tstamp;\n'),
  ],
  ['a member leaves a struct', (t) => moved(t, '\t\tint\tmisses;\n', '\tlong\t\tstamp;\n')],
  ['a member goes away', (t) => t.replace('\tint\t\tstate;\n', '')],
  [
    'members come',
    (t) =>
      t.replace(
        '\tlong\t\tstamp;\n',
        '\tlong\t\tstamp;\n\tstruct list\twaiters;\n\tu8\t\tmask[3];\n\tvoid\t\t*more;\n',
      ),
  ],
  ['a type changes', (t) => t.replace('\tint\t\tstate;', '\tu8\t\tstate;')],
  ['a bit-field comes', (t) => t.replace('closed : 1;', 'closed : 1;\n\tunsigned int\topen : 3;')],
  ['an alignment', (t) => t.replace('\tlong\t\tstamp;', '\tlong\t\tstamp ____cacheline_aligned;')],
  [
    'an alignment of all',
    (t) => t.replace('\tchar\t\ttail;\n};', '\tchar\t\ttail;\n} ____cacheline_aligned;'),
  ],
  [
    'members in a new aligned struct',
    (t) =>
      t.replace(
        '\tu8\t\tname[12];\n\tlong\t\tstamp;\n',
        '\tstruct {\n\t\tu8\t\tname[12];\n\t\tlong\t\tstamp;\n\t} ____cacheline_aligned;\n',
      ),
  ],
  [
    'members in a group',
    (t) =>
      t.replace(
        '\tint\t\tstate;\n\tatomic_t\tusers;\n',
        '\tstruct_group(counts,\n\t\tint\t\tstate;\n\t\tatomic_t\tusers;\n\t);\n',
      ),
  ],
  [
    'a struct goes from around its members',
    (t) =>
      t.replace(
        '\tstruct {\n\t\tint\thits;\n\t\tint\tmisses;\n\t};\n',
        '\tint\thits;\n\tint\tmisses;\n',
      ),
  ],
  ['a name changes', (t) => t.replaceAll('tail', 'last')],
  ['a padding', (t) => t.replace('\tlong\t\tstamp;', '\tu8\t\tpadding[8];\n\tlong\t\tstamp;')],
];

function moved(all: string, piece: string, after: string): string {
  return all.replace(piece, '').replace(after, `${after}${piece}`);
}

describe(
  'diffs as git makes them and mailers leave them',
  needs('gcc', 'git', 'diff', 'perl'),
  () => {
    const folder = testFolder();
    const objectsIn = (place: string, before: string, after: string) => {
      compiled(join(place, 'before.c'), before + USE);
      compiled(join(place, 'after.c'), after + USE);
    };
    const post = (place: string, diff: string | Uint8Array) =>
      void written(join(place, 'posted.patch'), diff);

    beforeAll(() => {
      for (const [at, [, change]] of CHANGES.entries()) {
        const place = join(folder, String(at));
        const after = change(text);
        expect(after).not.toBe(text);
        // The line of each member is the header's own.
        objectsIn(place, text, after);
        const git = gitIn(place);
        git('init', '--quiet', '--initial-branch=before');
        writeFileSync(join(place, 'queue.h'), text);
        git('add', 'queue.h');
        git('commit', '--quiet', '-m', 'queue: begin');
        git('checkout', '--quiet', '-b', 'after');
        writeFileSync(join(place, 'queue.h'), after);
        git('commit', '--quiet', '-a', '-m', 'queue: äöü: another layout');
      }
      // Thirty compilations and fifteen repositories.
    }, 120_000);

    const run = (...words: string[]) => runWords(words);

    const cases = CHANGES.flatMap(([what], at) =>
      FORMS.map(([form, make]) => ({ what, at, form, make })),
    );

    const postedAt = (at: number, make: (git: Git, path: string) => string | Uint8Array) => {
      const place = join(folder, String(at));
      post(place, make(gitIn(place), 'queue.h'));
      return place;
    };

    /** What `posted.patch` makes of the object beside it, and what gcc made of the text after it. */
    const reviewedIn = async (place: string) => {
      const paths = [join(place, 'before.o'), join(place, 'posted.patch')];
      const { text: json, exitCode } = await run('review', ...paths, '--json');
      const { structs, left, lines } = JSON.parse(json) as {
        structs: { edits: string[] }[];
        left: { text: string; reason: string }[];
        lines: { total: number };
      };
      expect(lines.total).toBeGreaterThan(0);
      const edits = structs.flatMap((each) => each.edits.flatMap((words) => ['--edit', words]));
      const is = placesIn(join(place, 'before.o'), 'queue', ...edits);
      const wanted = placesIn(join(place, 'after.o'), 'queue');
      // The copy of a group that has the name has no member of its own in a review.
      const named = [...wanted.found].filter(([name]) => name !== 'counts');
      const found = named.map(([name]) => [name, is.found.get(name)] as const);
      return { left, exitCode, is: [is.sizeBytes, found], wanted: [wanted.sizeBytes, named] };
    };

    const expectRight = async (place: string) => {
      const { left, exitCode, is, wanted } = await reviewedIn(place);
      expect(left).toEqual([]);
      expect(exitCode).toBe(0);
      expect(is).toEqual(wanted);
    };
    const expectRightOrNamed = async (place: string) => {
      const { left, exitCode, is, wanted } = await reviewedIn(place);
      expect(exitCode).toBe(left.length === 0 ? 0 : 1);
      expect(left.length === 0 ? is : wanted).toEqual(wanted);
    };

    test.each(cases.filter(({ form }) => !FEW_LINES.test(form)))(
      '$what: $form',
      async ({ at, make }) => expectRight(postedAt(at, make)),
    );

    // With less context than git gives by itself not every place can be known.
    test.each(cases.filter(({ form }) => FEW_LINES.test(form)))(
      '$what: $form is right, or says what is missing',
      async ({ at, make }) => expectRightOrNamed(postedAt(at, make)),
    );

    /** A repository of several commits, the last of which is what `after.o` was built from. */
    const history = (name: string, texts: readonly string[]) => {
      const place = join(folder, name);
      objectsIn(place, texts[0] ?? '', texts.at(-1) ?? '');
      const git = gitIn(place);
      git('init', '--quiet', '--initial-branch=main');
      for (const [at, each] of texts.entries()) {
        writeFileSync(join(place, 'queue.h'), each);
        git('add', 'queue.h');
        git('commit', '--quiet', '-m', `queue: step ${at}`);
        git('tag', `step${at}`);
      }
      return { place, git };
    };
    const changed = (before: string, ...names: readonly string[]) =>
      names.reduce((now, name) => CHANGES.find(([each]) => each === name)?.[1](now) ?? now, before);

    test('a mailbox of several patches', async () => {
      const first = changed(text, 'a member moves far');
      const { place, git } = history('series', [
        text,
        first,
        changed(first, 'an alignment of all', 'a type changes'),
      ]);
      post(place, git('format-patch', '--stdout', 'step0..step2'));
      await expectRight(place);
    });

    test('patches of one mailbox that change the same lines are right, or say what is missing', async () => {
      const first = changed(text, 'a member moves far');
      const second = moved(first, '\tlong\t\tstamp;\n', '\tchar\t\ttail;\n');
      const { place, git } = history('same lines', [text, first, second]);
      post(place, git('format-patch', '--stdout', 'step0..step2'));
      await expectRightOrNamed(place);
    });

    test('a file that is renamed as it changes', async () => {
      const { place, git } = history('renamed', [text, changed(text, 'a member moves far')]);
      git('mv', 'queue.h', 'waiters.h');
      git('commit', '--quiet', '-m', 'queue: another name');
      post(place, git('diff', '-M', 'step0', 'HEAD'));
      await expectRight(place);
    });

    const refusedIn = async (place: string) => {
      const paths = [join(place, 'before.o'), join(place, 'posted.patch')];
      try {
        const outcome = await run('review', ...paths);
        return { message: linesBeside(outcome).join('\n'), exitCode: outcome.exitCode };
      } catch (error) {
        return { message: error instanceof Error ? error.message : '', exitCode: 1 };
      }
    };

    test('what a review takes to hold is in its JSON, apart from its words', async () => {
      const rare = text.replace('\tchar\t\ttail;\n', '$&#ifdef RARE\n\tint\t\trare;\n#endif\n');
      const { place, git } = history('under a condition', [text, rare]);
      post(place, git('diff', 'step0', 'step1'));
      const paths = [join(place, 'before.o'), join(place, 'posted.patch')];
      const { text: json } = await run('review', ...paths, '--json');
      expect(JSON.parse(json)).toMatchObject({
        assumed: [
          { kind: 'condition', member: 'rare', condition: 'defined(RARE)', change: 'added' },
        ],
      });
    });

    test.each(['--word-diff', '--word-diff=porcelain', '--color-words', '--word-diff=color'])(
      'a word diff is refused: %s',
      async (option) => {
        const place = join(folder, '0');
        post(place, gitIn(place)('diff', option, 'before', 'after'));
        const { message, exitCode } = await refusedIn(place);
        expect(message).toMatch(/word diff|No line of this hunk is added or taken away/);
        expect(exitCode).toBe(1);
      },
    );

    test('a combined diff of a merge is refused', async () => {
      const { place, git } = history('merged', [text, changed(text, 'a member moves far')]);
      git('checkout', '--quiet', '-b', 'side', 'step0');
      writeFileSync(join(place, 'queue.h'), changed(text, 'an alignment'));
      git('commit', '--quiet', '-a', '-m', 'queue: aside');
      // It ends in a conflict.
      expect(() => git('merge', '--no-commit', 'step1')).toThrow('CONFLICT');
      writeFileSync(join(place, 'queue.h'), changed(text, 'a member moves far', 'an alignment'));
      git('commit', '--quiet', '-a', '-m', 'queue: both');
      post(place, git('show', '--cc', 'HEAD'));
      const { message, exitCode } = await refusedIn(place);
      expect(message).toContain('a combined diff of a merge');
      expect(exitCode).toBe(1);
    });
  },
);
