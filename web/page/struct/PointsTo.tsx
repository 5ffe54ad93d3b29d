import type { InView } from './inView';
import { fileToAsk, leadsTo } from '../list/pointed';
import { openOnTheWay } from '../list/ways';
import type { FieldItem } from '../../core/layout/layout';
import { useAnswer } from '../bind/useAnswer';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import styles from './Inspector.module.css';

/** Buttons for the structs that a pointer leads to, or for a nested field's own struct. Nothing for any other field. */
export function PointsTo({ inView, field }: { inView: InView; field: FieldItem }) {
  const app = useApp();
  const file = fileToAsk(inView, field);
  const found = useAnswer(
    () => leadsTo(app, inView, field),
    `${file} ${inView.document.struct.key} ${field.member.typeIndex}`,
  );
  if (file === null || found === null || found.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Where it leads">
      <p>
        Leads to{' '}
        {found.map(({ keyword, name, sizeBytes }) => (
          <span key={`${keyword} ${sizeBytes}`}>
            <button
              type="button"
              className={controls.link}
              aria-label={`Open ${keyword} ${name}`}
              onClick={() => void openOnTheWay(app, { name, sizeBytes }, field.path)}
            >
              <code>
                {keyword} {name}
              </code>
            </button>
            {found.length > 1 && ` of ${sizeBytes} bytes `}
          </span>
        ))}
      </p>
    </section>
  );
}
