import { EXPORT_FORMS } from '../../app/share/exportCommands';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import inspector from '../inspector/Inspector.module.css';

const WORDS: Readonly<Record<string, string>> = {
  pahole: 'pahole',
  paholeBefore: 'pahole before',
  diff: 'Diff',
  markdown: 'Markdown',
  json: 'JSON',
};

/** The layout as text to paste elsewhere, and as a picture. */
export function ExportSection() {
  return (
    <section className={inspector.section} aria-label="Take away">
      <h2>Copy as</h2>
      <div className={inspector.actions}>
        {EXPORT_FORMS.map(({ id, title }) => (
          <CommandButton key={id} command={`share.${id}`} className={controls.smallButton} ownName>
            {WORDS[id] ?? title}
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
