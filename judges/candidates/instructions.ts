import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A function as objdump prints it. */
export interface MachineFunction {
  readonly name: string;
  readonly start: bigint;
  readonly bytes: number;
  readonly instructions: readonly Instruction[];
}

export interface Instruction {
  /** From the function's first byte. */
  readonly at: number;
  readonly mnemonic: string;
  /** In AT&T order: the last one is written. */
  readonly operands: readonly string[];
  /** The function that a call or a jump goes to, and how far into it. */
  readonly target: { readonly name: string; readonly offset: number } | null;
}

/** Every function of a file whose name is there once. objdump reads the code, not Hitmap. */
export async function* functionsOf(path: string): AsyncGenerator<MachineFunction> {
  const objdump = spawn('objdump', ['-d', '--no-show-raw-insn', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let name: string | null = null;
  let start = 0n;
  let instructions: Instruction[] = [];
  const finished = (end: bigint): MachineFunction | null =>
    name === null ? null : { name, start, bytes: Number(end - start), instructions };
  for await (const line of createInterface({ input: objdump.stdout })) {
    const head = /^([0-9a-f]{16}) <(.+)>:$/.exec(line);
    if (head !== null) {
      const at = BigInt(`0x${head[1]}`);
      const done = finished(at);
      if (done !== null) yield done;
      [name, start, instructions] = [head[2] ?? '', at, []];
      continue;
    }
    const instruction = name === null ? null : instructionOf(line, start);
    if (instruction !== null) instructions.push(instruction);
  }
  const last = instructions.at(-1);
  const done = finished(start + BigInt(last === undefined ? 0 : last.at + 1));
  if (done !== null) yield done;
}

function instructionOf(line: string, start: bigint): Instruction | null {
  const [address, text] = line.split(':\t');
  if (text === undefined || !/^[0-9a-f]{16}$/.test(address ?? '')) return null;
  const [, words = '', target] = /^([^#<]*)(?:<([^>]+)>)?/.exec(text) ?? [];
  const [, mnemonic = '', rest = ''] =
    /^((?:(?:lock|rep|repz|repnz|notrack|bnd|cs|ds|es|data16) +)*\S+)\s*(.*)$/.exec(words.trim()) ??
    [];
  const [, name, offset] = /^(.+?)(?:\+0x([0-9a-f]+))?$/.exec(target ?? '') ?? [];
  return {
    at: Number(BigInt(`0x${address}`) - start),
    mnemonic: mnemonic.replace(/ +/g, ' '),
    operands: operandsOf(rest),
    target:
      name === undefined ? null : { name, offset: offset === undefined ? 0 : parseInt(offset, 16) },
  };
}

/** Commas inside parentheses belong to one operand. */
function operandsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/,(?![^(]*\))/).map((each) => each.trim());
}

/** What each function is handed: of each parameter the struct it points to, by its tag or its typedef, or null. */
export function prototypesOf(path: string): ReadonlyMap<string, readonly (string | null)[]> {
  const { stdout, status } = spawnSync('pfunct', ['-F', 'btf', '-P', '--no_parm_names', path], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`pfunct could not read ${path}.`);
  const prototypes = new Map<string, readonly (string | null)[]>();
  const unclear = new Set<string>();
  for (const line of stdout.split('\n')) {
    const [, name, list] = /([\w.]+)\(((?:[^()]|\([^()]*\))*)\);$/.exec(line) ?? [];
    if (name === undefined || list === undefined) continue;
    const parameters = list.split(/,(?![^(]*\))/).map((each) => each.trim());
    // A struct by value takes no register or two.
    const isByValue = parameters.some((each) => /^(?:const )?(?:struct|union) \w+$/.test(each));
    if (isByValue || prototypes.has(name)) unclear.add(name);
    prototypes.set(name, parameters.map(pointedTo));
  }
  for (const name of unclear) prototypes.delete(name);
  return prototypes;
}

function pointedTo(parameter: string): string | null {
  const [, , tag] = /^(?:const )?(struct |union )?(\w+)\s+\*$/.exec(parameter) ?? [];
  return tag ?? null;
}
