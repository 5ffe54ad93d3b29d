/** A study as the gallery shows it. */
export interface StudyCard {
  readonly id: StudyId;
  readonly struct: string;
  /** The member that its change is about. */
  readonly member: string;
  readonly title: string;
  /** When, and where its figures come from. */
  readonly from: string;
  /** What was measured, as published. */
  readonly result: string;
}

export type StudyId = 'file-f_ref' | 'address_space' | 'mm_struct' | 'pcpu_chunk' | 'file-f_count';

export const STUDY_CARDS: readonly StudyCard[] = [
  {
    id: 'file-f_ref',
    struct: 'file',
    member: 'f_ref',
    title: 'A reference count beside what every read needs',
    from: 'Linux 6.14, February 2025',
    result: '+20.9 % rocksdb, 128 threads',
  },
  {
    id: 'address_space',
    struct: 'address_space',
    member: 'i_mmap_rwsem',
    title: 'A lock beside the tree that it protects',
    from: 'Linux 6.4, June 2023, with both c2c reports',
    result: '+2.5 % aligned, +5.3 % moved',
  },
  {
    id: 'mm_struct',
    struct: 'mm_struct',
    member: 'write_protect_seq',
    title: 'Four bytes that moved a lock',
    from: 'Linux 5.13-rc, June 2021',
    result: '9.2 % lost and won back',
  },
  {
    id: 'pcpu_chunk',
    struct: 'pcpu_chunk',
    member: 'base_addr',
    title: 'Align, or only reorder',
    from: 'Linux 6.4-rc4, June 2023',
    result: '+24 % UnixBench Execl',
  },
  {
    id: 'file-f_count',
    struct: 'file',
    member: 'f_count',
    title: 'Apart on 64-byte lines, together on 128',
    from: 'Linux 5.7-rc, April 2020, never merged',
    result: '+42 % on Kunpeng 920',
  },
];

export function studyCard(id: StudyId): StudyCard {
  const card = STUDY_CARDS.find((each) => each.id === id);
  if (!card) throw new Error(`bug: no study ${id}`);
  return card;
}
