import { PICTURE_CHOICES, TEXT_CHOICES, type ExportChoice } from './exportChoices';
import { CommandButton } from '../kit/CommandButton';
import controls from '../kit/controls.module.css';
import inspector from '../struct/Inspector.module.css';

/** The layout as text to paste elsewhere, and as a picture. */
export function ExportSection() {
  return (
    <section className={inspector.section} aria-label="Export">
      <h2>Copy as</h2>
      <Choices choices={TEXT_CHOICES} />
      <h2>Save the picture</h2>
      <Choices choices={PICTURE_CHOICES} />
    </section>
  );
}

function Choices({ choices }: { choices: readonly ExportChoice[] }) {
  return (
    <div className={inspector.actions}>
      {choices.map(({ command, label }) => (
        <CommandButton key={command} command={command} className={controls.smallButton} ownName>
          {label}
        </CommandButton>
      ))}
    </div>
  );
}
