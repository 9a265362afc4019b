import type { AgentMemory, Entry } from '@agent-memory/core';
import { useAgentMemoryState } from '@agent-memory/react';
import { memo, useEffect, useRef, useState } from 'react';
import { MessageRow } from './message-row.tsx';
import { isSamePresence, type PresenceRun, presenceAt } from './presence.ts';
import type { ObserveNear } from './use-near-observer.ts';

export const CHUNK_SIZE = 20;

/** The height that a message is taken to have before it was ever shown. */
const GUESSED_ROW_PX = 84;
const NO_ENTRIES: readonly Entry[] = [];

interface MessageChunkProps {
  readonly memory: AgentMemory;
  readonly observeNear: ObserveNear;
  readonly fromSeq: number;
  /** Exclusive. */
  readonly toSeq: number;
  readonly isLast: boolean;
  /** The runs of the whole transcript; a change outside the chunk does not concern it. */
  readonly runs: readonly PresenceRun[];
}

/** Some neighbouring messages; an empty box of the same height while they are far from sight. */
export const MessageChunk = memo(function MessageChunk({
  memory,
  observeNear,
  fromSeq,
  toSeq,
  isLast,
  runs,
}: MessageChunkProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(isLast);
  const heightPx = useRef((toSeq - fromSeq) * GUESSED_ROW_PX);

  useEffect(() => {
    if (!box.current) return undefined;
    return observeNear(box.current, ({ isIntersecting, boundingClientRect: { width, height } }) => {
      // Out of sight altogether, as on a hidden pane, says nothing about the distance.
      if (width === 0) return;
      if (!isIntersecting) heightPx.current = height;
      setIsNear(isIntersecting);
    });
  }, [observeNear]);

  const isShown = isNear || isLast;
  // Counts that are put right later replace entries that are long shown.
  const entries = useAgentMemoryState(
    memory,
    () => (isShown ? memory.entries({ fromSeq, toSeq }) : NO_ENTRIES),
    isSameList,
  );
  return (
    <div ref={box} style={isShown ? undefined : { height: heightPx.current }}>
      {entries.map((entry) => (
        <MessageRow
          key={entry.id}
          memory={memory}
          entry={entry}
          presence={presenceAt(runs, entry.seq)}
        />
      ))}
    </div>
  );
}, isSameChunk);

function isSameChunk(before: MessageChunkProps, after: MessageChunkProps): boolean {
  return (
    before.memory === after.memory &&
    before.observeNear === after.observeNear &&
    before.fromSeq === after.fromSeq &&
    before.toSeq === after.toSeq &&
    before.isLast === after.isLast &&
    isSamePresence(before.runs, after.runs, after)
  );
}

function isSameList(left: readonly Entry[], right: readonly Entry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}
