import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { CopyButton } from './copy-button.tsx';
import { usePanel } from './panel-context.ts';

/** The frame of the details of a row. */
export interface PaneFrame {
  /** The element that scrolls; `Enter` in the list leads there. */
  readonly body: RefObject<HTMLElement | null>;
  /** Gives the focus back to the list. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** Details beside a list: a head with the title, and a body that scrolls. `Esc` leads back. */
export function Pane({
  title,
  facts,
  id,
  copy,
  seq,
  body,
  bodyLabel,
  onLeave,
  onClose,
  children,
}: PaneFrame & {
  readonly title: string;
  readonly facts: readonly string[];
  readonly id?: string;
  readonly copy?: (() => string) | undefined;
  /** The message of the conversation that the row stands for. */
  readonly seq?: number | undefined;
  readonly bodyLabel: string;
  readonly children: ReactNode;
}): ReactNode {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onLeave();
  }
  return (
    <section className="detail" aria-label={`Details: ${title}`} onKeyDown={onKeyDown}>
      <header className="detail-head">
        <div className="detail-title">
          <h2>{title}</h2>
          <p className="facts">{facts.join(' · ')}</p>
        </div>
        {seq !== undefined && <ShowInChat seq={seq} />}
        {copy && <CopyButton label="Copy text" makeText={copy} />}
        <button
          type="button"
          className="icon-button"
          aria-label="Close the details"
          onClick={onClose}
        >
          ×
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section ref={body} className="detail-body" tabIndex={0} aria-label={bodyLabel}>
        {children}
        {id !== undefined && (
          <p className="item-id">
            id <code>{id}</code>
          </p>
        )}
      </section>
    </section>
  );
}

/** Leads from a row to its message in the app's chat, where the app has one. */
function ShowInChat({ seq }: { readonly seq: number }): ReactNode {
  const { onShowMessage } = usePanel();
  return (
    onShowMessage && (
      <button type="button" className="button" onClick={() => onShowMessage(seq)}>
        Show in chat
      </button>
    )
  );
}
