import { tableMessage } from '../messages';
import type { Message } from '../../base/messages';
import { fail, ok, type Result } from '../../base/result';
import { newDocument, type LayoutDocument } from '../../edit/document';
import { BINDING_DOUBTS, type BindingDoubt } from '../../edit/bindingDoubt';
import type { Edit } from '../../edit/edit';
import { parseEdit } from '../../edit/parse';
import { parseDocument } from '../../edit/validate';
import { checkOf, joined, plain, TABLE_VERSION, targetOf, wordsOf } from './format';
import { SIGNATURE } from './holdsTable';
import { readRows, type TableRow } from './tableRows';
import { tableStruct } from './tableTypes';
import { BARE_DOCUMENT_PROFILE, type Binding, type DocumentProfile } from '../../edit/profiles';
import type { AccessCounts, AccessRow } from '../../facts/generated';
import { BARE_LINE, bareRow, NO_ACCESS } from '../../facts/noAccess';

export interface TableRead {
  readonly document: LayoutDocument;
  /** What is to be said of it: that somebody changed it, a change that could not be read. */
  readonly notes: readonly Message[];
}

const TITLE =
  /\b(struct|union|class) ("(?:[^"\\]|\\.)*"|\S+) is (at least )?(\d{1,10}) bytes, align (\d{1,7})(\??), lines of (\d{1,4}), (\S+)((?: (?:@\S+|"(?:[^"\\]|\\.)*"))*) \[hitmap-table (\d{1,4})((?:, [a-z]+(?: \w+)?)*)\]/;
const END = /\[end, (\d{1,6}) rows, check (\w{1,8})\]/;

/**
 * The document of the first table in a text: alone, or in a mail, quoted, wrapped, with its tabs and runs of
 * blanks lost. Reads what `tableText` writes. The error says what is wrong, and where.
 */
export function readTable(text: string): Result<TableRead, Message> {
  const line = joined(unquoted(text));
  const version = Number(SIGNATURE.exec(line)?.[1] ?? TABLE_VERSION);
  if (version > TABLE_VERSION) {
    return fail(tableMessage('newer', version));
  }
  const title = TITLE.exec(line);
  if (title === null) {
    return fail(tableMessage('damaged-title'));
  }
  const rest = line.slice(title.index + title[0].length);
  const end = END.exec(rest);
  if (end === null) {
    return fail(tableMessage('cut'));
  }
  const body = rest.slice(0, end.index);
  const [
    ,
    keyword,
    nameWord = '',
    atLeast,
    size,
    align,
    mark,
    lineText,
    machine = '',
    attributeText = '',
    ,
    options = '',
  ] = title;
  const name = plain(nameWord);
  const lineBytes = Number(lineText);
  const chosen = optionsOf(options);
  const target = targetOf(machine, chosen.get('abi') ?? null, lineBytes);
  if (name === null || target === null) {
    return fail(tableMessage('unknown-machine', machine));
  }
  const rows = readRows(wordsOf(body));
  if (!rows.ok) return fail(tableMessage('damaged', rows.error));
  const attributes = wordsOf(attributeText);
  const fixedAt = attributes.indexOf('@fixed');
  const struct = tableStruct(
    {
      keyword: keyword === 'union' ? 'union' : keyword === 'class' ? 'class' : 'struct',
      name,
      sizeBytes: atLeast === undefined ? Number(size) : null,
      align: { bytes: Number(align), from: mark === '?' ? 'inferred' : 'abi' },
      target,
      attributes,
      fixed: fixedAt < 0 ? null : plain(attributes[fixedAt + 1] ?? ''),
    },
    rows.value.rows,
  );
  const notes: Message[] = [];
  const edits: Edit[] = [];
  for (const words of rows.value.changes) {
    const edit = parseEdit(words);
    if (edit.ok) edits.push(edit.value);
    else notes.push(edit.error);
  }
  const peer = chosen.has('peer');
  const doubt = BINDING_DOUBTS.find((each) => each === chosen.get('doubt')) ?? null;
  const heat = tableProfile(rows.value.rows, { struct: `struct ${name}`, peer, lineBytes, doubt });
  const document: LayoutDocument = {
    ...newDocument(struct),
    lineBytes,
    pair: chosen.has('pairs'),
    baseBytes: Number(chosen.get('base') ?? 0),
    profiles: heat === null ? [] : [heat.profile],
    bindings: heat === null ? [] : [heat.binding],
    edits,
  };
  const valid = parseDocument(document);
  if (!valid.ok) return valid;
  const words = wordsOf(`${title[0]}${body}`);
  if (checkOf(words) !== end[2]) {
    const lost = Number(end[1]) - rows.value.count;
    const total = end[1] ?? '';
    notes.unshift(
      lost === 0
        ? tableMessage('changed')
        : tableMessage(lost > 0 ? 'rows-missing' : 'rows-added', Math.abs(lost), total),
    );
  }
  return ok({ document: valid.value, notes });
}

