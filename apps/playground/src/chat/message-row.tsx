import { type AgentMemory, type Entry, type Part, textOf } from '@agent-memory/core';
import { type MouseEvent, memo, type ReactNode, use } from 'react';
import { figure } from '../facts/figures.ts';
import { SharedSelection, useIsSelected } from '../time/shared-selection.ts';
import { LongText } from './long-text.tsx';
import styles from './message-row.module.css';
import type { Presence } from './presence.ts';
import { PresenceMark } from './presence-mark.tsx';
import { ThinkingFold } from './thinking-fold.tsx';
import { Thoughts } from './thoughts.ts';
import { ToolCallCard, ToolResultCard } from './tool-card.tsx';

const SPEAKERS = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** One message as it was said, with a mark that says whether it is in the context. */
export const MessageRow = memo(function MessageRow({
  memory,
  entry,
  presence,
}: {
  readonly memory: AgentMemory;
  readonly entry: Entry;
  readonly presence: Presence;
}) {
  const { message, seq, tokens } = entry;
  const thought = use(Thoughts).get(entry.id);
  const selection = use(SharedSelection);
  const isSelected = useIsSelected(seq);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keys it is the list of the panel, which has the same messages
    <article
      className={styles.row}
      tabIndex={-1}
      data-seq={seq}
      data-selected={isSelected || undefined}
      onClick={(event) => {
        if (isMeantForMessage(event)) selection?.select({ seq });
      }}
      aria-label={`${SPEAKERS[message.role]}, message ${seq}`}
      data-role={message.role}
      data-presence={presence}
    >
      <header className={styles.head}>
        <span className={styles.speaker}>{SPEAKERS[message.role]}</span>
        <span className={styles.facts}>
          #{seq} · {tokens.source === 'estimated' && '≈ '}
          {figure(tokens.value)} tokens
        </span>
        <PresenceMark memory={memory} entryId={entry.id} presence={presence} />
      </header>
      {thought !== undefined && <ThinkingFold text={thought} />}
      <MessageBody role={message.role} parts={message.parts} text={textOf(message)} />
    </article>
  );
});

/** Not for a control in it, nor to mark text. */
function isMeantForMessage({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest('button, a, summary') !== null;
  return !isOnControl && (getSelection()?.isCollapsed ?? true);
}

function MessageBody({
  role,
  parts,
  text,
}: {
  readonly role: Entry['message']['role'];
  readonly parts: readonly Part[];
  readonly text: string;
}) {
  if (role === 'system') {
    return (
      <details className={styles.system}>
        <summary>{firstLine(text)}</summary>
        <div className={styles.text}>{text}</div>
      </details>
    );
  }
  return (
    <div className={styles.body}>
      {parts.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </div>
  );
}

function PartView({ part }: { readonly part: Part }): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <LongText className={styles.text ?? ''} text={part.text} />;
    case 'tool-call':
      return <ToolCallCard call={part} />;
    case 'tool-result':
      return <ToolResultCard result={part} />;
    case 'thinking':
      return <ThinkingFold text={part.text} />;
    case 'image':
      return <p className={styles.placeholder}>[image]</p>;
    case 'document':
      return (
        <p className={styles.placeholder}>[document{part.filename && `: ${part.filename}`}]</p>
      );
    case 'unknown':
      return <p className={styles.placeholder}>[a part of an unknown kind, passed through]</p>;
    default:
      return part satisfies never;
  }
}

/** A message that is still being said: not appended yet, so nothing can be asked about it. */
export function GrowingMessage({
  text,
  thinking = '',
  doing = 'writing …',
}: {
  readonly text: string;
  /** The model's thoughts ahead of the words. */
  readonly thinking?: string;
  readonly doing?: string;
}) {
  return (
    <article
      className={styles.row}
      aria-label="Assistant, writing"
      data-role="assistant"
      data-presence="waiting"
    >
      <header className={styles.head}>
        <span className={styles.speaker}>Assistant</span>
        <span className={styles.facts}>{doing}</span>
      </header>
      {thinking !== '' && <ThinkingFold text={thinking} />}
      <div className={styles.body}>
        <p className={styles.text}>
          {text}
          <span className={styles.caret} aria-hidden="true" />
        </p>
      </div>
    </article>
  );
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}
