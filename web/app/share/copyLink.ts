import type { LayoutDocument } from '../../edit/document';
import type { App } from '../app';
import { addNotice, tell } from '../files/fileReducers';
import { documentToShare } from './documentToShare';

/** The whole address of a document: that of the page, with all of the struct behind the `#`. */
export async function addressOf(document: LayoutDocument, page: string): Promise<string> {
  const { makeLink } = await import('../../share/link');
  return `${page}${await makeLink(document)}`;
}

/** Copies the link of the struct in view. */
export async function copyLink(app: App): Promise<void> {
  const document = documentToShare(app.store.getState());
  if (!document) return;
  const link = await addressOf(document, app.host.pageAddress()).catch(() => null);
  if (link === null) {
    const text = 'It could not be made: a part of the page could not be loaded. Reload the page.';
    return app.update((state) => addNotice(state, { kind: 'error', title: 'Link', text }));
  }
  const copied = await app.host.copy(link);
  app.update((state) =>
    tell(
      state,
      copied
        ? `The link is copied: ${link.length} characters. It holds all that it shows.`
        : 'The browser did not allow copying. The link is in the inspector, under Share.',
    ),
  );
}
