import { selectionInView } from '../state/inView';
import type { MemberPath } from '../../core/layout/ids';
import { useAppState } from './context';

/** What is selected in the struct in view, or the field that the keyboard is on. */
export function useSelection(): readonly MemberPath[] {
  // As one text, which stays the same value while the selection does.
  const joined = useAppState((state) => selectionInView(state).join('\n'));
  return joined === '' ? [] : (joined.split('\n') as MemberPath[]);
}
