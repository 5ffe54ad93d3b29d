import type { InspectorPart } from './state';

/** One of the inspector's places, and its parts from above in the order in which a person needs them. */
export interface Place {
  readonly id: 'why' | 'change' | 'expect' | 'send';
  readonly title: string;
  readonly parts: readonly [InspectorPart, ...InspectorPart[]];
}

export const PLACES: readonly Place[] = [
  { id: 'why', title: 'Why', parts: ['findings', 'heat'] },
  { id: 'change', title: 'Change', parts: ['field', 'changes', 'suggest'] },
  { id: 'expect', title: 'Expect', parts: ['predict'] },
  { id: 'send', title: 'Send', parts: ['patch', 'share'] },
];

/** The place that has a part. */
export function placeOf(part: InspectorPart): Place {
  const place = PLACES.find(({ parts }) => parts.includes(part));
  if (!place) throw new Error(`${part} is in no place of the inspector`);
  return place;
}
