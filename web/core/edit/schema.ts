import { BINDING_DOUBTS } from './bindingDoubt';
import * as v from 'valibot';
import { isMachine } from '../facts/machine';
import type { MemberPath } from '../layout/ids';
import { DOCUMENT_VERSION } from './document';
import {
  isAlignment,
  isLineNumber,
  isMaxSize,
  isPadding,
  isShare,
  isTypeSize,
  LINE_SIZES,
  MAX_BASE_BYTES,
  TAG_ROLES,
} from './limits';
import { HEAT_METRICS } from './profiles';
import { profileSchema } from './schemaProfile';

/**
 * The shape of a document as it comes from outside: a link, a study, a draft, a file. What hangs
 * together (indexes, cycles) is checked by `validate.ts` after this.
 */
const text = v.pipe(v.string(), v.maxLength(4096));
const path = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(4096),
  v.transform((value) => value as MemberPath),
);
const paths = v.pipe(v.array(path), v.maxLength(100_000));
/** Offsets and sizes in bits: whole, and small enough that sums of them stay exact. */
const bitCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 50));
const byteCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 47));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A type may be aligned to more than an edit may ask for (2 MiB pages). */
const powerOfTwo = v.pipe(
  v.number(),
  v.check((n) => n >= 1 && n <= 2 ** 31 && Number.isInteger(Math.log2(n)), 'a power of two'),
);

const alignment = v.object({ bytes: powerOfTwo, from: v.picklist(['abi', 'stated', 'inferred']) });
const declared = v.object({ file: text, line: index, column: index });
const bitField = v.pipe(
  v.object({ widthBits: bitCount, unitBits: v.pipe(bitCount, v.minValue(1)) }),
  v.check((bits) => bits.widthBits <= bits.unitBits, 'a bit-field no wider than its type'),
);
const member = v.object({
  name: v.nullable(text),
  typeIndex: index,
  role: v.picklist(['field', 'inferredBits', 'base', 'vtable', 'variant']),
  offsetBits: bitCount,
  sizeBits: v.nullable(bitCount),
  bitField: v.nullable(bitField),
  align: v.nullable(alignment),
  packed: v.boolean(),
  declared: v.nullable(declared),
});
const shape = v.variant('kind', [
  v.object({
    kind: v.literal('scalar'),
    encoding: v.picklist(['int', 'uint', 'char', 'bool', 'float']),
  }),
  v.object({ kind: v.literal('pointer') }),
  v.object({ kind: v.literal('enum') }),
  v.object({ kind: v.literal('array'), element: index, count: v.nullable(byteCount) }),
  v.object({
    kind: v.literal('aggregate'),
    keyword: v.picklist(['struct', 'union', 'class']),
    members: v.array(member),
    packed: v.boolean(),
    forcedAlign: v.nullable(alignment),
    readOnly: v.nullable(text),
  }),
  v.object({
    kind: v.literal('declared'),
    keyword: v.picklist(['struct', 'union', 'class', 'enum']),
  }),
  v.object({ kind: v.literal('other') }),
]);
const type = v.object({
  name: text,
  sizeBytes: v.nullable(byteCount),
  align: alignment,
  shape,
  declared: v.nullable(declared),
});
const target = v.object({
  machine: v.pipe(text, v.guard(isMachine, 'the name of a machine')),
  pointerBytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)),
  bigEndian: v.boolean(),
  maxScalarAlignBytes: powerOfTwo,
  lineBytes: v.picklist(LINE_SIZES),
  unnamedBitfieldsAlign: v.boolean(),
});
const diagnostic = v.object({
  id: text,
  severity: v.picklist(['note', 'warning']),
  text,
  fix: v.nullable(text),
  location: text,
  count: index,
});
const struct = v.object({
  key: text,
  name: text,
  target,
  source: v.picklist(['btf', 'dwarf', 'summaries', 'text']),
  types: v.array(type),
  root: index,
  diagnostics: v.array(diagnostic),
  wordsFrom: v.exactOptional(text),
  alignCapBytes: v.exactOptional(powerOfTwo),
  cplusplus: v.exactOptional(v.boolean()),
});

