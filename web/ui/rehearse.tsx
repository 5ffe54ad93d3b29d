import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { App } from '../app/app';
import { createApp } from '../app/createApp';
import { closeDocument, openDocument, setPreviewInView } from '../app/document/documentReducers';
import { documentInView } from '../app/document/inView';
import {
  addFile,
  fileComplete,
  fileIndexed,
  fileOpened,
  removeFile,
} from '../app/files/fileReducers';
import type { AppState } from '../app/state';
import { loadStudy } from '../app/studies/openStudy';
import { dropPlaces } from '../edit/dropPlaces';
import type { FileFacts, StructIndex, Target } from '../facts/generated';
import type { FileId } from '../layout/ids';
import { Inspector } from './inspector/Inspector';
import { AppContext } from './kit/context';
import { StructPanel } from './list/StructPanel';
import { StructView } from './struct/StructView';
import styles from './App.module.css';

const FILE = 'rehearsal' as FileId;
const ROWS = 2000;
const FRAMES = 6;
/** After these, more of them gain nothing that can be measured. */
const ROUNDS = 5;

/**
 * Draws a list and a struct where nobody sees them: in a hidden part of the page, from an app of its own, a
 * short task at a time. Engines only interpret what runs for the first time, and make ready each font when
 * it is first laid out: a person's first list, first struct and first drag would take twice as long as the
 * second. `wanted` ends it between two tasks: a person who is at work already goes first.
 */
export async function rehearse(wanted: () => boolean): Promise<void> {
  const study = await loadStudy('mm_struct');
  if (!study.ok) return;
  const app = createApp({
    readers: { prewarm: () => Promise.resolve(), take: () => assertUnused() },
    storage: null,
    windowWidth: () => 0,
  });
  const stage = document.createElement('div');
  stage.className = styles.stage ?? '';
  // Nor does the keyboard come here, nor any search or screen reader.
  stage.inert = true;
  const root = createRoot(stage, { identifierPrefix: 'rehearsal' });
  const show = (parts: { list?: boolean; struct?: boolean; inspector?: boolean }) => {
    flushSync(() =>
      root.render(
        <AppContext value={app}>
          <div className={styles.app} data-left data-right>
            {parts.list && <StructPanel />}
            <div className={styles.centre}>{parts.struct && <StructView />}</div>
            {parts.inspector && <Inspector />}
          </div>
        </AppContext>,
      ),
    );
    // Browsers lay out what is to be seen, or what is asked for.
    void stage.offsetHeight;
  };
  const { target } = study.value.document.struct;
  const tasks = [
    () => {
      app.update((state) => addFile(state, { id: FILE, name: 'vmlinux', sizeBytes: 1 }));
      flushSync(() => app.update((state) => listed(state, target)));
      show({ list: true });
    },
    () => {
      app.update((state) => openDocument(state, study.value));
      show({ list: true, struct: true });
    },
    () => show({ list: true, struct: true, inspector: true }),
    () => drag(app),
    () => {
      app.update((state) => closeDocument(removeFile(state, FILE), study.value.id));
      show({});
    },
  ];
  document.body.append(stage);
  try {
    for (const task of Array.from({ length: ROUNDS }, () => tasks).flat()) {
      await new Promise((resolve) => setTimeout(resolve));
      if (!wanted()) break;
      task();
    }
  } finally {
    root.unmount();
    stage.remove();
  }
}

/** Carries a member over the places where it may go. */
function drag(app: App): void {
  const applied = documentInView(app.store.getState())?.edited.applied;
  const member =
    applied?.struct.root.members[0]?.inner?.members[1] ?? applied?.struct.root.members[1];
  const places = applied && member ? dropPlaces(applied, [member.path]) : [];
  for (const { edit } of places.slice(0, FRAMES)) {
    flushSync(() => app.update((state) => setPreviewInView(state, [edit])));
  }
}

function listed(state: AppState, target: Target): AppState {
  const facts: FileFacts = {
    kind: 'btf',
    target,
    buildId: null,
    kernelRelease: null,
    producer: null,
    stages: ['btf'],
    diagnostics: [],
  };
  return fileComplete(fileIndexed(fileOpened(state, FILE, facts), FILE, indexOfRows()), FILE);
}

function indexOfRows(): StructIndex {
  const column = (value: number) => Array.from({ length: ROWS }, () => value);
  return {
    stage: 'btf',
    // Not by name, so that there is something to sort.
    names: Array.from({ length: ROWS }, (_, row) => `rehearsed_${(row * 37) % ROWS}`).join('\n'),
    kinds: column(0),
    sizesBytes: column(64),
    variants: column(0),
    memberCounts: column(8),
    holeCounts: column(0),
    holeBytes: column(0),
    paddingBytes: column(0),
    diagnostics: [],
  };
}

function assertUnused(): never {
  throw new Error('bug: the rehearsal reads no file');
}
