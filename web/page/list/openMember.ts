import type { MemberPath } from '../../core/layout/ids';
import type { AppFiles, AppScreen, AppStore } from '../state/app';
import { focusInView, selectInView } from '../state/documentReducers';
import { seek } from '../state/findReducers';
import type { Catalog } from '../state/catalog';
import type { MemberQuery } from './memberQuery';
import type { MemberHit } from './members';

/** Opens a member's struct with the field chosen. What lies deeper in it is looked for there. */
export async function openMember(
  app: AppStore & AppFiles & AppScreen,
  catalog: Catalog,
  hit: Pick<MemberHit, 'row' | 'name'>,
  { inside }: Pick<MemberQuery, 'inside'>,
): Promise<void> {
  await app.openRow(catalog, hit.row);
  const path = hit.name as MemberPath;
  app.showInspector('field');
  app.update((state) =>
    inside === ''
      ? focusInView(selectInView(state, [path]), path)
      : seek(state, { kind: 'text', text: `${hit.name}.${inside}` }),
  );
}