const tagRole = v.picklist(TAG_ROLES);
const owner = v.exactOptional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)));
const weight = v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0)));
const baseBytes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_BASE_BYTES));
const place = v.variant('at', [
  v.object({ at: v.picklist(['first', 'last', 'out']) }),
  v.object({ at: v.picklist(['before', 'after']), member: path }),
  v.object({ at: v.literal('into'), aggregate: path }),
]);
const alignBytes = v.union([
  v.literal('cacheline'),
  v.pipe(v.number(), v.check(isAlignment, 'an alignment')),
]);
const lineNumber = v.pipe(v.number(), v.check(isLineNumber, 'the number of a line'));
const maxSize = v.pipe(v.number(), v.check(isMaxSize, 'a size in bytes'));
const someMembers = v.pipe(paths, v.minLength(1));
const apart = v.pipe(
  v.object({ kind: v.literal('apart'), a: someMembers, b: paths }),
  v.check(({ a, b }) => a.length + b.length > 1, 'fields to keep apart'),
);
const range = v.object({ kind: v.literal('range'), members: someMembers, toEnd: v.boolean() });
const rule = v.variant('kind', [
  v.object({ kind: v.literal('sameLine'), members: paths }),
  apart,
  v.object({ kind: v.literal('inLine'), members: someMembers, line: v.nullable(lineNumber) }),
  range,
  v.object({ kind: v.literal('maxSize'), bytes: byteCount }),
]);
const bindingDoubt = v.exactOptional(v.picklist(BINDING_DOUBTS));
const edit = v.variant('kind', [
  v.object({
    kind: v.literal('move'),
    members: v.pipe(paths, v.minLength(1)),
    to: place,
    alone: v.exactOptional(v.literal(true)),
  }),
  v.object({ kind: v.picklist(['order', 'together']), members: v.pipe(paths, v.minLength(1)) }),
  apart,
  v.object({ kind: v.literal('stay'), members: someMembers, line: v.nullable(lineNumber) }),
  range,
  v.object({ kind: v.literal('size'), bytes: maxSize }),
  v.object({ kind: v.literal('lift'), rule }),
  v.object({ kind: v.literal('align'), member: path, bytes: alignBytes }),
  v.object({
    kind: v.picklist(['unalign', 'isolate', 'pin', 'unpin', 'untag', 'remove']),
    member: path,
  }),
  v.object({ kind: v.literal('unalignStruct') }),
  v.object({
    kind: v.literal('pad'),
    bytes: v.pipe(v.number(), v.check(isPadding, 'a size of padding')),
    before: path,
  }),
  v.object({ kind: v.literal('unpad'), before: path }),
  v.object({
    kind: v.literal('add'),
    name: path,
    typeName: text,
    bytes: v.pipe(v.number(), v.check(isTypeSize, 'the size of a type')),
    align: v.pipe(v.number(), v.check(isAlignment, 'an alignment')),
    bits: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(128))),
    to: v.variant('at', [
      v.object({ at: v.picklist(['first', 'last']) }),
      v.object({ at: v.picklist(['before', 'after']), member: path }),
    ]),
  }),
  v.object({ kind: v.literal('tag'), member: path, role: tagRole, weight, by: owner }),
  v.object({ kind: v.literal('line'), bytes: v.picklist(LINE_SIZES) }),
  v.object({ kind: v.literal('pair'), on: v.boolean() }),
  v.object({ kind: v.literal('base'), bytes: baseBytes }),
  v.object({
    kind: v.literal('prefetch'),
    share: v.nullable(v.pipe(v.number(), v.check(isShare, 'a share from 0 to 1'))),
  }),
  v.object({
    kind: v.literal('bind'),
    profile: text,
    target: text,
    offsetBytes: v.pipe(v.number(), v.safeInteger()),
    doubt: bindingDoubt,
  }),
  v.object({ kind: v.literal('unbind'), profile: text, target: text }),
  v.object({ kind: v.literal('note'), member: path, text }),
  v.object({ kind: v.literal('noteLine'), line: lineNumber, text }),
]);

export const documentSchema = v.object({
  v: v.literal(DOCUMENT_VERSION),
  struct,
  lineBytes: v.picklist(LINE_SIZES),
  pair: v.boolean(),
  baseBytes,
  pins: paths,
  together: v.array(paths),
  tags: v.array(v.object({ member: path, role: tagRole, weight, by: owner })),
  notes: v.array(v.object({ member: path, text })),
  lineNotes: v.array(v.object({ line: lineNumber, lineBytes: v.picklist(LINE_SIZES), text })),
  rules: v.array(rule),
  profiles: v.array(profileSchema(edit)),
  bindings: v.array(
    v.object({
      profile: text,
      target: text,
      offsetBytes: v.pipe(v.number(), v.safeInteger()),
      doubt: bindingDoubt,
    }),
  ),
  edits: v.array(edit),
  view: v.object({
    expanded: paths,
    show: v.picklist(['original', 'edited']),
    profile: v.nullable(text),
    metric: v.picklist(HEAT_METRICS),
    conflicts: v.boolean(),
  }),
  supplied: v.exactOptional(
    v.object({
      commit: v.exactOptional(text),
      config: v.exactOptional(text),
      compiler: v.exactOptional(text),
      perf: v.exactOptional(text),
      machine: v.exactOptional(text),
      commands: v.exactOptional(text),
      text: v.exactOptional(text),
    }),
  ),
  claim: v.exactOptional(v.object({ model: text, headline: text })),
  proposal: v.exactOptional(v.object({ title: text, edits: v.array(edit) })),
});
