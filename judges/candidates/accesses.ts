import { functionsOf, prototypesOf, type Instruction, type MachineFunction } from './instructions';

/** An instruction that touches a struct that some function is handed. */
export interface Access {
  /** The function that the instruction is in. */
  readonly functionName: string;
  /** Where it begins in the file. */
  readonly start: bigint;
  readonly bytes: number;
  /** The instruction, from there. */
  readonly at: number;
  /** From the struct's first byte. */
  readonly offsetBytes: number;
  readonly isStore: boolean;
}

/** What the machine code of a kernel does, by the struct that it does it to. */
export interface Code {
  readonly accesses: ReadonlyMap<string, readonly Access[]>;
}

const PARAMETERS = ['di', 'si', 'dx', 'cx', 'r8', 'r9'];
const KEPT = new Set(['bx', 'bp', 'r12', 'r13', 'r14', 'r15']);
/** A helper that is handed a lock hands it to its slow path. */
const MAX_CALLS = 3;
const NOTHING_WRITTEN = /^(?:cmp(?!xchg)|test|bt[wlq]?$|push|nop|j|call|prefetch|ud2|ret)/;

/** What happens to one parameter of one function. */
interface Handed {
  readonly own: Access[];
  /** Calls that hand on what lies there in it. */
  readonly calls: {
    readonly callee: string;
    readonly parameter: number;
    readonly offsetBytes: number;
  }[];
}

/**
 * Follows parameters through the code of every function that pfunct has a prototype of: from the registers of the
 * calling convention through copies, as far as they are certain. It knows less than there is and nothing wrong.
 */
export async function codeOf(path: string): Promise<Code> {
  const prototypes = prototypesOf(path);
  const handed = new Map<string, Handed>();
  const twice = new Set<string>();
  for await (const each of functionsOf(path)) {
    const parameters = prototypes.get(each.name);
    if (parameters === undefined) continue;
    for (const [parameter, type] of parameters.slice(0, PARAMETERS.length).entries()) {
      if (type === null) continue;
      const key = `${each.name} ${parameter}`;
      if (handed.has(key)) twice.add(key);
      handed.set(key, follow(each, parameter));
    }
  }
  for (const key of twice) handed.delete(key);
  const accesses = new Map<string, Access[]>();
  for (const [name, parameters] of prototypes) {
    for (const [parameter, type] of parameters.entries()) {
      if (type === null) continue;
      const found = reached(handed, name, parameter, 0, MAX_CALLS);
      const known = accesses.get(type) ?? [];
      known.push(...found);
      accesses.set(type, known);
    }
  }
  for (const [type, all] of accesses) accesses.set(type, withoutRepeats(all));
  return { accesses };
}

function reached(
  handed: ReadonlyMap<string, Handed>,
  name: string,
  parameter: number,
  fromBytes: number,
  calls: number,
): readonly Access[] {
  const of = handed.get(`${name} ${parameter}`);
  if (of === undefined) return [];
  const own = of.own.map((access) => ({ ...access, offsetBytes: access.offsetBytes + fromBytes }));
  if (calls === 0) return own;
  return [
    ...own,
    ...of.calls.flatMap(({ callee, parameter: at, offsetBytes }) =>
      reached(handed, callee, at, fromBytes + offsetBytes, calls - 1),
    ),
  ];
}

function withoutRepeats(all: readonly Access[]): Access[] {
  const seen = new Set<string>();
  return all.filter(({ functionName, at, offsetBytes }) => {
    const key = `${functionName} ${at} ${offsetBytes}`;
    return offsetBytes >= 0 && !seen.has(key) && seen.add(key);
  });
}

/** Where in the parameter's object each register points. */
type Registers = Map<string, number>;

