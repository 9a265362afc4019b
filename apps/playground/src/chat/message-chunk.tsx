import type { AgentMemory } from '@agent-memory/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MessageRow } from './message-row.tsx';
import { type PresenceRun, presenceAt } from './presence.ts';

export const CHUNK_SIZE = 20;

/** What a message is taken to be high before it was ever shown. */
const GUESSED_ROW_PX = 84;
/** Chunks this far outside the visible part are already in the page. */
const MARGIN = '900px 0px';

/** Some neighbouring messages; an empty box of the same height while they are far from sight. */
export function MessageChunk({
  memory,
  root,
  fromSeq,
  toSeq,
  isLast,
  runs,
}: {
  readonly memory: AgentMemory;
  readonly root: RefObject<HTMLElement | null>;
  readonly fromSeq: number;
  /** Exclusive. */
  readonly toSeq: number;
  readonly isLast: boolean;
  readonly runs: readonly PresenceRun[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(isLast);
  const heightPx = useRef((toSeq - fromSeq) * GUESSED_ROW_PX);

  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new IntersectionObserver(
      (crossings) => {
        const crossing = crossings.at(-1);
        if (!crossing) return;
        // Out of sight altogether, as on a hidden pane, says nothing about the distance.
        if (crossing.boundingClientRect.width === 0) return;
        if (!crossing.isIntersecting) heightPx.current = crossing.boundingClientRect.height;
        setIsNear(crossing.isIntersecting);
      },
      { root: root.current, rootMargin: MARGIN },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [root]);

  const isShown = isNear || isLast;
  return (
    <div ref={box} style={isShown ? undefined : { height: heightPx.current }}>
      {isShown &&
        memory
          .entries({ fromSeq, toSeq })
          .map((entry) => (
            <MessageRow
              key={entry.id}
              memory={memory}
              entry={entry}
              presence={presenceAt(runs, entry.seq)}
            />
          ))}
    </div>
  );
}
