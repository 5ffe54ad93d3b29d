import { useEffect } from 'react';
import { openLink } from '../../app/share/openLink';
import { documentInView } from '../../app/document/inView';
import { holdsLink } from '../../share/linkText';
import { useApp } from '../kit/context';

/**
 * Opens the link in the address, when the page is loaded and when the address changes. As soon as
 * something else is in view, or something is edited, the address lets go of it: what stands there must
 * not be another layout than the one on the page.
 */
export function useAddress(): void {
  const app = useApp();
  useEffect(() => {
    let opened: unknown = null;
    const present = () => {
      const inView = documentInView(app.store.getState());
      return inView && { struct: inView.document.struct, edits: inView.document.edits };
    };
    const follow = () => {
      const { hash } = window.location;
      if (!holdsLink(hash)) return;
      void openLink(app, hash).then(() => {
        opened = present();
      });
    };
    const letGo = () => {
      if (opened === null) return;
      const now = present();
      const was = opened as ReturnType<typeof present>;
      if (now?.struct === was?.struct && now?.edits === was?.edits) return;
      opened = null;
      const { pathname, search } = window.location;
      window.history.replaceState(null, '', `${pathname}${search}`);
    };
    follow();
    window.addEventListener('hashchange', follow);
    const unsubscribe = app.store.subscribe(letGo);
    return () => {
      window.removeEventListener('hashchange', follow);
      unsubscribe();
    };
  }, [app]);
}
