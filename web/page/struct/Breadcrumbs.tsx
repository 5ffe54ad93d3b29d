import { wayInView } from '../list/ways';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import styles from './StructView.module.css';

/** The last structs on the way that are named; before them there is Back. */
const MOST_NAMED = 2;

/** The structs, and their members, by which one came to the struct in view. */
export function Breadcrumbs() {
  const app = useApp();
  // As text: the way is another list with each state.
  const way = JSON.parse(useAppState((state) => JSON.stringify(wayInView(state)))) as ReturnType<
    typeof wayInView
  >;
  const last = way.at(-1);
  if (last === undefined) return null;
  return (
    <nav className={styles.way} aria-label="The way here">
      <button
        type="button"
        className={controls.iconButton}
        aria-label={`Back to ${last.name}`}
        title={`Back to ${last.name}`}
        onClick={() => app.show(last.from)}
      >
        <Icon name="left" size={14} />
      </button>
      <ol>
        {way.slice(-MOST_NAMED).map(({ from, member, name }) => (
          <li key={from}>
            <button
              type="button"
              className={controls.link}
              aria-label={member === null ? `Open ${name}` : `${name}.${member}: open ${name}`}
              title={member === null ? name : `${name}, whose ${member} led here`}
              onClick={() => app.show(from)}
            >
              <code>{member === null ? name : `${name}.${member}`}</code>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
