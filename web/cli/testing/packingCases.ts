/**
 * A laboratory: one header for each way to pack and to align. `packing.judged.test.ts` builds it and edits its
 * struct `s`. None of these leaves enough in DWARF. `bytes` is the size after the edit.
 */
export const FOLLOWED: readonly (readonly [
  name: string,
  header: string,
  edit: string,
  bytes: number,
])[] = [
  [
    'packed',
    'struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} __attribute__((packed));',
    'move c first',
    12,
  ],
  [
    'packed before the tag',
    'struct __attribute__((__packed__)) s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
    'move c first',
    12,
  ],
  [
    'packed by a macro of the header',
    '#ifdef __GNUC__\n#define PACKED __attribute__((packed))\n#else\n#define PACKED\n#endif\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} PACKED;',
    'move c first',
    12,
  ],
  [
    'packed by a macro around',
    '#define PACK(...) __VA_ARGS__ __attribute__((packed))\nPACK(struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n});',
    'move c first',
    12,
  ],
  [
    'packed by a macro in the middle of a declaration',
    '#define DENSE(n) __attribute__((packed))\nstruct s {\n\tint a;\n\tint DENSE(1) b, e;\n\tchar c;\n\tchar d[3];\n};',
    'move c before b',
    16,
  ],
  [
    'packed by a macro in lower case before the name',
    '#define dense __attribute__((packed))\nstruct s {\n\tint a;\n\tint dense b;\n\tchar c;\n\tchar d[3];\n};',
    'move c before b',
    12,
  ],
  [
    'packed by the kernel’s word',
    '#define __packed __attribute__((__packed__))\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} __packed;',
    'move c first',
    12,
  ],
  [
    'packed and aligned',
    'struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} __attribute__((packed, aligned(2)));',
    'move c first',
    12,
  ],
  [
    'a packed member',
    'struct s {\n\tchar a[4];\n\tint b __attribute__((packed));\n\tint c;\n\tchar d;\n};',
    'move d first',
    16,
  ],
  [
    'a packed member between',
    'struct s {\n\tint a;\n\tint b __attribute__((packed));\n\tchar c;\n\tchar d;\n\tshort e;\n};',
    'move c before b',
    12,
  ],
  [
    'a packed unnamed struct',
    'struct s {\n\tint a;\n\tstruct {\n\t\tint b;\n\t\tint c;\n\t} __attribute__((packed));\n\tchar d;\n\tchar e[3];\n};',
    'move d before b',
    16,
  ],
  [
    'an aligned member',
    'struct s {\n\tint a;\n\tint b __attribute__((aligned(64)));\n\tchar c;\n};',
    'unalign b',
    12,
  ],
  [
    'an aligned member, moved',
    'struct s {\n\tint a;\n\tint b __attribute__((aligned(64)));\n\tchar c;\n};',
    'move b first',
    64,
  ],
  [
    'an aligned member of an aligned struct',
    'struct s {\n\tint a;\n\tint b __attribute__((aligned(64)));\n\tchar c;\n} __attribute__((aligned(32)));',
    'unalign b',
    32,
  ],
  [
    'an aligned struct',
    'struct s {\n\tint a;\n\tchar b;\n\tint c;\n} __attribute__((aligned(32)));',
    'move b last',
    32,
  ],
  ['_Alignas', 'struct s {\n\tchar a;\n\t_Alignas(long) char b;\n\tint c;\n};', 'move a last', 16],
  [
    '_Alignas, taken away',
    'struct s {\n\tchar a;\n\t_Alignas(32) char b;\n\tint c;\n};',
    'unalign b',
    8,
  ],
  [
    'an alignment that another line gives',
    '#define LINE 64\n#define ON_LINE __attribute__((aligned(LINE)))\nstruct s {\n\tint a;\n\tint b ON_LINE;\n\tchar c;\n};',
    'move c first',
    128,
  ],
  [
    '#pragma pack(1)',
    '#pragma pack(push, 1)\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};\n#pragma pack(pop)',
    'move c first',
    12,
  ],
  [
    '#pragma pack(2)',
    '#pragma pack(2)\nstruct s {\n\tlong a;\n\tint b;\n\tshort c;\n\tchar d[2];\n};\n#pragma pack()',
    'move d before a',
    16,
  ],
  [
    '#pragma pack(4), a struct inside',
    '#pragma pack(push, old, 4)\nstruct in { int i; long l; };\nstruct s {\n\tint a;\n\tstruct in b;\n\tlong c;\n\tchar d[4];\n};\n#pragma pack(pop, old)',
    'move d first',
    28,
  ],
  [
    '#pragma pack(2) over an alignment',
    '#pragma pack(2)\nstruct s {\n\tshort a;\n\tint b __attribute__((aligned(8)));\n\tchar c;\n\tchar d;\n};\n#pragma pack()',
    'move c first',
    10,
  ],
  [
    '#pragma pack(4) over types that ask for more',
    '#pragma pack(4)\nstruct in { int i; long l; } __attribute__((aligned(16)));\ntypedef long wide __attribute__((aligned(32)));\nstruct s {\n\tchar a;\n\tint b __attribute__((aligned(8)));\n\tchar c;\n\tstruct in d;\n\tchar e;\n\twide w;\n\tchar f;\n\tlong g;\n};\n#pragma pack()',
    'move a last',
    52,
  ],
  [
    '#pragma pack(4) that caps less than is asked for',
    '#pragma pack(4)\nstruct s {\n\tint a;\n\tchar b;\n\tchar c;\n\tlong d;\n};\n#pragma pack()',
    'align c 4',
    20,
  ],
  [
    '#pragma pack that is over',
    '#pragma pack(push, 1)\nstruct other { char a; };\n#pragma pack(pop)\nstruct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
    'move c first',
    16,
  ],
  [
    '#pragma pack(1) with bit-fields',
    '#pragma pack(1)\nstruct s {\n\tint a;\n\tchar c;\n\tint x : 20;\n\tint y : 12;\n\tchar d;\n};\n#pragma pack()',
    'move d first',
    10,
  ],
  [
    'a packed type inside',
    'struct in { int i; int j; } __attribute__((packed));\nstruct s {\n\tint a;\n\tstruct in b;\n\tchar c;\n\tint d;\n};',
    'move c before b',
    20,
  ],
  [
    'an array of a packed type',
    'struct in { int i; int j; } __attribute__((packed));\nstruct s {\n\tint a;\n\tstruct in b[2];\n\tchar c;\n\tint d;\n};',
    'move c before b',
    28,
  ],
  [
    'a typedef of a packed struct',
    'typedef struct {\n\tint i;\n\tint j;\n} __attribute__((packed)) in;\nstruct s {\n\tint a;\n\tin b;\n\tchar c;\n\tint d;\n};',
    'move c before b',
    20,
  ],
  [
    'packed behind a typedef’s name, which gcc ignores',
    'typedef struct {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n} s __attribute__((packed));',
    'move c first',
    16,
  ],
  [
    'packed before the keyword, which gcc ignores',
    '__attribute__((packed)) struct s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
    'move c first',
    16,
  ],
];

/** The same in C++. */
export const CPP: typeof FOLLOWED = [
  [
    '[[gnu::packed]]',
    'struct [[gnu::packed]] s {\n\tint a;\n\tint b;\n\tchar c;\n\tchar d[3];\n};',
    'move c first',
    12,
  ],
  ['alignas', 'struct s {\n\tint a;\n\talignas(64) int b;\n\tchar c;\n};', 'unalign b', 12],
  [
    '[[gnu::aligned]]',
    'struct s {\n\tint a;\n\t[[gnu::aligned(32)]] int b;\n\tchar c;\n};',
    'unalign b',
    12,
  ],
  [
    '[[gnu::packed]] on a member',
    'struct s {\n\tint a;\n\tint b [[gnu::packed]];\n\tchar c;\n\tchar d;\n\tshort e;\n};',
    'move c before b',
    12,
  ],
];
