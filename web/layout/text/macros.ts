import type { TextMember } from './textMembers';

/** What a macro among the members declares, where it is known here. */
export type MacroMember =
  /** `unsigned long name[n]`; `bits` is the bound as written. */
  | { readonly kind: 'bitmap'; readonly name: string; readonly bits: string }
  /** Members that are written in the macro's arguments, as C. */
  | { readonly kind: 'members'; readonly text: string }
  /** Nothing that takes room or asks for a place. */
  | { readonly kind: 'nothing' };

/** Null for a macro that is not known: its struct is refused by name. */
export function macroMember(text: TextMember): MacroMember | null {
  const { macroName, declarators } = text.member;
  const base = declarators[0]?.declaredType.base;
  if (macroName === null || base?.kind !== 'opaque') return null;
  const args = argumentsOf(base.text);
  const [first = '', second = ''] = args;
  switch (macroName) {
    case 'DECLARE_BITMAP':
      return { kind: 'bitmap', name: first, bits: second };
    // include/uapi/linux/stddef.h: the empty struct takes no room in C.
    case 'DECLARE_FLEX_ARRAY':
    case '__DECLARE_FLEX_ARRAY':
      return { kind: 'members', text: `${first} ${second}[];` };
    // include/linux/stddef.h: a union of two equal structs; one of them has the layout.
    case 'struct_group':
      return { kind: 'members', text: `struct { ${args.slice(1).join(', ')} };` };
    case 'struct_group_attr':
    case 'struct_group_tagged':
      return {
        kind: 'members',
        text: `struct { ${args.slice(2).join(', ')} }${macroName === 'struct_group_attr' ? ` ${second}` : ''};`,
      };
    case 'CACHELINE_PADDING':
    case 'ZONE_PADDING':
      return { kind: 'members', text: `char ${first}[0] ____cacheline_aligned;` };
    case '__cacheline_group_begin':
    case '__cacheline_group_begin_aligned':
    case '__cacheline_group_end':
    case '__cacheline_group_end_aligned': {
      const marks = groupMarks(macroName, args).map(
        ({ name, align }) =>
          `unsigned char ${name}[0]${align === null ? '' : ` __attribute__((aligned(${align})))`};`,
      );
      return { kind: 'members', text: marks.join(' ') };
    }
    // include/linux/netdevice.h: a union of unsigned long and atomic_long_t.
    case 'NET_DEV_STAT':
      return {
        kind: 'members',
        text: `union { unsigned long ${first}; unsigned long __${first}; };`,
      };
    // include/linux/android_kabi.h
    case 'ANDROID_KABI_RESERVE':
      return { kind: 'members', text: `unsigned long long android_kabi_reserved${first};` };
    // CPython's Include/object.h.
    case 'PyObject_HEAD':
      return { kind: 'members', text: 'PyObject ob_base;' };
    case 'PyObject_VAR_HEAD':
      return { kind: 'members', text: 'PyVarObject ob_base;' };
    // Without CONFIG_RANDSTRUCT.
    case 'randomized_struct_fields_start':
    case 'randomized_struct_fields_end':
      return { kind: 'nothing' };
    default:
      return null;
  }
}

/** A member without size that marks where a group of members begins or ends. */
export interface GroupMark {
  readonly name: string;
  /** As `AttributeText.align` has it. */
  readonly align: string | null;
}

/**
 * What `__cacheline_group_begin(hot)` and its like declare (include/linux/cache.h, since 6.8; the aligned ones since 6.11). An
 * aligned end is at a multiple of a long, and a mark after it keeps what follows off the line.
 */
export function groupMarks(macroName: string, args: readonly string[]): readonly GroupMark[] {
  const [group = '', asked = 'L1_CACHE_BYTES'] = args;
  const isAligned = macroName.endsWith('_aligned');
  const align = isAligned ? asked : null;
  const mark = (end: string, aligned: string | null) => ({
    name: `__cacheline_group_${end}__${group}`,
    align: aligned,
  });
  if (macroName.includes('_begin')) return [mark('begin', align)];
  return isAligned ? [mark('end', 'sizeof(long)'), mark('pad', align)] : [mark('end', null)];
}

/** `a, (b, c)` in the brackets of a call, at the outermost commas. */
export function argumentsOf(call: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = call.indexOf('(') + 1;
  for (let at = from; from > 0 && at < call.length; at++) {
    const char = call[at];
    const isEnd = char === ')' && depth === 0;
    if ((char === ',' && depth === 0) || isEnd) {
      found.push(call.slice(from, at).trim());
      from = at + 1;
    }
    if (isEnd) break;
    if (char === '(' || char === '{' || char === '[') depth++;
    if (char === ')' || char === '}' || char === ']') depth--;
  }
  return found;
}