function follow(code: MachineFunction, parameter: number): Handed {
  const { name, start, bytes, instructions } = code;
  const own: Access[] = [];
  const calls: Handed['calls'] = [];
  const writes = writeCounts(instructions);
  const targets = targetsIn(code);
  const first = PARAMETERS[parameter] ?? '';
  const registers: Registers = new Map([[first, 0]]);
  let isUntouched = true;
  for (const { at, mnemonic, operands, target } of instructions) {
    // What comes from elsewhere may bring another value: only what is written once in all is certain.
    const from = targets.get(at);
    if (from !== undefined) {
      for (const register of [...registers.keys()]) {
        const isSure = KEPT.has(register)
          ? writes.get(register) === 1
          : register === first && isUntouched && from < 0;
        if (!isSure) registers.delete(register);
      }
    }
    const isLocked = mnemonic.startsWith('lock ') || mnemonic.startsWith('xchg');
    const bare = mnemonic.replace(/^(?:\w+ )*/, '');
    for (const [place, operand] of operands.entries()) {
      const [, displacement = '', base] = /^(-?0x[0-9a-f]+)?\(%(\w+)\)$/.exec(operand) ?? [];
      const origin = base === undefined ? undefined : registers.get(wide(base));
      if (origin === undefined || /^(?:lea|nop|prefetch|call|jmp)/.test(bare)) continue;
      const isWritten = place === operands.length - 1 && !NOTHING_WRITTEN.test(bare);
      own.push({
        functionName: name,
        start,
        bytes,
        at,
        offsetBytes: origin + signed(displacement),
        isStore: isWritten || isLocked,
      });
    }
    if (bare.startsWith('call') || (bare === 'jmp' && target !== null && target.name !== name)) {
      if (target !== null && target.offset === 0) {
        for (const [place, register] of PARAMETERS.entries()) {
          const origin = registers.get(register);
          if (origin !== undefined)
            calls.push({ callee: target.name, parameter: place, offsetBytes: origin });
        }
      }
      if (bare.startsWith('call') && target?.name !== '__fentry__') {
        isUntouched &&= KEPT.has(first);
        for (const register of [...registers.keys()])
          if (!KEPT.has(register)) registers.delete(register);
      }
      continue;
    }
    const written = writtenBy(bare, operands);
    const origin = originOf(bare, operands, registers);
    for (const each of written) {
      if (each === first) isUntouched = false;
      if (origin === null) registers.delete(each);
      else registers.set(each, origin);
    }
  }
  return { own, calls };
}

/** Where in the object the written register points from now on; null where that is not known. */
function originOf(bare: string, operands: readonly string[], registers: Registers): number | null {
  const [source = ''] = operands;
  if (/^movq?$/.test(bare) && /^%r/.test(source))
    return registers.get(wide(source.slice(1))) ?? null;
  if (!/^leaq?$/.test(bare)) return null;
  const [, displacement = '', base] = /^(-?0x[0-9a-f]+)?\(%(\w+)\)$/.exec(source) ?? [];
  const origin = base === undefined ? undefined : registers.get(wide(base));
  return origin === undefined ? null : origin + signed(displacement);
}

function writtenBy(bare: string, operands: readonly string[]): readonly string[] {
  if (/^(?:div|idiv|mul|cwd|cqto|cltd|cltq|rdtsc|cpuid)/.test(bare)) return ['ax', 'dx'];
  const ofExchange = bare.startsWith('cmpxchg') ? ['ax'] : [];
  return [...ofExchange, ...registersWritten(bare, operands)];
}

function registersWritten(bare: string, operands: readonly string[]): readonly string[] {
  if (NOTHING_WRITTEN.test(bare)) return [];
  // These two write both.
  const written = /^x(?:chg|add)/.test(bare) ? operands : operands.slice(-1);
  return written.flatMap((operand) => (operand.startsWith('%') ? [wide(operand.slice(1))] : []));
}

/** How often each register is written, what `pop` restores at the end apart. */
function writeCounts(instructions: readonly Instruction[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { mnemonic, operands } of instructions) {
    const bare = mnemonic.replace(/^(?:\w+ )*/, '');
    if (bare === 'pop') continue;
    for (const register of registersWritten(bare, operands)) {
      counts.set(register, (counts.get(register) ?? 0) + 1);
    }
  }
  return counts;
}

/** Instructions that are jumped to: from how far before (negative), or after, at the latest. */
function targetsIn({ name, instructions }: MachineFunction): ReadonlyMap<number, number> {
  const targets = new Map<number, number>();
  for (const { at, mnemonic, target } of instructions) {
    if (!/^(?:\w+ )*j/.test(mnemonic) || target === null || target.name !== name) continue;
    const distance = at - target.offset;
    targets.set(target.offset, Math.max(targets.get(target.offset) ?? distance, distance));
  }
  return targets;
}

function signed(displacement: string): number {
  if (displacement === '') return 0;
  return displacement.startsWith('-')
    ? -parseInt(displacement.slice(3), 16)
    : parseInt(displacement.slice(2), 16);
}

/** `eax`, `ax`, `al` and `rax` are one register. */
function wide(register: string): string {
  const numbered = /^(r\d+)[bwd]?$/.exec(register);
  if (numbered !== null) return numbered[1] ?? register;
  const plain = register.replace(/^[re](?=[a-z]{2}$)/, '');
  return /^[abcd][lh]$/.test(plain) ? `${plain[0]}x` : plain.replace(/^(si|di|bp|sp)l$/, '$1');
}
