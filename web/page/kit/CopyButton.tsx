import { useEffect, useState } from 'react';
import { useApp } from './context';
import { Icon } from './Icon';
import controls from './controls.module.css';

/** Copies a text and shows that it did. */
export function CopyButton(props: {
  /** The text, or what gives it when it is asked for. */
  text: string | (() => Promise<string>);
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
  const copy = async () =>
    setCopied(await app.host.copy(typeof text === 'string' ? text : await text()));
  return (
    <button
      type="button"
      className={controls.smallButton}
      aria-label={label}
      onClick={() => void copy()}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      {copied ? 'Copied' : shown}
    </button>
  );
}
