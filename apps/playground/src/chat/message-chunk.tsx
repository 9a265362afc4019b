import type { AgentMemory, Entry } from '@agent-memory/core';
import { useAgentMemoryState } from '@agent-memory/react';
import { memo, use, useEffect, useMemo, useRef, useState } from 'react';
import { Then } from '../time/then.ts';
import { together, useAnswer } from '../time/use-answer.ts';
import type { SoughtMessage } from './chat-view.tsx';
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
  /** One of its messages that is to be brought into sight. */
  readonly sought?: SoughtMessage | undefined;
}

/** Some neighbouring messages; an empty box of the same height while they are far from sight. */
export const MessageChunk = memo(function MessageChunk({
  memory,
  observeNear,
  fromSeq,
  toSeq,
  isLast,
  runs,
  sought,
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

  const isShown = isNear || isLast || sought !== undefined;
  const then = useEntriesThen({ fromSeq, toSeq, isShown });
  // Counts that are put right later replace entries that are long shown.
  const now = useAgentMemoryState(
    memory,
    () => (isShown && !then ? memory.entries({ fromSeq, toSeq }) : NO_ENTRIES),
    isSameList,
  );
  const entries = then ?? now;
  useEffect(() => {
    const row = sought && box.current?.querySelector<HTMLElement>(`[data-seq="${sought.seq}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [sought]);
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

/** Messages as they were at the call that is looked at; `undefined` in the present. */
function useEntriesThen({
  fromSeq,
  toSeq,
  isShown,
}: {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly isShown: boolean;
}): readonly Entry[] | undefined {
  const source = use(Then);
  const answer = useMemo(() => {
    if (!source) return undefined;
    if (!isShown) return NO_ENTRIES;
    const seqs = Array.from({ length: toSeq - fromSeq }, (_, index) => fromSeq + index);
    return together(seqs.map((seq) => source.entry(seq)));
  }, [source, fromSeq, toSeq, isShown]);
  const entries = useAnswer(answer);
  return source && (entries ?? NO_ENTRIES).filter((entry) => entry !== undefined);
}

function isSameChunk(before: MessageChunkProps, after: MessageChunkProps): boolean {
  return (
    before.memory === after.memory &&
    before.observeNear === after.observeNear &&
    before.fromSeq === after.fromSeq &&
    before.toSeq === after.toSeq &&
    before.isLast === after.isLast &&
    before.sought === after.sought &&
    isSamePresence(before.runs, after.runs, after)
  );
}

function isSameList(left: readonly Entry[], right: readonly Entry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}
