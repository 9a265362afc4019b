import type { AgentMemory } from '@agent-memory/core';
import { type ReactNode, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { DownIcon } from '../design/icons.tsx';
import styles from './chat-view.module.css';
import { CHUNK_SIZE, MessageChunk } from './message-chunk.tsx';
import type { PresenceRun } from './presence.ts';
import { useNearObserver } from './use-near-observer.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

/** A message to bring into sight; another object asks again. */
export interface SoughtMessage {
  readonly seq: number;
}

/**
 * The conversation as it was said, whatever became of it in the context. Messages stand in chunks,
 * and only the chunks near the visible part are in the page.
 */
export function ChatView({
  memory,
  entries,
  isHydrating,
  runs,
  empty,
  tail,
  sought,
}: {
  readonly memory: AgentMemory;
  /** The messages that are shown. */
  readonly entries: number;
  readonly isHydrating: boolean;
  readonly runs: readonly PresenceRun[];
  readonly empty: ReactNode;
  readonly tail: ReactNode;
  readonly sought?: SoughtMessage | undefined;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, toEnd } = useStickToEnd(scroller, content);
  const observeNear = useNearObserver(scroller);
  const goToEnd = (): void => {
    toEnd();
    // The button goes away; whoever pressed it goes on reading.
    scroller.current?.focus({ preventScroll: true });
  };
  const isEmpty = entries === 0 && !tail;
  const chunks = Math.ceil(entries / CHUNK_SIZE);
  const soughtChunk = sought && Math.floor(sought.seq / CHUNK_SIZE);
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it. */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Messages">
        <div ref={content} className={styles.content}>
          {isEmpty && <div className={styles.empty}>{isHydrating ? null : empty}</div>}
          {Array.from({ length: chunks }, (_, index) => (
            <MessageChunk
              // Chunks are never moved: the transcript only grows at its end.
              key={index}
              memory={memory}
              observeNear={observeNear}
              fromSeq={index * CHUNK_SIZE}
              toSeq={Math.min(entries, (index + 1) * CHUNK_SIZE)}
              isLast={index === chunks - 1}
              runs={runs}
              sought={soughtChunk === index ? sought : undefined}
            />
          ))}
          {tail}
        </div>
      </section>
      {!isAtEnd && (
        <Button className={styles.toEnd} onClick={goToEnd}>
          <DownIcon /> Newest
        </Button>
      )}
    </div>
  );
}
