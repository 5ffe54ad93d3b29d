import { captureScript } from './captureScript';

/** One way to get a file that can be opened: a line to copy into a terminal, and a word on it. */
export interface InputRecipe {
  readonly title: string;
  readonly command: string;
  readonly why: string;
  /** A script that can be copied instead of fetched by the command. */
  readonly script?: () => Promise<string>;
}

/** As root: `-a` and kernel addresses need it. */
export const recordC2c =
  'sudo perf c2c record -a -- sleep 10; sudo perf c2c report --stdio -NN --full-symbols > c2c.txt';

export const inputRecipes: readonly InputRecipe[] = [
  {
    title: 'The running kernel',
    command: 'cp /sys/kernel/btf/vmlinux .',
    why: 'About 5 MB of BTF. A copy, because browsers cannot always open files under /sys.',
  },
  {
    title: 'Who fights over which cache line',
    command: recordC2c,
    why: 'Run it on the affected machine while the trouble lasts. Then drop c2c.txt here, beside the types of that kernel.',
  },
  {
    title: 'All evidence of one machine',
    command: 'npx hitmap capture > hitmap-capture.sh; sudo sh hitmap-capture.sh',
    why: 'It leaves one .tar.gz with report, samples, types, symbols and topology: drop it here as it is. The script needs only perf; for a machine without npx, copy it from here.',
    script: captureScript,
  },
  {
    title: 'Debian’s or Ubuntu’s kernel with debug information',
    command: 'sudo apt install linux-image-$(uname -r)-dbg',
    why: 'Then open the vmlinux under /usr/lib/debug/boot. Ubuntu calls the package …-dbgsym.',
  },
  {
    title: 'Fedora’s kernel with debug information',
    command: 'sudo dnf debuginfo-install kernel',
    why: 'Then open the vmlinux under /usr/lib/debug/lib/modules.',
  },
  {
    title: 'A kernel tree of your own',
    command: 'scripts/config -e DEBUG_INFO_DWARF5 && make olddefconfig vmlinux',
    why: 'Open vmlinux at the top of the tree, or any .o or .ko in it.',
  },
  {
    title: 'A program or library of your own',
    command: 'gcc -g -c file.c',
    why: 'Any object, library or program that was compiled with -g; clang and rustc have it too.',
  },
];
