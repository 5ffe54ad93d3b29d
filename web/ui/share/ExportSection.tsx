import { EXPORT_FORMS } from '../../output/share/exportForms';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import inspector from '../inspector/Inspector.module.css';

/** The layout as text to paste elsewhere, and as a picture. */
export function ExportSection() {
  return (
    <section className={inspector.section} aria-label="Export">
      <h2>Copy as</h2>
      <div className={inspector.actions}>
        {EXPORT_FORMS.map(({ form, short }) => (
          <CommandButton
            key={form}
            command={`share.${form}`}
            className={controls.smallButton}
            ownName
          >
            {short}
          </CommandButton>
        ))}
      </div>
      <h2>Save the picture</h2>
      <div className={inspector.actions}>
        {(['svg', 'png'] as const).flatMap((kind) =>
          (['light', 'dark'] as const).map((theme) => (
            <CommandButton
              key={`${kind} ${theme}`}
              command={`share.${kind}.${theme}`}
              className={controls.smallButton}
              ownName
            >
              {kind.toUpperCase()} {theme}
            </CommandButton>
          )),
        )}
      </div>
    </section>
  );
}
