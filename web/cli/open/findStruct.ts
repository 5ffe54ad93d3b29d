import { didYouMean } from '../../core/base/nearest';
import { listed, quoted } from '../../core/base/prose';
import { visibleName } from '../../core/base/visible';
import type { StructDesc } from '../../core/facts/generated';
import { Failure, NoSuchStruct } from '../failure';
import type { OpenFile } from './openFile';
import { otherTypes } from './part';
import { whyUnread } from './unread';

/**
 * The struct that a name means: `file`, `struct file`, or `foo#2` where a name has several layouts. A
 * name that means several is not guessed at: the sentence lists them.
 */
export function findStruct(file: OpenFile, wanted: string): StructDesc {
  const described = file.session.ask({ kind: 'describe', row: findRow(file, wanted) });
  if (described.ok) return described.value;
  throw new Failure(`${file.path}: ${described.error.message.replace(/[.\s]*$/, '.')}`);
}

/** The struct of this name (`struct list_head`, `atomic_t`), the first of several; null where there is none. */
export function findNamed(file: OpenFile, name: string): StructDesc | null {
  const [, keyword, bare = name] = /^(struct|union|class) (.*)$/.exec(name) ?? [];
  const kind = keyword === undefined ? -1 : ['struct', 'union', 'class'].indexOf(keyword);
  const row = file.names.findIndex(
    (each, at) => each === bare && (kind < 0 || file.index.kinds[at] === kind),
  );
  const described = row < 0 ? null : file.session.ask({ kind: 'describe', row });
  return described?.ok === true ? described.value : null;
}

/** Its row in the index. */
function findRow(file: OpenFile, wanted: string): number {
  const match = /^(?:(struct|union|class)\s+)?(.*?)(?:#(\d+))?$/s.exec(visibleName(wanted.trim()));
  const [, kind, name = '', variant] = match ?? [];
  const kinds = ['struct', 'union', 'class'];
  const named = rowsNamed(file, name, kind === undefined);
  const rows = named.filter((row) => {
    return kind === undefined || file.index.kinds[row] === kinds.indexOf(kind);
  });
  const [first] = rows;
  if (first === undefined) {
    const hint = inScopes(file, name) || didYouMean(name, new Set(file.names));
    throw new NoSuchStruct(
      `${file.path} holds no ${kind ?? 'struct or union'} \`${name}\`.${hint}${elsewhere(file)}${whyUnread(file)}`,
    );
  }
  if (variant !== undefined) {
    const row = rows.find((each) => (file.index.variants[each] ?? 0) === Number(variant));
    if (row !== undefined) return row;
    // `foo#1` of a name with one layout is that one.
    if (rows.length === 1 && Number(variant) === 1) return first;
    throw new Failure(`\`${name}\` has ${rows.length} layouts: ${layoutsOf(file, rows)}.`);
  }
  if (rows.length > 1) {
    throw new Failure(
      `\`${name}\` has ${rows.length} layouts, say which: ${layoutsOf(file, rows)}.`,
    );
  }
  return first;
}

/** Rows of a name; where there are none, of the structs that a typedef of it stands for. */
function rowsNamed(
  { names, index }: OpenFile,
  name: string,
  mayBeTypedef: boolean,
): readonly number[] {
  const of = (wanted: readonly string[]) =>
    names.flatMap((each, row) => (wanted.includes(each) ? [row] : []));
  const own = of([name]);
  return own.length > 0 || !mayBeTypedef ? own : of(index.typedefs.get(name) ?? []);
}

/** What else in the same bundle has types, for the end of a sentence. */
function elsewhere({ path }: OpenFile): string {
  const others = otherTypes(path);
  return others.length === 0 ? '' : ` The bundle has other types: ${listed(others, 4)}.`;
}

/** Where C++ and Rust have the name inside of a namespace or module, for the end of a sentence. */
function inScopes(file: OpenFile, name: string): string {
  const scoped = [...new Set(file.names.filter((each) => each.endsWith(`::${name}`)))];
  return scoped.length === 0 ? '' : ` It holds ${listed(quoted(scoped), 4)}.`;
}

function layoutsOf(file: OpenFile, rows: readonly number[]): string {
  const kinds = ['struct', 'union', 'class'];
  const texts = rows.map((row) => {
    const kind = kinds[file.index.kinds[row] ?? 0] ?? 'struct';
    const variant = file.index.variants[row] ?? 0;
    const name = `${kind} ${file.names[row] ?? ''}${variant === 0 ? '' : `#${variant}`}`;
    return `\`${name}\` (${file.index.sizesBytes[row] ?? 0} bytes)`;
  });
  return texts.length > 12 ? `${texts.slice(0, 12).join(', ')}, …` : texts.join(', ');
}
