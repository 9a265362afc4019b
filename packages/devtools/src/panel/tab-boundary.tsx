import { errorText } from '@agent-memory/core/internal';
import { Component, type ReactNode } from 'react';
import { Press } from '../elements/elements.tsx';

interface TabBoundaryProps {
  readonly name: string;
  readonly children: ReactNode;
}

interface TabBoundaryState {
  readonly error: unknown;
}

/** Keeps a fault of one tab inside that tab: the others, and the app around the panel, continue. */
export class TabBoundary extends Component<TabBoundaryProps, TabBoundaryState> {
  override state: TabBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): TabBoundaryState {
    return { error };
  }

  readonly #tryAgain = (): void => this.setState({ error: undefined });

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="empty" role="alert">
        <h2>The {this.props.name} tab could not be drawn</h2>
        <p>Your app and its memory are not touched by this. {errorText(error)}</p>
        <Press onClick={this.#tryAgain}>Draw it again</Press>
      </div>
    );
  }
}
