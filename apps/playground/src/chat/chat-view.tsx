import type { AgentMemory, MemoryState } from '@agent-memory/core';
import { type ReactNode, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { DownIcon } from '../design/icons.tsx';
import styles from './chat-view.module.css';
import { CHUNK_SIZE, MessageChunk } from './message-chunk.tsx';
import type { PresenceRun } from './presence.ts';
import { useNearObserver } from './use-near-observer.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

/**
 * The conversation as it was said, whatever became of it in the context. Messages stand in chunks,
 * and only the chunks near the visible part are in the page.
 */
export function ChatView({
  memory,
  state,
  runs,
  empty,
  tail,
}: {
  readonly memory: AgentMemory;
  readonly state: MemoryState;
  readonly runs: readonly PresenceRun[];
  readonly empty: ReactNode;
  readonly tail: ReactNode;
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
  const isEmpty = state.entries === 0 && !tail;
  const chunks = Math.ceil(state.entries / CHUNK_SIZE);
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it. */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Messages">
        <div ref={content} className={styles.content}>
          {isEmpty && (
            <div className={styles.empty}>{state.status === 'hydrating' ? null : empty}</div>
          )}
          {Array.from({ length: chunks }, (_, index) => (
            <MessageChunk
              // Chunks are never moved: the transcript only grows at its end.
              key={index}
              memory={memory}
              observeNear={observeNear}
              fromSeq={index * CHUNK_SIZE}
              toSeq={Math.min(state.entries, (index + 1) * CHUNK_SIZE)}
              isLast={index === chunks - 1}
              runs={runs}
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
