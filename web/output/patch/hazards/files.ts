/** The files of a tree that can hold a hazard. */
export function mayHoldHazards(path: string): boolean {
  if (path.includes('Documentation/networking/net_cachelines/')) return path.endsWith('.rst');
  return SOURCE.test(path) && !BESIDE.test(path) && !REGISTERS.test(path);
}

/** The headers in which macros and structs are looked up that the files of a struct use. */
export function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx|inc)$/.test(path) && mayHoldHazards(path);
}

/** Whether a compiler takes a file for C++ by its name. */
export function isCplusplusFile(path: string): boolean {
  return /\.(?:cc|cpp|cxx|hh|hpp|hxx|C|H)$/.test(path);
}

/** Whether a file may name a struct by its tag without `struct` before it: C++, tables for assembly, documentation. */
export function namesTagAlone(path: string): boolean {
  return isCplusplusFile(path) || /offsets\.c$|asm[-_]offsets|\.rst$/.test(path);
}

const SOURCE = /\.(?:[chS]|cc|cpp|cxx|hh|hpp|hxx|inc)$/;

/** Copies of headers for other programs, and examples. */
const BESIDE = /(?:^|\/)(?:tools|samples)\//;

/** The kernel's lists of a graphics card's registers: `#define`s of numbers alone, and two fifths of its bytes. */
const REGISTERS = /(?:^|\/)asic_reg\//;
