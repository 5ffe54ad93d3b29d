import { useState } from 'react';
import { LinePicture } from '../heat/LinePicture';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { useRoomy } from '../kit/useRoomy';
import { watchedLine } from '../state/lineInView';
import styles from './LineDock.module.css';

/** Under the grid, on its columns: the line of the selected field, else the worst, also where a carried field rests. */
export default function LineDock() {
  const app = useApp();
  const shown = useAppState(watchedLine);
  const closed = useAppState(({ settings }) => settings.closed);
  const isRoomy = useRoomy();
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Of bare accesses nothing is known to fight.
  if (!shown || shown.traffic.spots.length === 0) return null;
  const { line, traffic, verdict } = shown;
  const isOpen = chosen ?? (isRoomy && !closed.includes('line'));
  const title = isOpen
    ? 'Close the line'
    : 'Show who stores to the line, and who finds it modified';
  return (
    <section
      className={styles.dock}
      aria-label={`Line ${line}`}
      data-closed={isOpen ? undefined : ''}
    >
      <div className={styles.head}>
        <h2>Line {line}</h2>
        <p>
          <Sentence text={verdict} />
        </p>
        {isOpen && <SaveLine line={line} className={controls.smallButton} />}
        <button
          type="button"
          className={controls.iconButton}
          aria-expanded={isOpen}
          aria-label={title}
          title={title}
          onClick={() => {
            setChosen(!isOpen);
            const others = closed.filter((part) => part !== 'line');
            if (isRoomy) app.setSettings({ closed: isOpen ? [...others, 'line'] : others });
          }}
        >
          <Icon name={isOpen ? 'close' : 'up'} />
        </button>
      </div>
      {isOpen && <LinePicture traffic={traffic} isUnderGrid />}
    </section>
  );
}

/** Saves a line of the struct in view as a picture, in the colours that the page has. */
function SaveLine({ line, className }: { line: number; className: string | undefined }) {
  const app = useApp();
  const theme = useAppState((state) => state.settings.theme);
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (['svg', 'png'] as const).map((kind) => (
    <button
      key={kind}
      type="button"
      className={className}
      aria-label={`Save line ${line} as ${kind.toUpperCase()}`}
      onClick={() => app.host.savePicture(kind, isDark ? 'dark' : 'light', line)}
    >
      {kind.toUpperCase()}
    </button>
  ));
}
