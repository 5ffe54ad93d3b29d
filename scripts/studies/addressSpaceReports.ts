import type { MemberPath } from '../../web/core/layout/ids';
import { postedProfile } from './report';

/**
 * The two reports of the patch that aligned i_mmap_rwsem: UnixBench Shell Scripts on 2 sockets, 224 CPUs.
 * The mail prints the hottest line of each, and of that most rows: 82 % of the HITM, 47 % of the stores.
 */
export const BEFORE = postedProfile(
  'address_space before',
  {
    address: '0xff1ddd3f0c8a3b00',
    hitmRemote: 13_642,
    hitmLocal: 19_392,
    storesL1Hit: 9012,
    storesL1Miss: 63,
    rows: `
 0 0xffffffffab344052 vma_interval_tree_remove+18    9.22  7.37     0    0  5490 160  518  334 354
 8 0xffffffffabb9a21f rwsem_down_write_slowpath+655  0.71  0.73     0    0  1991 160  574  338 458
 8 0xffffffffabb9a236 rwsem_down_write_slowpath+678  0.52  0.71  5.34 6.35  4848 160 1080  597 390
 8 0xffffffffabb9a5ec down_write+28                  0.56  0.47 26.39 6.35  8537 160 1327 1037 587
 8 0xffffffffab17082b up_write+27                    0.11  0.08 15.72 1.59  7303 160 1618 1077 735
 8 0xffffffffabb9a27d rwsem_down_write_slowpath+749  0.01  0.02  0.08    0    53  43 1594  593 512
 8 0xffffffffabb9a0c4 rwsem_down_write_slowpath+308     0  0.01     0    0    97  74    0  323 518
16 0xffffffffab170995 rwsem_spin_on_owner+53        44.74 49.78     0    0 26841 160  609  344 430
16 0xffffffffab170965 rwsem_spin_on_owner+5         26.62 22.39     0    0 13364 160  514  347 437`,
  },
  [],
);

/** Measured on the aligned layout, whose inode places it on a line boundary. */
export const AFTER = postedProfile(
  'address_space after',
  {
    address: '0xff157a0f25b90c40',
    hitmRemote: 12_726,
    hitmLocal: 18_554,
    storesL1Hit: 9039,
    storesL1Miss: 49,
    rows: `
0 0xffffffffa5f9a21f rwsem_down_write_slowpath+655   0.9  0.72     0    0  2200 160  532  353 461
0 0xffffffffa5f9a236 rwsem_down_write_slowpath+678  0.53   0.7  5.16 6.12  4774 160 1196  670 403
0 0xffffffffa5f9a5ec down_write+28                  0.68  0.51 25.91 6.12  8552 160 1049  807 540
0 0xffffffffa557082b up_write+27                    0.09  0.06  16.5 2.04  7317 160 1693 1351 758
0 0xffffffffa5f9a0c4 rwsem_down_write_slowpath+308  0.01     0     0    0    89  68  543    0 491
0 0xffffffffa5f9a27d rwsem_down_write_slowpath+749     0  0.01  0.02    0    45  40    0  597 742
8 0xffffffffa5570995 rwsem_spin_on_owner+53        49.29 53.01     0    0 27106 160  580  310 413
8 0xffffffffa5570965 rwsem_spin_on_owner+5          28.6 24.12     0    0 13244 160  490  321 419`,
  },
  [
    { kind: 'base', bytes: 0 },
    { kind: 'align', member: 'i_mmap_rwsem' as MemberPath, bytes: 'cacheline' },
  ],
);
