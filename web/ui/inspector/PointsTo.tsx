import type { InView } from '../../app/document/inView';
import { pointedStructs } from '../../app/list/pointed';
import type { FieldItem } from '../../layout/layout';
import { useAnswer } from '../bind/useAnswer';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import styles from './Inspector.module.css';

/** Of a pointer: the structs that it leads to, each to be opened. Nothing of any other field. */
export function PointsTo({ inView, field }: { inView: InView; field: FieldItem }) {
  const app = useApp();
  const { origin } = inView.open;
  const { key, types } = inView.document.struct;
  const { typeIndex } = field.member;
  const isPointer = typeIndex !== null && types[typeIndex]?.shape.kind === 'pointer';
  const file = isPointer && origin.kind === 'file' ? origin.file : null;
  const found = useAnswer(
    () =>
      file === null || typeIndex === null
        ? Promise.resolve([])
        : pointedStructs(app, file, key, typeIndex),
    `${file} ${key} ${typeIndex}`,
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
              onClick={() => void app.openNamed(file, name, sizeBytes)}
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
