import type { InspectorPart } from './state';

/** One of the inspector’s tabs, and its parts from above in the order in which a person needs them. */
export interface InspectorTab {
  readonly id: 'why' | 'change' | 'expect' | 'send';
  readonly title: string;
  readonly parts: readonly [InspectorPart, ...InspectorPart[]];
}

export const INSPECTOR_TABS: readonly InspectorTab[] = [
  { id: 'why', title: 'Why', parts: ['findings', 'heat'] },
  { id: 'change', title: 'Change', parts: ['field', 'changes', 'suggest'] },
  { id: 'expect', title: 'Expect', parts: ['predict'] },
  { id: 'send', title: 'Send', parts: ['patch', 'share'] },
];

/** The tab that has a part. */
export function tabOfPart(part: InspectorPart): InspectorTab {
  const tab = INSPECTOR_TABS.find(({ parts }) => parts.includes(part));
  if (!tab) throw new Error(`${part} is in no tab of the inspector`);
  return tab;
}
