import type { FoldedArray } from '../../core/bind/fold';
import { globalsStruct } from '../../core/bind/globals';
import type { LineVariables } from '../../core/bind/lineVariables';
import { newDocument } from '../../core/edit/document';
import type { StructDesc } from '../../core/facts/generated';
import type { FileId, StructId } from '../../core/layout/ids';
import type { AppQuestions, AppScreen, AppStore } from '../state/app';
import { openDocument } from '../struct/documentReducers';
import { bindInView } from '../heat/bindReducers';
import type { AppState } from '../state/state';
import { bindFolded } from './bindFolded';
import type { FileOrigin } from './symbolTables';
import { describeVariables } from './variables';

/** Opens the variables that lie beside each other on a line, and binds the line of the report to them. */
export async function bindVariables(
  app: AppStore & AppQuestions & AppScreen,
  report: FileId,
  { around, targets, lineAddress }: LineVariables,
  from: FileOrigin,
): Promise<void> {
  const { variables, structs, target } = await describeVariables(app, from.file, around);
  const globals = globalsStruct(around, variables, structs, target);
  if (!globals) return;
  const offsetBytes = Number(lineAddress - globals.address);
  app.update((state) =>
    targets.reduce(
      (next, line) => bindInView(next, report, line, offsetBytes),
      openedFrom(state, globals.desc, from),
    ),
  );
  app.showInspector('findings');
}

/** Opens the struct of an array's elements, and binds all that the report has of the array to one of them. */
export function bindElement(
  app: AppStore & AppScreen,
  report: FileId,
  element: StructDesc,
  array: FoldedArray,
  from: FileOrigin,
): void {
  app.update((state) => bindFolded(openedFrom(state, element, from), report, array));
  app.showInspector('findings');
}

function openedFrom(state: AppState, struct: StructDesc, { file, fileName }: FileOrigin): AppState {
  return openDocument(state, {
    id: `${file}/${struct.key}` as StructId,
    origin: { kind: 'file', file, fileName },
    document: newDocument(struct),
  });
}
