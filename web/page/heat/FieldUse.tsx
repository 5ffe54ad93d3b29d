import type { InView } from '../state/inView';
import type { TagRole } from '../../core/edit/edit';
import type { MemberPath } from '../../core/layout/ids';
import { measuredField } from './measured';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import styles from './HeatTab.module.css';

/** What was measured of a field, and how much a tag weighs that replaces it. */
export function FieldUse({ inView, path }: { inView: InView; path: MemberPath }) {
  const app = useApp();
  const measured = measuredField(inView, path);
  const tag = inView.edited.applied.state.tags.find((each) => each.member === path);
  const setTag = (role: TagRole, weight: number | null) =>
    app.edit([{ kind: 'tag', member: path, role, weight }]);
  if (!measured && !tag) return null;
  return (
    <section className={styles.section} aria-label="Use">
      {measured && (
        <p className={styles.measured}>
          {measured.text}{' '}
          {measured.hasSamples && (
            <button
              type="button"
              className={controls.link}
              onClick={() => app.showInspector('heat')}
            >
              By whom
            </button>
          )}
        </p>
      )}
      {tag && (
        <label className={styles.fact}>
          Weight
          <input
            key={`${path} ${tag.role} ${tag.weight}`}
            type="number"
            min={1}
            step="any"
            className={controls.field}
            placeholder="usual for its role"
            defaultValue={tag.weight ?? ''}
            onBlur={(event) => {
              const value = event.target.valueAsNumber;
              const weight = Number.isFinite(value) && value > 0 ? value : null;
              if (weight !== tag.weight) setTag(tag.role, weight);
            }}
          />
        </label>
      )}
    </section>
  );
}
