import { useEffect, useRef } from 'react';
import { addNotice } from '../app/fileReducers';
import { useApp } from './context';
import controls from './controls.module.css';

/** The browser's own dialog for files; several at once. */
export function FilePicker() {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => app.provide({ pickFiles: () => input.current?.click() }), [app]);
  return (
    <input
      ref={input}
      className={controls.visuallyHidden}
      type="file"
      multiple
      aria-label="Files to open"
      tabIndex={-1}
      onChange={(event) => {
        const files = Array.from(event.target.files ?? []);
        // The same file may be picked again, after it was removed.
        event.target.value = '';
        if (files.length > 0) app.openFiles(files);
        else {
          const text = 'The browser gave no file. Files under /sys have to be copied first.';
          app.update((state) =>
            addNotice(state, { kind: 'error', title: 'Nothing to open', text }),
          );
        }
      }}
    />
  );
}
