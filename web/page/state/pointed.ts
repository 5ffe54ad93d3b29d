import type { Keyword } from '../../core/facts/generated';
import type { FileId } from '../../core/layout/ids';
import type { FieldItem } from '../../core/layout/layout';
import type { AppQuestions, AppStore } from './app';
import type { InView } from './inView';
import { listedOf } from './catalog';

/** A struct that a member leads to, as its file lists it. */
export interface PointedStruct {
  readonly keyword: Keyword;
  readonly name: string;
  readonly sizeBytes: number;
}

const KEYWORDS: readonly Keyword[] = ['struct', 'union', 'class'];

/** The file that can say where a member leads to; null where it leads nowhere, or no file is behind the struct. */
export function fileToAsk({ open: { origin }, document }: InView, field: FieldItem): FileId | null {
  if (origin.kind !== 'file' || field.member.typeIndex === null) return null;
  const shape = document.struct.types[field.member.typeIndex]?.shape.kind;
  return shape === 'pointer' || shape === 'aggregate' ? origin.file : null;
}

/**
 * What a member leads to: the struct that it is of or that it points to, one for each layout of its name. None for a
 * pointer to anything else, and where the file only declares the struct.
 */
export async function leadsTo(
  app: AppStore & AppQuestions,
  inView: InView,
  field: FieldItem,
): Promise<readonly PointedStruct[]> {
  const file = fileToAsk(inView, field);
  const { typeIndex } = field.member;
  const { key, types } = inView.document.struct;
  const type = typeIndex === null ? undefined : types[typeIndex];
  if (file === null || type === undefined) return [];
  if (type.shape.kind === 'aggregate') {
    const { keyword } = type.shape;
    return listed(
      app,
      file,
      (name, sizeBytes) =>
        sizeBytes === type.sizeBytes && (type.name === name || type.name === `${keyword} ${name}`),
    );
  }
  const answer = await app.askFile(file, { kind: 'pointsTo', key });
  const pointed = (answer.ok ? (answer.value ?? []) : []).find(
    (each) => each.typeIndex === typeIndex,
  );
  return pointed ? listed(app, file, (name) => name === pointed.name) : [];
}

/** The rows of a file's list that are meant. */
function listed(
  app: AppStore,
  file: FileId,
  isMeant: (name: string, sizeBytes: number) => boolean,
): readonly PointedStruct[] {
  const loaded = app.store.getState().files.find(({ id }) => id === file);
  const index = loaded && listedOf(loaded)?.index;
  if (!index) return [];
  return index.names.flatMap((name, row): readonly PointedStruct[] => {
    const sizeBytes = index.sizesBytes[row] ?? 0;
    if (!isMeant(name, sizeBytes)) return [];
    return [{ keyword: KEYWORDS[index.kinds[row] ?? 0] ?? 'struct', name, sizeBytes }];
  });
}
