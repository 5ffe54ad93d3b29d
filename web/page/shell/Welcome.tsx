import { CommandButton } from '../kit/CommandButton';
import { useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import { Icon } from '../kit/Icon';
import { inputRecipes } from '../kit/recipes';
import { Gallery } from '../studies/Gallery';
import styles from './Welcome.module.css';

/** The centre while no file lists types: what this is, and how to get something into it. */
export function Welcome() {
  return (
    <div className={styles.welcome}>
      <section className={styles.intro} aria-labelledby="welcome-title">
        <div>
          <h1 id="welcome-title">See a struct as the cache lines it fills</h1>
          <p>
            Hitmap shows a C, C++ or Rust struct as the cache lines that the machine sees, with the
            counts of <code>perf c2c</code> on its fields. Drag a field to a better place and watch
            size, holes and predicted HITM change.
          </p>
        </div>
        <WelcomePicture />
      </section>
      <DropZone />
      <Gallery />
      <Recipes />
    </div>
  );
}

function DropZone() {
  const reading = useAppState((state) =>
    state.files.some(({ phase }) => phase.kind !== 'ready' || phase.waitsFor === undefined),
  );
  return (
    <div className={styles.drop}>
      <Icon name="file" size={28} />
      <div className={styles.what}>
        <p className={styles.dropTitle}>
          {reading ? 'Reading…' : 'Drop a file here, or anywhere on the page'}
        </p>
        <p>
          A kernel, module or program with debug information, raw BTF, a report of perf c2c, C
          source, output of pahole, a posted patch or a link. Pasting works too.
        </p>
        <p className={styles.privacy}>
          <Icon name="lock" size={14} />
          Files are read in this page and never leave it.
        </p>
      </div>
      <div className={styles.buttons}>
        <CommandButton command="file.open" className={controls.primary}>
          <Icon name="open" />
          Open files…
        </CommandButton>
        <CommandButton command="file.study" ownName>
          Try struct file of v6.14
        </CommandButton>
      </div>
    </div>
  );
}

function Recipes() {
  return (
    <section className={styles.recipes} aria-labelledby="recipes-title">
      <h2 id="recipes-title">How to get an input</h2>
      <ul>
        {inputRecipes.map((recipe) => (
          <li key={recipe.command}>
            <h3>{recipe.title}</h3>
            <div className={styles.line}>
              <code>{recipe.command}</code>
              <CopyButton text={recipe.command} label={`Copy: ${recipe.command}`} />
              {recipe.script && (
                <CopyButton
                  text={recipe.script}
                  label="Copy the script hitmap-capture.sh"
                  shown="Copy the script"
                />
              )}
            </div>
            <p>{recipe.why}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Offsets and sizes in bytes: three lines of a struct with a hole, and the field that would fill it. */
const CELLS: readonly (readonly [line: number, offset: number, size: number, kind: string])[] = [
  [0, 0, 8, 'accent'],
  [0, 8, 4, 'cell'],
  [0, 12, 4, 'cell'],
  [0, 16, 16, 'cell'],
  [0, 32, 8, 'cell'],
  [0, 40, 16, 'cell'],
  [0, 56, 8, 'cell'],
  [1, 0, 16, 'cell'],
  [1, 16, 32, 'cell'],
  [1, 48, 8, 'cell'],
  [1, 56, 8, 'hole'],
  [2, 0, 4, 'cell'],
  [2, 4, 4, 'cell'],
  [2, 8, 40, 'cell'],
  [2, 48, 8, 'cell'],
  [2, 56, 8, 'tail'],
];

/** What the page is about, at a glance; it says nothing that the words beside it do not. */
function WelcomePicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 264 96" aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id="welcome-hatch"
          width="6"
          height="6"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <rect width="2" height="6" fill="var(--hatch)" />
        </pattern>
      </defs>
      {[0, 1, 2].map((line) => (
        <rect
          key={line}
          x="0.5"
          y={line * 33 + 0.5}
          width="263"
          height="29"
          rx="5"
          fill="var(--panel)"
          stroke="var(--line)"
        />
      ))}
      {CELLS.map(([line, offset, size, kind]) => (
        <rect
          key={`${line} ${offset}`}
          x={offset * 4.06 + 3}
          y={line * 33 + 3.5}
          width={size * 4.06 - 2}
          height="23"
          rx="3"
          fill={FILLS[kind]}
          stroke={kind === 'hole' ? 'var(--accent)' : 'none'}
          strokeDasharray="3 2"
        />
      ))}
      <path
        d="M20 28 C20 52, 150 26, 236 38"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeDasharray="4 3"
      />
    </svg>
  );
}

const FILLS: Readonly<Record<string, string>> = {
  accent: 'var(--accent)',
  cell: 'var(--cell-edge)',
  hole: 'var(--accent-soft)',
  tail: 'url(#welcome-hatch)',
};
