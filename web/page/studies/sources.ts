import type { StudyId } from '../state/studyList';

/** Where the words and figures of a study come from. It is shown as text: nothing is fetched. */
export interface Source {
  readonly title: string;
  /** Who wrote it, to which list, and when. */
  readonly from: string;
  readonly address: string;
}

export const SOURCES: Readonly<Record<StudyId, readonly Source[]>> = {
  'file-f_ref': [
    {
      title: 'fs: place f_ref to 3rd cache line in struct file to resolve false sharing',
      from: 'Pan Deng, linux-fsdevel, 28 February 2025; commit e249056c91a2',
      address: 'https://lore.kernel.org/r/20250228020059.3023375-1-pan.deng@intel.com',
    },
  ],
  address_space: [
    {
      title:
        '[PATCH] fs/address_space: add alignment padding for i_map and i_mmap_rwsem to mitigate a false sharing.',
      from: 'Lipeng Zhu, linux-kernel, 28 June 2023: the aligned version, with both reports',
      address: 'https://lkml.iu.edu/hypermail/linux/kernel/2306.3/03981.html',
    },
    {
      title:
        '[PATCH v2] fs/address_space: add alignment padding for i_map and i_mmap_rwsem to mitigate a false sharing.',
      from: 'Lipeng Zhu, linux-kernel, 16 July 2023: the version that moves the lock; commit aee79d4e5271',
      address: 'https://lkml.iu.edu/hypermail/linux/kernel/2307.2/00095.html',
    },
  ],
  mm_struct: [
    {
      title: "mm: relocate 'write_protect_seq' in struct mm_struct",
      from: 'Feng Tang, linux-mm, June 2021; commit 2e3025434a6b',
      address: 'https://git.kernel.org/linus/2e3025434a6b',
    },
    {
      title: 'mm/gup: prevent gup_fast from racing with COW during fork',
      from: 'The change that brought the field, December 2020; commit 57efa1fe5957',
      address: 'https://git.kernel.org/linus/57efa1fe5957',
    },
  ],
  pcpu_chunk: [
    {
      title:
        '[PATCH v2] percpu-internal/pcpu_chunk: Re-layout pcpu_chunk structure to reduce false sharing',
      from: 'Yu Ma, linux-kernel, 7 June 2023; commit 3a6358c0dbe6',
      address: 'https://lkml.iu.edu/hypermail/linux/kernel/2306.0/07943.html',
    },
  ],
  'file-f_count': [
    {
      title: '[RFC PATCH] fs: Move @f_count to different cacheline with @f_mode',
      from: 'Yuqi Jin and Shaokun Zhang, linux-kernel, 29 April 2020; not merged',
      address: 'https://lkml.iu.edu/hypermail/linux/kernel/2004.3/07528.html',
    },
  ],
};
