import { useEffect, useState } from 'react';
import { useApp } from './context';
import { Icon } from './Icon';
import controls from './controls.module.css';

/** Copies a text and shows that it did. */
export function CopyButton(props: {
  text: string;
  label: string;
  /** What stands on it, where several stand side by side. */
  shown?: string;
}) {
  const { text, label, shown = 'Copy' } = props;
  const app = useApp();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={controls.smallButton}
      aria-label={label}
      onClick={() => void app.host.copy(text).then(setCopied)}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      {copied ? 'Copied' : shown}
    </button>
  );
}