/** `base 16` as a name and a value; `pairs` as a name. */
function optionsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(', ').flatMap((each) => {
      const [name = '', value = ''] = each.trim().split(' ');
      return name === '' ? [] : [[name, value] as const];
    }),
  );
}

/** The text without the marks of a quoted mail. */
function unquoted(text: string): string {
  return text.replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '');
}

/** The heat of a table as a profile of one object, and its binding; null where the table has none. */
function tableProfile(
  rows: readonly TableRow[],
  about: {
    readonly struct: string;
    readonly peer: boolean;
    readonly lineBytes: number;
    readonly doubt: BindingDoubt | null;
  },
): { readonly profile: DocumentProfile; readonly binding: Binding } | null {
  const found = [...accessRows(rows, about.peer)];
  if (found.length === 0) return null;
  const counts = found.reduce((sum, row) => added(sum, row.counts), NO_ACCESS);
  const name = 'table';
  const target = about.struct;
  return {
    binding: {
      profile: name,
      target,
      offsetBytes: 0,
      ...(about.doubt !== null && { doubt: about.doubt }),
    },
    profile: {
      ...BARE_DOCUMENT_PROFILE,
      name,
      display: about.peer ? 'peer' : 'totalHitm',
      lineBytes: about.lineBytes,
      listed: counts,
      lines: [{ ...BARE_LINE, id: target, counts, rows: found }],
    },
  };
}

function* accessRows(rows: readonly TableRow[], peer: boolean): Generator<AccessRow> {
  for (const row of rows) {
    if (row.inner !== null) yield* accessRows(row.inner.rows, peer);
    const first = Math.floor(row.offsetBits / 8);
    const heat = row.parts.length > 0 ? row.parts : [{ offsetBytes: 0, heat: row.heat }];
    for (const part of heat) {
      if (part.heat.some((count) => count > 0)) {
        yield accessRow(first + part.offsetBytes, part.heat, peer);
      }
    }
  }
}

function accessRow(offsetBytes: number, heat: readonly number[], peer: boolean): AccessRow {
  const [remote = 0, local = 0, loads = 0, stores = 0] = heat;
  const snoops = peer
    ? { peerRemote: remote, peerLocal: local, hitmRemote: 0, hitmLocal: 0 }
    : { hitmRemote: remote, hitmLocal: local, peerRemote: 0, peerLocal: 0 };
  return {
    ...bareRow(offsetBytes),
    counts: { ...NO_ACCESS, ...snoops, loads: Math.max(loads, remote + local), stores },
    otherLoads: Math.max(0, loads - remote - local),
  };
}

function added(a: AccessCounts, b: AccessCounts): AccessCounts {
  const sum = (x: number | null, y: number | null) => (x ?? 0) + (y ?? 0);
  return {
    ...NO_ACCESS,
    loads: sum(a.loads, b.loads),
    stores: sum(a.stores, b.stores),
    hitmLocal: sum(a.hitmLocal, b.hitmLocal),
    hitmRemote: sum(a.hitmRemote, b.hitmRemote),
    peerLocal: sum(a.peerLocal, b.peerLocal),
    peerRemote: sum(a.peerRemote, b.peerRemote),
  };
}
