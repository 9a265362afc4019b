import { AgentMemoryError, type ContextPlan, type ReportedUsage } from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import type { ChatMemory } from './chat-memory.ts';
import { queueOf } from './memory-queue.ts';
import { reportUnhandled } from './report-unhandled.ts';
import { placeList, type VisibleList } from './visible-list.ts';

/** An answer that has ended: finished, stopped or broken off. */
export interface EndedAnswer<Format extends FormatChoice> {
  /** Gives the visible list with the answer in it; `undefined` where nothing was answered. */
  readonly listWithAnswer: () => VisibleList<Format> | undefined;
  /** The plan of the context that was sent for it; `undefined` where it was not sent from here. */
  readonly plan: ContextPlan | undefined;
  /** Gives the usage of the call that read that context; `undefined` where it was not reported. */
  readonly usage: () => ReportedUsage | undefined;
}

/**
 * Keeps an answer in the memory and reports its usage. Never rejects: an error shows as an unhandled
 * rejection, but for that of an app that deletes a session while its answer streams. Gives the error of a
 * store that failed; the answer is in the conversation then.
 */
export async function keepAnswer<Format extends FormatChoice>(
  memory: ChatMemory,
  { listWithAnswer, plan, usage }: EndedAnswer<Format>,
): Promise<AgentMemoryError | undefined> {
  let trouble: AgentMemoryError | undefined;
  const keeping = queueOf(memory).run(async () => {
    const list = listWithAnswer();
    if (list) trouble = await placeList(memory, list, { isEarlier: true });
    // The memory takes a report for its newest context, which may be another one by now.
    if (!plan || memory.getState().plan !== plan) return;
    const reported = usage();
    if (reported) await memory.reportUsage(reported);
  });
  await keeping.catch((error: unknown) => {
    const isClosed = AgentMemoryError.isInstance(error) && error.code === 'SESSION_CLOSED';
    if (!isClosed) reportUnhandled(error);
  });
  return trouble;
}
