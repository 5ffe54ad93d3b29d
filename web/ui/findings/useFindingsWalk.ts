import { useState } from 'react';
import { selectionInView } from '../../app/document/inView';
import type { MemberPath } from '../../layout/ids';
import { useAppState } from '../kit/context';

/** The selection, and whether it is what a finding selected: who walks through the findings keeps the list in place. */
export function useFindingsWalk(): {
  readonly selection: readonly MemberPath[];
  readonly walks: boolean;
  readonly onPick: (members: readonly MemberPath[]) => void;
} {
  // As one text, which stays the same value while the selection does.
  const joined = useAppState((state) => selectionInView(state).join('\n'));
  const [picked, setPicked] = useState('');
  const selection = joined === '' ? [] : (joined.split('\n') as MemberPath[]);
  const walks = picked !== '' && joined === picked;
  return { selection, walks, onPick: (members) => setPicked(members.join('\n')) };
}
