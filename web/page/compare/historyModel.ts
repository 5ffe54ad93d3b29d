import { changedMembers, type StructHistory } from '../../core/compare/structHistory';
import { historySvg, historyText, subtitleOf } from '../../core/format/compare/historyText';
import { historyPicture } from '../../core/scene/historyPicture';
import type { Picture } from '../../core/scene/picture';

/** A struct over the loaded files: a column each, and where every member went. */
export interface HistoryModel {
  readonly subtitle: string;
  /** Whether only members that moved, came or went are shown. */
  readonly onlyChanged: boolean;
  readonly changed: number;
  readonly total: number;
  /** Null where no member is shown. */
  readonly picture: Picture | null;
  /** The same as a table. */
  readonly text: string;
  /** The same as a file, on light ground. */
  readonly svg: () => string;
}

/** @param only as it was chosen; null: members that changed, where there are some */
export function historyModel(
  history: StructHistory,
  struct: string,
  only: boolean | null,
): HistoryModel {
  const changed = changedMembers(history);
  const onlyChanged = only ?? changed.members.length > 0;
  const shown = onlyChanged ? changed : history;
  return {
    subtitle: subtitleOf(history),
    onlyChanged,
    changed: changed.members.length,
    total: history.members.length,
    picture: shown.members.length > 0 ? historyPicture(shown) : null,
    text: historyText(shown, struct),
    svg: () => historySvg(shown, struct, 'light'),
  };
}
