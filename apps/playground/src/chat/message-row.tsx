import { type Entry, type Part, textOf } from '@agent-memory/core';
import { Fragment, memo, type ReactNode, use } from 'react';
import { figure } from '../facts/figures.ts';
import type { Presence } from '../facts/presence.ts';
import { ShowPane, useIsSelected, useShownSession } from '../session/shown-session.ts';
import { Fold, ToolCallFold, ToolResultFold } from './fold.tsx';
import styles from './message-row.module.css';

const SPEAKERS = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

const MARKS: Readonly<Record<Presence, string>> = {
  whole: '',
  shortened: 'Sent shorter',
  left: 'Left the context',
  waiting: 'Not sent yet',
};

/** One message as it was said, and whether it is in the context; its head opens the reason in the panel. */
export const MessageRow = memo(function MessageRow({
  entry: { message, seq, tokens },
  presence,
}: {
  readonly entry: Entry;
  readonly presence: Presence;
}) {
  const { selection } = useShownSession();
  const showPane = use(ShowPane);
  const look = (): void => {
    selection.select({ seq });
    showPane('memory');
  };
  const { role, parts } = message;
  return (
    <article
      className={styles.row}
      tabIndex={-1}
      data-seq={seq}
      data-selected={useIsSelected(seq) || undefined}
      aria-label={`${SPEAKERS[role]}, message ${seq}`}
      data-role={role}
      data-presence={presence}
    >
      <button type="button" className={styles.head} title="Show in the panel" onClick={look}>
        <b>{SPEAKERS[role]}</b> #{seq} · {tokens.source === 'estimated' && '≈ '}
        {figure(tokens.value)} tokens <span className={styles.mark}>{MARKS[presence]}</span>
      </button>
      <div className={styles.body}>
        {role === 'system' ? (
          <Fold name="Instructions" text={textOf(message)} />
        ) : (
          parts.map((part, index) => <PartView key={index} part={part} />)
        )}
      </div>
    </article>
  );
});

function PartView({ part }: { readonly part: Part }): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text !== '' && <MarkedText text={part.text} />;
    case 'tool-call':
      return <ToolCallFold call={part} />;
    case 'tool-result':
      return <ToolResultFold result={part} />;
    case 'thinking':
      return <Fold name="Thinking" text={part.text} />;
    case 'image':
    case 'document':
    case 'unknown':
      return <p className={styles.placeholder}>[{part.type}]</p>;
    default:
      return part satisfies never;
  }
}

/** Bold and code, as assistants write them. Never HTML: what is between the marks is text again. */
const MARKED = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/;

function MarkedText({ text }: { readonly text: string }) {
  const pieces = text.split(MARKED).map((piece, index) => {
    // Every other piece is a marked one.
    if (index % 2 === 0) return <Fragment key={index}>{piece}</Fragment>;
    if (piece.startsWith('`')) return <code key={index}>{piece.slice(1, -1)}</code>;
    return <b key={index}>{piece.slice(2, -2)}</b>;
  });
  return <p className={styles.text}>{pieces}</p>;
}

/** A message that is still being said: not appended yet, so nothing can be asked about it. */
export function GrowingMessage({
  text,
  thinking,
  doing,
}: {
  readonly text: string;
  /** The model's thoughts ahead of the words. */
  readonly thinking: string;
  readonly doing: string;
}) {
  return (
    <article
      className={styles.row}
      aria-label="Assistant, writing"
      data-role="assistant"
      data-presence="waiting"
    >
      <p className={styles.head}>
        <b>Assistant</b> {doing}
      </p>
      <div className={styles.body}>
        {thinking !== '' && <Fold name="Thinking" text={thinking} />}
        <p className={styles.text}>
          {text}
          <span className={styles.caret} aria-hidden="true">
            ▌
          </span>
        </p>
      </div>
    </article>
  );
}
