import type { InspectorTab } from '../state/state';
import type { IconName } from '../kit/Icon';

/** The inspector's tabs in their order: why first, then what is selected, then what to do. */
export const TAB_TITLES: readonly {
  readonly id: InspectorTab;
  readonly title: string;
  readonly icon: IconName;
}[] = [
  { id: 'findings', title: 'Findings', icon: 'warning' },
  { id: 'field', title: 'Field', icon: 'info' },
  { id: 'heat', title: 'Heat', icon: 'flame' },
  { id: 'predict', title: 'Predict', icon: 'chart' },
  { id: 'suggest', title: 'Suggest', icon: 'bulb' },
  { id: 'changes', title: 'Changes', icon: 'change' },
  { id: 'patch', title: 'Patch', icon: 'file' },
  { id: 'share', title: 'Share', icon: 'link' },
];
