import { useApp, useAppState } from '../kit/context';

/** Saves a line of the struct in view as a picture, in the colours that the page has. */
export function SaveLine({ line, className }: { line: number; className: string | undefined }) {
  const app = useApp();
  const theme = useAppState((state) => state.settings.theme);
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (['svg', 'png'] as const).map((kind) => (
    <button
      key={kind}
      type="button"
      className={className}
      aria-label={`Save line ${line} as ${kind.toUpperCase()}`}
      onClick={() => app.host.savePicture(kind, isDark ? 'dark' : 'light', line)}
    >
      {kind.toUpperCase()}
    </button>
  ));
}
