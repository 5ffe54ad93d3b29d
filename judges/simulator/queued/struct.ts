import type { LockKind } from './locks/lock';

/** A member of the struct that is laid out. */
export interface Member {
  readonly name: string;
  /** Its declaration in C, without the semicolon. */
  readonly declaration: string;
  readonly sizeBytes: number;
  readonly alignBytes: number;
  readonly words: readonly MemberWord[];
  readonly role: Role;
}

export interface MemberWord {
  readonly part: string;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/**
 * What a member is to the lock of its struct: (a word of) the lock, data that is written under it, data that
 * others use without it; `other` where there is no lock, `cold` is never accessed.
 */
export type Role = 'lock' | 'protected' | 'outside' | 'other' | 'cold';

export const LINE_BYTES = 64;

/** The types of the kernel that the declarations below name. */
const TYPES = `
struct raw_spinlock { unsigned int slock; };
struct arch_spinlock { unsigned short owner; unsigned short next; };
struct qspinlock { unsigned int val; };
struct optimistic_spin_queue { int tail; };
struct list_head { void *next; void *prev; };
struct mutex { long owner; struct qspinlock wait_lock; struct optimistic_spin_queue osq;
  struct list_head wait_list; };
struct rw_semaphore { long count; long owner; struct optimistic_spin_queue osq;
  struct qspinlock wait_lock; struct list_head wait_list; };
struct refcount_struct { int refs; };
`;

interface LockType {
  readonly type: string;
  readonly parts: readonly (MemberWord & { readonly type: string })[];
}

const part = (name: string, type: string, offsetBytes: number, sizeBytes: number) => ({
  part: name,
  type,
  offsetBytes,
  sizeBytes,
});

const OSQ = 'struct optimistic_spin_queue';

const LOCK_TYPES: Readonly<Record<LockKind, LockType>> = {
  testAndSet: { type: 'struct raw_spinlock', parts: [part('slock', 'unsigned int', 0, 4)] },
  testTestAndSet: { type: 'struct raw_spinlock', parts: [part('slock', 'unsigned int', 0, 4)] },
  ticket: {
    type: 'struct arch_spinlock',
    parts: [part('owner', 'unsigned short', 0, 2), part('next', 'unsigned short', 2, 2)],
  },
  queued: { type: 'struct qspinlock', parts: [part('val', 'unsigned int', 0, 4)] },
  mutex: {
    type: 'struct mutex',
    parts: [
      part('owner', 'long', 0, 8),
      part('wait_lock', 'struct qspinlock', 8, 4),
      part('osq', OSQ, 12, 4),
      part('wait_list', 'struct list_head', 16, 8),
    ],
  },
  rwsem: {
    type: 'struct rw_semaphore',
    parts: [
      part('count', 'long', 0, 8),
      part('owner', 'long', 8, 8),
      part('osq', OSQ, 16, 4),
      part('wait_lock', 'struct qspinlock', 20, 4),
      part('wait_list', 'struct list_head', 24, 8),
    ],
  },
};

/** A lock as one member, or, as user space and mm_struct's mail write it, its words one by one. */
export function lockMembers(kind: LockKind, name: string, isOpen: boolean): Member[] {
  const { type, parts } = LOCK_TYPES[kind];
  if (!isOpen || parts.length === 1) {
    const last = parts.at(-1);
    const end = (last?.offsetBytes ?? 0) + bytesOf(last);
    return [
      {
        name,
        declaration: `${type} ${name}`,
        sizeBytes: end,
        alignBytes: Math.min(8, Math.max(...parts.map(({ sizeBytes }) => sizeBytes))),
        words: parts.map(({ part: named, offsetBytes, sizeBytes }) => ({
          part: named,
          offsetBytes,
          sizeBytes,
        })),
        role: 'lock',
      },
    ];
  }
  return parts.map((each) => ({
    name: `${name}_${each.part}`,
    declaration: `${each.type} ${name}_${each.part}`,
    sizeBytes: bytesOf(each),
    alignBytes: Math.min(8, each.sizeBytes),
    words: [{ part: each.part, offsetBytes: 0, sizeBytes: each.sizeBytes }],
    role: 'lock',
  }));
}

/** A list_head has two words; the first is accessed. */
function bytesOf(each: LockType['parts'][number] | undefined): number {
  return each?.type === 'struct list_head' ? 16 : (each?.sizeBytes ?? 0);
}

export function dataMember(name: string, sizeBytes: 4 | 8, role: Role): Member {
  const type = sizeBytes === 4 ? 'int ' : 'long ';
  return {
    name,
    declaration: type + name,
    sizeBytes,
    alignBytes: sizeBytes,
    words: [{ part: '', offsetBytes: 0, sizeBytes }],
    role,
  };
}

export function coldMember(name: string, sizeBytes: number): Member {
  return {
    name,
    declaration: `unsigned char ${name}[${sizeBytes}]`,
    sizeBytes,
    alignBytes: 1,
    words: [],
    role: 'cold',
  };
}

/** Where each member begins. */
export type Offsets = readonly number[];

/** The C of a layout, with arrays of bytes where it has holes. */
export function cSource(members: readonly Member[], offsets: Offsets): string {
  const order = members.map((_, m) => m).sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
  const lines: string[] = [];
  let end = 0;
  for (const m of order) {
    const member = members[m] as Member;
    const at = offsets[m] ?? 0;
    if (at > end) lines.push(`  unsigned char pad_${end}[${at - end}];`);
    lines.push(`  ${member.declaration};`);
    end = at + member.sizeBytes;
  }
  return `${TYPES}struct subject {\n${lines.join('\n')}\n};\n`;
}

export function wordLines(members: readonly Member[], offsets: Offsets): Int32Array {
  return Int32Array.from(
    members.flatMap(({ words }, m) =>
      words.map(({ offsetBytes }) => Math.floor(((offsets[m] ?? 0) + offsetBytes) / LINE_BYTES)),
    ),
  );
}

export function endOf(members: readonly Member[], offsets: Offsets): number {
  return Math.max(...members.map(({ sizeBytes }, m) => (offsets[m] ?? 0) + sizeBytes));
}
