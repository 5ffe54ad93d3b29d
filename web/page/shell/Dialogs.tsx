import { HistoryDialog } from '../compare/HistoryDialog';
import { DoubtsDialog } from '../predict/DoubtsDialog';
import { TooMuchDialog } from '../files/TooMuchDialog';
import { Palette } from './Palette';
import { Button, Heading } from 'react-aria-components';
import { SOURCE } from '../share/site';
import { VERSION } from '../../core/base/version';
import type { Command } from '../state/command';
import { COMMANDS } from '../commands/commands';
import { KeyCaps } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { Icon } from '../kit/Icon';
import { MarksLegend } from '../kit/MarksLegend';
import { ModalFrame } from '../kit/ModalFrame';
import { Sentence } from '../kit/Sentence';
import GLOSSARY from '../../../docs/glossary.md?raw';
import { glossaryParts } from './glossaryWords';
import styles from './Help.module.css';

/** Every dialog of the page; the state says which is open. */
export function Dialogs() {
  return (
    <>
      <Palette />
      <Help />
      <Glossary />
      <DoubtsDialog />
      <HistoryDialog />
      <TooMuchDialog />
    </>
  );
}

/** What the grid itself does with keys and the pointer; the rest are commands. */
const IN_THE_GRID: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], 'Walk the fields'],
  [['Home', 'End'], 'First and last field'],
  [['Alt+ArrowLeft', 'Alt+ArrowRight'], 'Move the selected fields by one place'],
  [[' '], 'Select or deselect a field'],
  [['Shift+ArrowLeft', 'Shift+ArrowRight'], 'Extend the selection'],
  [['Enter'], 'Open or close a nested field'],
  [['Shift+F10'], 'Menu of the field'],
  [['Escape'], 'Let go of a held field; clear the selection'],
];

const GROUPS: readonly Command['group'][] = [
  'File',
  'Find',
  'Edit',
  'Field',
  'View',
  'Share',
  'Help',
];

/** The keys of everything, from the same list as the palette, and what each mark means. */
function Help() {
  const app = useApp();
  const open = useAppState((state) => state.dialog === 'help');
  const singleKeys = useAppState((state) => state.settings.singleKeys);
  const close = () => app.showDialog('none');
  const foot = (
    <footer className={styles.foot}>
      <label>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => app.setSettings({ singleKeys: event.target.checked })}
        />
        Keys without Ctrl or Alt work outside text fields
      </label>
      <p className={styles.about}>
        <span>Hitmap {VERSION}</span>
        <button type="button" className={controls.link} onClick={() => app.showDialog('glossary')}>
          Glossary
        </button>
        <Docs />
      </p>
    </footer>
  );
  return (
    <Frame title="Keys and marks" isOpen={open} close={close} foot={foot}>
      <Section title="In the layout">
        <p className={styles.hint}>
          Drag a field to move it; holes that it fits into without moving anything else light up.
          Shift and click select several. Right click opens a field’s menu.
        </p>
        <dl>
          {IN_THE_GRID.map(([keys, what]) => (
            <Row key={what} what={what} keys={keys} />
          ))}
        </dl>
      </Section>
      <Section title="Marks in the layout">
        <MarksLegend of="layout" />
      </Section>
      <Section title="Marks of heat">
        <MarksLegend of="heat" />
      </Section>
      {GROUPS.map((group) => {
        const withKeys = COMMANDS.filter(
          (command) => command.group === group && command.keys.length > 0,
        );
        return withKeys.length === 0 ? null : (
          <Section key={group} title={group}>
            <dl>
              {withKeys.map((command) => (
                <Row key={command.id} what={command.title} keys={command.keys} />
              ))}
            </dl>
          </Section>
        );
      })}
    </Frame>
  );
}

const PARTS = glossaryParts(GLOSSARY);

/** What the words of the page mean. */
function Glossary() {
  const app = useApp();
  const open = useAppState((state) => state.dialog === 'glossary');
  return (
    <Frame title="Glossary" isOpen={open} close={() => app.showDialog('none')}>
      {PARTS.map(({ title, words }) => (
        <Section key={title} title={title}>
          <dl className={styles.words}>
            {words.map(({ word, text }) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>
                  <Sentence text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
    </Frame>
  );
}

/** A dialog to read in, with its title over columns. */
function Frame(props: {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: React.ReactNode;
  foot?: React.ReactNode;
}) {
  const { title, isOpen, close, children, foot } = props;
  return (
    <ModalFrame isOpen={isOpen} close={close} frame={styles.wide} className={styles.help}>
      <header className={styles.head}>
        <Heading slot="title" className={styles.title ?? ''}>
          {title}
        </Heading>
        <Button className={controls.iconButton ?? ''} aria-label="Close" onPress={close}>
          <Icon name="close" />
        </Button>
      </header>
      {/* Long enough to scroll, with nothing in it to focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.columns} tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
      {foot}
    </ModalFrame>
  );
}

const DOCS = [
  ['Guide', 'blob/main/docs/guide.md'],
  ['Report a fault', 'issues'],
] as const;

/** Where to read on, and where to say what is wrong; a build that names no repository says where its docs lie. */
function Docs() {
  if (SOURCE === '') return <span>Guide: docs/ of its source</span>;
  return (
    <>
      {DOCS.map(([title, path]) => (
        <a key={path} href={`${SOURCE}/${path}`} target="_blank" rel="noreferrer">
          {title}
        </a>
      ))}
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Row({ what, keys }: { what: string; keys: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{what}</dt>
      <dd>
        {keys.map((key) => (
          <KeyCaps key={key} name={key} />
        ))}
        <span className={controls.visuallyHidden}>{keys.join(' or ')}</span>
      </dd>
    </div>
  );
}
