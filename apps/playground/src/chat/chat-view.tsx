import type { Entry } from '@agent-memory/core';
import { useEntries } from '@agent-memory/react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Presence } from '../facts/presence.ts';
import { useShownSession } from '../session/shown-session.ts';
import styles from './chat-view.module.css';
import { MessageRow } from './message-row.tsx';

/** A message to bring into sight; another object asks again. */
export interface SoughtMessage {
  readonly seq: number;
}

/**
 * The conversation as it was said, whatever became of it in the context. The browser lays out only
 * the messages near the visible part, and keeps the end in sight while a person is there.
 */
export function ChatView({
  presences,
  empty,
  tail,
  sought,
}: {
  /** One for each message that is shown. */
  readonly presences: readonly Presence[];
  /** In place of the messages while there are none. */
  readonly empty: ReactNode;
  readonly tail: ReactNode;
  readonly sought?: SoughtMessage | undefined;
}) {
  const messages = useRef<HTMLElement>(null);
  const entries = useShownEntries(presences.length);
  useEffect(() => {
    const row =
      sought && messages.current?.querySelector<HTMLElement>(`[data-seq="${sought.seq}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [sought]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it.
    <section ref={messages} className={styles.scroller} tabIndex={0} aria-label="Messages">
      <div className={styles.content}>
        {presences.length === 0 && !tail && <div className={styles.empty}>{empty}</div>}
        {entries.map((entry) => (
          <MessageRow key={entry.id} entry={entry} presence={presences[entry.seq] ?? 'waiting'} />
        ))}
        {tail}
      </div>
    </section>
  );
}

/** The first messages of a memory: now, or as they were at the call that is looked at. */
function useShownEntries(length: number): readonly Entry[] {
  const { memory, past } = useShownSession();
  const now = useEntries(memory);
  return useMemo(() => {
    if (!past) return now.slice(0, length);
    return Array.from({ length }, (_, seq) => past.entry(seq)).filter(isEntry);
  }, [past, now, length]);
}

/** A source of this page has its answer at once. */
function isEntry(answer: Entry | Promise<Entry | undefined> | undefined): answer is Entry {
  return answer !== undefined && !(answer instanceof Promise);
}
