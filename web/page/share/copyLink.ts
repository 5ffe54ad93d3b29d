import { sentence } from '../../core/base/messages';
import { fetched, Unfetched, unfetched } from '../../core/base/fetched';
import type { LayoutDocument } from '../../core/edit/document';
import type { AppPage, AppStore } from '../state/app';
import { addNotice, withoutFailures, announceAndShow } from '../state/fileReducers';
import { linkPage } from './linkPage';

/** The link of a document: the address of a page, with all of the struct after the `#`. */
export async function linkOf(app: AppStore & AppPage, document: LayoutDocument): Promise<string> {
  const { makeLink } = await fetched(() => import('../../core/document/link'));
  const page = linkPage(app.host.pageAddress());
  return `${page}${makeLink(document)}`;
}

async function linkInView(app: AppStore & AppPage): Promise<string | null> {
  const { documentToShare } = await fetched(() => import('./documentToShare'));
  const document = documentToShare(app.store.getState());
  return document && linkOf(app, document);
}

/** Copies the link of the struct in view. */
export function copyLink(app: AppStore & AppPage): Promise<void> {
  return copyWithLink(
    app,
    (link) => link,
    (link) => `The link is copied: ${link.length} characters. It holds all that it shows.`,
  );
}

/** Copies the text of an answer, the link below it. */
export function copyReply(app: AppStore & AppPage, text: string): Promise<void> {
  return copyWithLink(
    app,
    (link) => `${text}\n${link}\n`,
    () => 'The reply is copied, with its link.',
  );
}

async function copyWithLink(
  app: AppStore & AppPage,
  textOf: (link: string) => string,
  announcementOf: (link: string) => string,
): Promise<void> {
  const link = await linkInView(app).catch(unfetched);
  if (link === null) return;
  if (link instanceof Unfetched) {
    const text = link.message;
    return app.update((state) => addNotice(state, { kind: 'error', title: 'Link', text }));
  }
  const { whyUnopened } = await import('../../core/document/link');
  const unopened = whyUnopened(link);
  if (unopened !== null) {
    return app.update((state) =>
      addNotice(state, { kind: 'error', title: 'Link', text: sentence(unopened) }),
    );
  }
  const copied = await app.host.copy(textOf(link));
  app.update((state) =>
    announceAndShow(
      withoutFailures(state, 'Link'),
      copied
        ? announcementOf(link)
        : 'The browser did not allow copying. The link is in the inspector, under Send.',
    ),
  );
}
