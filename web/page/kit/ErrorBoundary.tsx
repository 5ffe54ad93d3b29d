import { Component, type ReactNode } from 'react';
import controls from './controls.module.css';
import styles from './ErrorBoundary.module.css';

interface Props {
  readonly children: ReactNode;
  /** What the part shows: when that is another, a bug of the last one is no longer of interest. */
  readonly of?: string;
}

interface State {
  readonly message: string | null;
  readonly of: string | undefined;
}

/**
 * Keeps a bug in one part of the page from taking the rest with it. React has no hook for this, so it is
 * the one class here.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { message: null, of: this.props.of };

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { message: null, of };
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
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
