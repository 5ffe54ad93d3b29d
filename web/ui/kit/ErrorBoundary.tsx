import { Component, type ReactNode } from 'react';
import controls from './controls.module.css';
import styles from '../App.module.css';

/**
 * Keeps a bug in one part of the page from taking the rest with it. React has no hook for this, so it is
 * the one class here.
 */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly message: string | null }
> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <div className={styles.broken} role="alert">
        <p>
          <b>This part of the page broke.</b> It is a bug in Hitmap; nothing of what you loaded or
          changed is lost. <code>{this.state.message}</code>
        </p>
        <button
          type="button"
          className={controls.button}
          onClick={() => this.setState({ message: null })}
        >
          Show it again
        </button>
      </div>
    );
  }
}
