import { Suspense, useState } from 'react';
import { useAppState } from '../kit/context';
import { lazyPart } from '../kit/lazyPart';

const Dialogs = lazyPart(async () => (await import('./Dialogs')).Dialogs);

/** The dialogs, in a script of their own: a first visit shows a struct without them. Once used they stay, closed. */
export function LazyDialogs() {
  const isOpen = useAppState(({ dialog }) => dialog !== 'none');
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return <Suspense>{wasOpen && <Dialogs />}</Suspense>;
}
