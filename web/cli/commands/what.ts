import { usageMessage, noteMessage } from '../messages';
import { jsonText } from '../../core/format/jsonText';
import type { AccessFact, TouchedAnswer, TouchedObject } from '../../core/facts/generated';
import { Failure, orFail } from '../failure';
import { wantsDebug } from '../open/debugFiles';
import { openTypes, type CompanionPaths } from '../open/openFile';
import { giveSplitCode } from '../open/splitDwarf';
import { companionsOf, TYPES_ARGS } from '../open/typesOptions';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap what FILE PLACE…`: which struct and field an instruction, or all of a function, touches. */
export const WHAT_COMMAND: CliCommand = {
  help: `hitmap what FILE (ADDRESS|SYMBOL+OFFSET|SYMBOL)...: which struct and field each instruction accesses

  hitmap what vmlinux fget                 every access of a function but those to its own stack frame
  hitmap what vmlinux fget+0x4e            one instruction; an offset without 0x is decimal
  hitmap what vmlinux 0xffffffff812c90fe   an address as the file has it, before KASLR moved it
  hitmap what server app::Stats::hit       a function of C++ or Rust by the name that perf prints

FILE is a linked x86-64 program or kernel with its code and DWARF. A line is an access: where, read, write or
both, how many bytes, the struct with the byte of it and the member, and the confidence:

  direct   the location list of a variable says what the register holds
  must     it follows on every path to the instruction
  may      on some paths only
  later    one of several members of a union

Of one instruction the reasons follow. docs/types.md says how it works, and what it cannot know.

  --reasons           the reasons of every access
  --debug FILE        the debug information of a stripped program (default: found by its build-id or recorded name)
  --dwz FILE          what dwz moved out of it (default: found beside it by its recorded name)
  --dwo FILE          a .dwo or .dwp file of split DWARF, again for more (default: found by recorded names)
  --json              JSON; its shape is in docs/json.md

Exit code 1 where nothing is known of a place, with the reason.
`,
  run(args) {
    const { debug, dwz, dwo } = TYPES_ARGS;
    const options = { reasons: FLAG, json: FLAG, debug, dwz, dwo };
    const { values, positionals } = parseWords('what', args, options);
    const [path, ...queries] = positionals;
    if (path === undefined || queries.length === 0) {
      throw new Failure(usageMessage('what'));
    }
    const answers = answersOf(path, queries, companionsOf(values));
    const isKnown = answers.every(isAnswered);
    const text = values.json
      ? jsonText({ v: 1, answers })
      : answers.map((answer) => answerText(answer, values.reasons)).join('\n');
    const notes = answers.flatMap(({ query, notes }) =>
      notes.map((note) => noteMessage('about-code', query, note)),
    );
    return { text, notes, exitCode: isKnown ? 0 : 1 };
  },
};

function answersOf(
  path: string,
  wanted: readonly string[],
  companions: CompanionPaths,
): readonly TouchedAnswer[] {
  const { session, close } = openTypes(path, companions);
  try {
    if (session.facts.needs?.includes('debug')) throw new Failure(wantsDebug(path, session));
    giveSplitCode(path, session, companions.dwo);
    return orFail(path, session.ask({ kind: 'touches', places: wanted, reasons: true } as const));
  } finally {
    close();
  }
}

function isAnswered({ accesses }: TouchedAnswer): boolean {
  return accesses.some(({ objects }) => objects.length > 0);
}

function answerText({ query, accesses, nothing }: TouchedAnswer, allReasons: boolean): string {
  if (nothing !== null) return `${query}: ${nothing}.\n`;
  const addresses = new Set(accesses.map(({ address }) => address));
  const reasons = allReasons || addresses.size === 1;
  return accesses.map((access) => accessText(access, reasons)).join('');
}

const DOES: Readonly<Record<AccessFact['does'], string>> = {
  read: 'reads',
  write: 'writes',
  both: 'reads and writes',
};

function accessText(access: AccessFact, reasons: boolean): string {
  const { function: name, offsetBytes, operand, bytes, does, objects, unknown } = access;
  const sign = offsetBytes < 0 ? '-' : '+';
  const place = `${name}${sign}0x${Math.abs(offsetBytes).toString(16)}`;
  const size = bytes === 0 ? '' : ` ${bytes}`;
  const head = `${place}  ${DOES[does]}${size} at ${operand}`;
  if (objects.length === 0) return `${head}: ${unknown ?? 'nothing is known of it'}\n`;
  const [first, ...others] = objects.map((object) => objectText(object, bytes));
  const lines = [`${head}: ${first ?? ''}`, ...others.map((other) => `    also ${other}`)];
  if (reasons) lines.push(...(objects[0]?.reasons ?? []).map((reason) => `    ${reason}`));
  return lines.map((line) => `${line}\n`).join('');
}

function objectText(object: TouchedObject, bytes: number): string {
  const { name, offsetBytes, path, memberBytes, isAggregate, how, variable, isElement } = object;
  const member = path === '' ? name : `${name}.${path}`.replace('.[', '[');
  const at = isAggregate ? ` (byte ${offsetBytes})` : '';
  // Several fields at once, as a compiler clears them; or a pointer of another type.
  const beyond = memberBytes !== null && bytes > memberBytes ? ' and what follows' : '';
  const none = isAggregate && memberBytes === null ? ', no member' : '';
  const whose = variable === null || how === 'pointer' ? '' : `, ${HOW[how]} \`${variable}\``;
  const element = isElement ? ', some element' : '';
  return `${member}${beyond}${at}${none}${whose}${element}, ${object.confidence}`;
}

const HOW: Readonly<Record<TouchedObject['how'], string>> = {
  pointer: 'through',
  global: 'the variable',
  perCpu: 'the variable of each CPU',
  stack: 'the local variable',
};
