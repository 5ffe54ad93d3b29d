import { catalogOf } from '../state/listSelectors';
import { awaitedWords } from './awaitedWords';
import type { Offer } from './findPlace';
import { listed } from '../../core/base/prose';
import { useAnswer } from '../kit/useAnswer';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { reopen, reopenable } from './reopenFiles';
import styles from './Awaited.module.css';

/** The centre while what the address names is not there: what is missing, how to get it, and what is near. */
export function Awaited({ hash }: { hash: string }) {
  const app = useApp();
  const state = useAppState((all) => all);
  const { title, text, isReading, offers } = awaitedWords(state, hash);
  const kept = useAnswer(
    () => reopenable(app, hash),
    `${hash} ${state.files.map(({ name }) => name).join('\n')}`,
  );
  const names = (kept ?? []).map(({ name }) => name);
  return (
    <section className={styles.awaited} aria-labelledby="awaited-title">
      <h1 id="awaited-title">{title}</h1>
      <p role="status">
        <Sentence text={text} />
      </p>
      {!isReading && (
        <div className={styles.buttons}>
          {names.length > 0 && (
            <button
              type="button"
              className={controls.primary}
              onClick={() => void reopen(app, names, 'ask')}
            >
              <Icon name="open" />
              <span className={styles.name}>Open {listed(names, 2)} again</span>
            </button>
          )}
          <CommandButton
            command="file.open"
            className={names.length > 0 ? controls.button : controls.primary}
          >
            <Icon name="open" />
            Open files…
          </CommandButton>
          <button
            type="button"
            className={controls.button}
            onClick={() => app.update((all) => ({ ...all, centre: { kind: 'empty' } }))}
          >
            {state.files.length > 0 ? 'Leave it' : 'To the start page'}
          </button>
        </div>
      )}
      {offers.length > 0 && <Offers offers={offers} />}
    </section>
  );
}

function Offers({ offers }: { offers: readonly Offer[] }) {
  const app = useApp();
  return (
    <>
      <h2>Nearest matches</h2>
      <ul className={styles.offers}>
        {offers.map(({ row, keyword, name, fileName }) => (
          <li key={row}>
            <button
              type="button"
              className={controls.link}
              onClick={() => void app.openRow(catalogOf(app.store.getState().files), row)}
            >
              <code>
                {keyword} {name}
              </code>
            </button>{' '}
            of {fileName}
          </li>
        ))}
      </ul>
    </>
  );
}
