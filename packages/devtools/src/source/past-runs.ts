import type { ContextAssembled, Entry } from '@agent-memory/core';
import { recalledIn, stepOf } from '@agent-memory/core/internal';
import type { RunOutline } from '@agent-memory/core/runs';
import { isOnPath } from './conversation-at.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import type { Refuse } from './past-refusal.ts';
import type { InspectableRuns, RunsSource } from './runs-source.ts';

interface PastConversation {
  readonly record: ContextAssembled;
  readonly conversation: readonly Entry[];
  readonly refuse: Refuse;
}

/**
 * The runs as they had come when a call was sent. Titles and lines are those of now. Where the
 * conversation has gone on somewhere else since, its runs are not known, and asking for them rejects.
 */
export function pastRuns(
  memory: Pick<InspectableMemory, 'entries'>,
  runs: InspectableRuns,
  { record, conversation, refuse }: PastConversation,
): RunsSource {
  async function list(): Promise<readonly RunOutline[]> {
    if (isOnPath(memory, record)) return runsWithin(runs.runs(), conversation);
    throw new Error(
      'The conversation has gone on somewhere else since, so its runs of then are not known. Nothing was lost: moving the head back shows them.',
    );
  }
  async function then(number: number): Promise<RunOutline | undefined> {
    return (await list()).find((run) => run.number === number);
  }
  return {
    subscribe: () => () => undefined,
    list,
    request: async (number) => ((await then(number)) ? runs.request(number) : ''),
    block: async (number) => ((await then(number))?.isClosed ? runs.block(number) : undefined),
    setTitle: () => refuse('set a title'),
    recalled: (seq) => {
      const entry = conversation[seq];
      if (entry?.message.role !== 'tool') return undefined;
      return recalledIn(entry.message, conversation.slice(entry.unitStart, seq));
    },
  };
}

/** The runs that had begun; the last of them was still going on. */
function runsWithin(
  runs: readonly RunOutline[],
  conversation: readonly Entry[],
): readonly RunOutline[] {
  const begun = runs.filter(({ fromSeq }) => fromSeq < conversation.length);
  const last = begun.at(-1);
  if (!last) return begun;
  const its = conversation.slice(last.fromSeq);
  const steps = its.filter(({ message }) => stepOf(message)).length;
  return [...begun.slice(0, -1), { ...last, toSeq: conversation.length, steps, isClosed: false }];
}
