import { useEffect, useState } from 'react';
import { useApp } from './context';
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
      app.openFiles(Array.from(event.dataTransfer?.files ?? []));
    };
    const paste = (event: ClipboardEvent) => {
      const files = Array.from(event.clipboardData?.files ?? []);
      if (files.length === 0) return;
      event.preventDefault();
      app.openFiles(files);
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
        <p>ELF with debug information, or raw BTF. It is read here and goes nowhere.</p>
      </div>
    </div>
  );
}
