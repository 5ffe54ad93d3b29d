import { useEffect, useState } from 'react';
import type { AppFiles } from '../state/app';
import { isForField, takePasted } from './takePasted';
import { treeOfEntry } from '../source/tree';
import { keepFile } from './keptFiles';
import { useApp } from '../kit/context';
import { textFieldAt } from '../kit/textField';
import styles from './DropOverlay.module.css';

/** Takes files that are dropped anywhere on the window or pasted into it, and says so while they hover. */
export function DropOverlay() {
  const app = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Enter and leave come for every element that the pointer crosses; only the balance tells.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const overWindow = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      leaveField();
      take(app, event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      if (!clipboardData) return;
      if (clipboardData.files.length > 0) {
        event.preventDefault();
        leaveField();
        take(app, clipboardData);
        return;
      }
      const text = clipboardData.getData('text/plain');
      if (text.trim() === '' || isForField(text, textFieldAt(target))) return;
      event.preventDefault();
      leaveField();
      takePasted(app, text);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', overWindow);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', overWindow);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [app]);
  return (
    <div className={over ? styles.overlay : styles.none} aria-hidden="true">
      <div className={styles.frame}>
        <p className={styles.title}>Drop to open</p>
        <p>
          Debug information, BTF, a report of perf, C source or a folder of it. It is read here and
          goes nowhere.
        </p>
      </div>
    </div>
  );
}

/** What opens has the keys of the page: none of them is to be typed into the field that had the focus. */
function leaveField(): void {
  if (textFieldAt(document.activeElement) !== null) document.querySelector('main')?.focus();
}

/** Opens what was dropped or pasted. A folder comes as something like a file, too; only its entry tells. */
function take(app: AppFiles, data: DataTransfer | null): void {
  const items = Array.from(data?.items ?? []).filter((item) => item.kind === 'file');
  const folders = items.flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : [];
  });
  // Only now, in the event itself, does the browser hand out handles.
  for (const item of items) {
    if (!item.webkitGetAsEntry()?.isDirectory) void keepHandle(item);
  }
  for (const folder of folders) void app.sources.openFolder(treeOfEntry(folder));
  const names = folders.map((folder) => folder.name);
  const files = Array.from(data?.files ?? []).filter((file) => !names.includes(file.name));
  if (files.length > 0) app.openFiles(files);
}

/** So that a reload can open it again, where the browser knows files by handles. */
async function keepHandle(item: DataTransferItem): Promise<void> {
  const { getAsFileSystemHandle } = item as {
    readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  };
  const handle = await getAsFileSystemHandle?.call(item).catch(() => null);
  if (handle?.kind === 'file') await keepFile(handle as FileSystemFileHandle);
}
