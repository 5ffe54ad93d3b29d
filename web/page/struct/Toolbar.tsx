import { commandById } from '../commands/commands';
import { useApp, useAppState } from '../kit/context';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { Icon } from '../kit/Icon';
import { useSettledView } from '../kit/useInView';
import styles from './StructView.module.css';

const LINE_SIZES = [32, 64, 128, 256];

/** How the struct is looked at: line size, pairs, base offset, before or after; undo and redo. */
export function Toolbar() {
  const app = useApp();
  const inView = useSettledView();
  const comparing = useAppState((state) => state.comparing);
  if (!inView) return null;
  const { lineBytes, pair, baseBytes } = inView.edited.applied.state;
  const showsOriginal = inView.document.view.show === 'original';
  const changes = inView.changeCount;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="View and changes">
      <span className={styles.group} role="group" aria-label="Line size">
        <select
          className={controls.field}
          aria-label="Line size in bytes"
          title="Line size in bytes"
          value={lineBytes}
          onChange={(event) => commandById(`view.line${event.target.value}`).run(app)}
        >
          {LINE_SIZES.map((bytes) => (
            <option key={bytes} value={bytes}>
              {bytes} B
            </option>
          ))}
        </select>
        <span className={controls.segments}>
          <CommandButton command="view.pair" className={controls.segment} pressed={pair}>
            × 2
          </CommandButton>
        </span>
      </span>
      <span className={styles.group} role="group" aria-label="Where in its line the struct starts">
        <span className={controls.segments}>
          <CommandButton command="view.baseLess" className={controls.segment}>
            −
          </CommandButton>
          <output
            className={controls.segmentText}
            aria-label="Base offset in bytes"
            title="Base offset: where in its line the struct begins, in bytes"
          >
            base {baseBytes}
          </output>
          <CommandButton command="view.baseMore" className={controls.segment}>
            +
          </CommandButton>
        </span>
      </span>
      <span className={styles.group} role="group" aria-label="Layout in view">
        <span className={controls.segments}>
          {(['original', 'edited'] as const).map((show) => {
            const isShown = (show === 'original') === showsOriginal;
            const pressed = isShown && !comparing;
            return (
              <button
                key={show}
                type="button"
                className={controls.segment}
                aria-pressed={pressed}
                onClick={() => {
                  if (comparing) commandById('view.compare').run(app);
                  if (!isShown) commandById('view.original').run(app);
                }}
              >
                {show}
              </button>
            );
          })}
          <CommandButton
            command="view.compare"
            className={controls.segment}
            pressed={comparing}
            ownName
          >
            compare
          </CommandButton>
        </span>
      </span>
      <span className={styles.history} role="group" aria-label="Changes">
        {changes > 0 && (
          <button
            type="button"
            className={`${controls.link} ${styles.changes}`}
            onClick={() => app.showInspector('changes')}
          >
            {plural(changes, 'change')}
          </button>
        )}
        {/* What came with a link or a study has no step to undo, but a way back to the original. */}
        {changes > 0 && !inView.canUndo && (
          <CommandButton command="edit.reset" className={controls.link} ownName>
            Reset
          </CommandButton>
        )}
        <CommandButton command="edit.undo" className={controls.iconButton}>
          <Icon name="undo" />
        </CommandButton>
        <CommandButton command="edit.redo" className={controls.iconButton}>
          <Icon name="redo" />
        </CommandButton>
      </span>
    </div>
  );
}
