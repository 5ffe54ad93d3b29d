/** One way to get a file that can be opened: lines to copy into a terminal, and a word on why. */
export interface InputRecipe {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly { readonly command: string }[];
  readonly why: string;
}

export const inputRecipes: readonly InputRecipe[] = [
  {
    id: 'kernel',
    title: 'The kernel that runs now (BTF, 5 MB)',
    lines: [{ command: 'cp /sys/kernel/btf/vmlinux ./running.btf' }],
    why: 'Copy it first: files under /sys say that they are 4 kB or empty to some file pickers, and a browser may refuse to read them. BTF has names, offsets and sizes; alignments are inferred.',
  },
  {
    id: 'debian',
    title: 'A distribution’s kernel with full debug information',
    lines: [
      { command: 'sudo apt install linux-image-$(uname -r)-dbg   # Debian' },
      { command: 'sudo dnf debuginfo-install kernel              # Fedora' },
    ],
    why: 'Then open /usr/lib/debug/boot/vmlinux-… (Debian) or /usr/lib/debug/lib/modules/…/vmlinux (Fedora). DWARF adds where each field is declared and the alignments of the source.',
  },
  {
    id: 'build',
    title: 'A kernel tree that you build',
    lines: [{ command: 'scripts/config -e DEBUG_INFO_DWARF5 -e DEBUG_INFO_BTF && make vmlinux' }],
    why: 'Open vmlinux at the top of the tree, or any .o or .ko in it.',
  },
  {
    id: 'program',
    title: 'Your own C or C++ program',
    lines: [{ command: 'gcc -g -c file.c -o file.o' }],
    why: 'Any object, library or executable that was compiled with -g; clang -g and rustc -g work too.',
  },
];
