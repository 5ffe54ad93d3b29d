import { useState } from 'react';
import { CommandButton } from './CommandButton';
import { CopyButton } from './CopyButton';
import { useAppState } from './context';
import controls from './controls.module.css';
import { Icon } from './Icon';
import { inputRecipes } from './recipes';
import styles from './Welcome.module.css';

/** The centre while no struct is open: what this is, and how to get something into it. */
export function Welcome() {
  const hasTypes = useAppState((state) =>
    state.files.some((file) => file.phase.kind === 'ready' && file.phase.index),
  );
  const reading = useAppState((state) => state.files.some((file) => file.phase.kind === 'loading'));
  return (
    <div className={styles.welcome}>
      <section className={styles.intro} aria-labelledby="welcome-title">
        <h2 id="welcome-title">
          {hasTypes ? 'Pick a struct from the list' : 'See a struct as the cache lines it fills'}
        </h2>
        <p>
          Hitmap lays a C, C++ or Rust struct out as the rows of cache lines that the machine sees,
          with every hole and every byte of padding. Drag fields to a better order and watch size
          and holes change, by the rules of the compiler.
        </p>
      </section>
      <div className={styles.start}>
        <div className={styles.drop} data-busy={reading || undefined}>
          <Icon name="file" size={28} />
          <p className={styles.dropTitle}>
            {reading ? 'Reading…' : 'Drop a file here, or anywhere on the page'}
          </p>
          <p>ELF with debug information, a kernel module, raw BTF. Pasting a file works too.</p>
          <div className={styles.buttons}>
            <CommandButton command="file.open" className={controls.primary}>
              <Icon name="open" />
              Open files…
            </CommandButton>
            <CommandButton command="file.study">Try struct file of v6.14</CommandButton>
          </div>
          <p className={styles.privacy}>
            <Icon name="lock" size={14} />
            Files are read in this page and never leave it.
          </p>
        </div>
        <Recipes />
      </div>
    </div>
  );
}

function Recipes() {
  const [open, setOpen] = useState<string>('kernel');
  return (
    <section className={styles.recipes} aria-labelledby="recipes-title">
      <h3 id="recipes-title">How to get an input</h3>
      <ul>
        {inputRecipes.map((recipe) => (
          <li key={recipe.id} className={styles.recipe}>
            <details
              name="recipe"
              open={open === recipe.id}
              onToggle={(event) => event.currentTarget.open && setOpen(recipe.id)}
            >
              <summary>{recipe.title}</summary>
              {recipe.lines.map((line) => (
                <div key={line.command} className={styles.line}>
                  {/* A long command scrolls inside its own line. */}
                  {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
                  <code tabIndex={0} role="group" aria-label={line.command}>
                    {line.command}
                  </code>
                  <CopyButton text={line.command} label={`Copy: ${line.command}`} />
                </div>
              ))}
              <p>{recipe.why}</p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
