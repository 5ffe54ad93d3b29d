import { sentence } from '../../core/base/messages';
import { fetched, Unfetched, unfetched } from '../../core/base/fetched';
import type { AppPage, AppStore } from '../state/app';
import { documentNeeded, type Command } from '../state/command';
import { documentInView } from '../state/inView';
import { addNotice, withoutFailures, announceAndShow } from '../state/fileReducers';
import { EXPORT_FORMS, type ExportForm } from '../../core/format/share/exportForms';

/** Copies the layout in view in one of the forms; their writers are loaded when they are first asked for. */
async function copyAs(app: AppStore & AppPage, form: ExportForm, title: string): Promise<void> {
  const document = documentInView(app.store.getState())?.document;
  if (!document) return;
  const writers = await fetched(() => import('../../core/format/share/exportText')).catch(
    unfetched,
  );
  if (writers instanceof Unfetched) {
    const text = writers.message;
    return app.update((state) => addNotice(state, { kind: 'error', title, text }));
  }
  const text = writers.exportText(document, form);
  if (!text.ok) return app.update((state) => announceAndShow(state, sentence(text.error)));
  const copied = await app.host.copy(text.value);
  app.update((state) =>
    announceAndShow(
      withoutFailures(state, title),
      copied ? `Copied: ${title}.` : 'The browser did not allow copying.',
    ),
  );
}

export const EXPORT_COMMANDS: readonly Command[] = [
  ...EXPORT_FORMS.map(({ form, title }): Command => ({
    id: `share.${form}`,
    title: `Copy as ${title}`,
    group: 'Share',
    keys: [],
    disabled: documentNeeded,
    run: (app) => void copyAs(app, form, title),
  })),
  ...(['svg', 'png'] as const).flatMap((kind) =>
    (['light', 'dark'] as const).map((theme): Command => ({
      id: `share.${kind}.${theme}`,
      title: `Save the picture as ${kind.toUpperCase()}, ${theme}`,
      group: 'Share',
      keys: [],
      disabled: documentNeeded,
      run: (app) => app.host.savePicture(kind, theme),
    })),
  ),
];
