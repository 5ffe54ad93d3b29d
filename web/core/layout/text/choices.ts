import type {
  ArrayCount,
  AlignmentText,
  ScalarFact,
  StructDesc,
  Target,
} from '../../facts/generated';
import { orderedFrom } from '../original';
import { membersOf } from '../walk';
import { alignmentBytes } from './attributes';
import type { Switches } from './conditions';

/** What text alone does not say, and a person chose or another file knows. */
export interface Choices {
  readonly target: Target;
  /** Macros of `#if`s, by name. */
  readonly switches: Switches;
  /** Types whose size only a person knows, as C names them. */
  readonly sizes: Readonly<Record<string, SizeAnswer>>;
  /** Macros that stand for a number, in array bounds and alignments. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface SizeAnswer {
  readonly sizeBytes: number;
  readonly alignBytes: number;
}

/** Something that has to be known before the layout is: shown to a person as a question. */
export type OpenQuestion =
  | { readonly kind: 'size'; readonly typeName: string; readonly member: string }
  | { readonly kind: 'number'; readonly text: string; readonly member: string };

/** A type that a loaded file knows: by the name that C gives it (`struct list_head`, `spinlock_t`). */
export interface KnownType {
  readonly desc: StructDesc;
  /** Into `desc.types`. */
  readonly typeIndex: number;
}

/** Every type that a struct holds, by the name that C gives it; unnamed ones, pointers and arrays left out. */
export function typesOf(desc: StructDesc): readonly (readonly [string, KnownType])[] {
  return desc.types.flatMap(({ name, sizeBytes }, typeIndex) => {
    const named = !/[*[(]|^(?:struct|union|class)$/.test(name) && typeIndex !== desc.root;
    return named && sizeBytes !== null ? [[name, { desc, typeIndex }] as const] : [];
  });
}

/** The names of all its members, those of anonymous aggregates too. */
export function namesOf(desc: StructDesc): ReadonlySet<string> {
  const names = [...membersOf(orderedFrom(desc).root)].map(({ name }) => name);
  return new Set(names.filter((name) => name !== null));
}

/** Numbers that a text alone may not say: what is not answered becomes a question. */
export class Asked {
  readonly questions = new Map<string, OpenQuestion>();

  constructor(
    private readonly choices: Choices,
    private readonly scalars: ReadonlyMap<string, ScalarFact>,
  ) {}

  /** A constant: as the header says, as a person answered, or the simplest arithmetic of both. Else it is asked for. */
  number(count: ArrayCount, member: string): number {
    const isShort = this.choices.target.pointerBytes === 4;
    const value = (isShort ? count.value32 : null) ?? count.value;
    if (value !== null) return value;
    const given = this.choices.numbers[count.text];
    if (given !== undefined) return given;
    this.questions.set(count.text, { kind: 'number', text: count.text, member });
    return 0;
  }

  /** The size of a type that nothing here declares. */
  size(typeName: string, member: string): void {
    this.questions.set(typeName, { kind: 'size', typeName, member });
  }

  /** The largest of the alignments that attributes force, in bytes; null for none. */
  alignOf(aligns: readonly AlignmentText[], member: string): number | null {
    const bytes = aligns.map((align) => this.alignment(align, member));
    return bytes.length === 0 ? null : Math.max(...bytes);
  }

  private alignment(align: AlignmentText, member: string): number {
    const { text } = align;
    const known =
      alignmentBytes(align, this.choices.target, this.scalars) ?? this.choices.numbers[text];
    if (known !== undefined) return known;
    this.questions.set(text, { kind: 'number', text, member });
    return 1;
  }
}

/**
 * Names of kernel types that an index of structs does not list: typedefs of named structs and of scalars,
 * and names that a macro changes (include/linux: types.h, spinlock_types.h, seqlock_types.h, wait.h, …).
 */
export const KERNEL_TYPEDEFS: ReadonlyMap<string, string> = new Map([
  ['spinlock_t', 'struct spinlock'],
  ['raw_spinlock_t', 'struct raw_spinlock'],
  ['arch_spinlock_t', 'struct qspinlock'],
  ['seqcount_t', 'struct seqcount'],
  ['seqcount_spinlock_t', 'struct seqcount_spinlock'],
  ['seqcount_raw_spinlock_t', 'struct seqcount_raw_spinlock'],
  ['seqcount_mutex_t', 'struct seqcount_mutex'],
  ['wait_queue_head_t', 'struct wait_queue_head'],
  ['wait_queue_entry_t', 'struct wait_queue_entry'],
  ['refcount_t', 'struct refcount_struct'],
  ['cpumask_t', 'struct cpumask'],
  ['rt_rwlock_t', 'struct rwbase_rt'],
  ['netdev_tracker', 'struct ref_tracker_dir'],
  ['uuid_t', 'struct uuid'],
  ['local_lock_t', 'struct local_lock'],
  ['struct rcu_head', 'struct callback_head'],
  ['atomic_long_t', 'atomic64_t'],
  ['errseq_t', 'u32'],
  ['pteval_t', 'unsigned long'],
  ['pgprotval_t', 'unsigned long'],
  ['vm_flags_t', 'unsigned long'],
  ['slab_flags_t', 'unsigned int'],
  ['blk_status_t', 'u8'],
  ['blk_opf_t', 'u32'],
  ['netdev_features_t', 'u64'],
  ['sk_buff_data_t', 'unsigned int'],
  ['umode_t', 'unsigned short'],
  ['nlink_t', 'u32'],
  ['clockid_t', 'int'],
  ['timer_t', 'int'],
  ['cycles_t', 'unsigned long long'],
  ['phys_addr_t', 'u64'],
  ['dma_addr_t', 'u64'],
  ['resource_size_t', 'u64'],
]);
