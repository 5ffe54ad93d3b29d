import type { Machine, UnknownMachine } from './generated';

type NamedMachine = Exclude<Machine, UnknownMachine>;

/** As a record, so that a name that Rust has and this has not fails to compile. */
const NAMED: Readonly<Record<NamedMachine, true>> = {
  'x86-64': true,
  x32: true,
  i386: true,
  aarch64: true,
  aarch64be: true,
  'aarch64-ilp32': true,
  arm: true,
  armeb: true,
  riscv64: true,
  riscv32: true,
  ppc64le: true,
  ppc64: true,
  ppc: true,
  s390x: true,
  s390: true,
  mips64: true,
  mips64el: true,
  mips: true,
  mipsel: true,
  loongarch64: true,
  loongarch32: true,
  sparc64: true,
  sparc: true,
  parisc64: true,
  parisc: true,
  alpha: true,
  ia64: true,
  m68k: true,
  sh: true,
  arc: true,
  csky: true,
  openrisc: true,
  microblaze: true,
  nios2: true,
  xtensa: true,
  hexagon: true,
  bpf: true,
};

const UNKNOWN = /^unknown-(?:32|64)(?:le|be)(?:-\d{1,5})?$/;

/** Whether a text from outside is what a machine is called. */
export function isMachine(text: string): text is Machine {
  return Object.hasOwn(NAMED, text) || UNKNOWN.test(text);
}

/** Whether it is stated which machine it is; raw BTF of a program does not. */
export function isNamed(machine: Machine): machine is NamedMachine {
  return Object.hasOwn(NAMED, machine);
}
