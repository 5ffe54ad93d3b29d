import type { LocatedSymbol } from '../../core/bind/symbolTable';
import type { StructDesc, Target, Variable } from '../../core/facts/generated';
import { X86_64 } from '../../core/facts/targets';
import type { FileId } from '../../core/layout/ids';
import type { AppQuestions, AppStore } from '../state/app';
import { rowsOf } from '../../core/bind/rows';

/** What loaded files know of some variables: their types, and the structs that they are of. */
export async function describeVariables(
  app: AppStore & AppQuestions,
  file: FileId,
  places: readonly LocatedSymbol[],
): Promise<{
  readonly variables: readonly Variable[];
  readonly structs: readonly StructDesc[];
  readonly target: Target;
}> {
  const { files } = app.store.getState();
  const ready = files.filter(({ phase }) => phase.kind === 'ready' && phase.index !== null);
  // Pasted symbols have no types: those of the binary beside them do.
  const source = ready.find(({ id }) => id === file) ?? ready[0];
  if (source?.phase.kind !== 'ready') return { variables: [], structs: [], target: X86_64 };
  const { target } = source.phase.facts;
  const names = places.map(({ name }) => name);
  const code = await app.askFile(source.id, {
    kind: 'code',
    functions: [],
    variables: names,
  });
  const variables = code.ok ? code.value.variables : [];
  const wanted = [
    ...new Set(variables.flatMap(({ of }) => (of.pointers === 0 ? [of.aggregate] : []))),
  ];
  const structs = await app.askFile(source.id, (index) => {
    const chosen = wanted.flatMap((name) =>
      name === null ? [] : [{ name, kind: null, sizeBytes: null }],
    );
    return { kind: 'describeAll', rows: rowsOf(index, chosen) };
  });
  return {
    variables,
    structs: structs.ok ? structs.value.filter((struct) => struct !== null) : [],
    target,
  };
}
