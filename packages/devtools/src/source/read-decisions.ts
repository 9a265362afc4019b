import type { CompactionRecord } from '@agent-memory/core';
import { nextTask, throwIfAborted } from '@agent-memory/core/internal';
import { conversationAt } from './conversation-at.ts';
import {
  type DecisionStep,
  decisionSteps,
  type KnownCall,
  mayChangeMessages,
  newErrors,
  sessionDecisions,
} from './decision-steps.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { liveChanges } from './live-changes.ts';
import type { DecisionPage, DecisionQuery, LoggedDecision } from './logged-decision.ts';
import { messageChanges, type SentConversation } from './message-changes.ts';

/** A page ends behind so many decisions, or so many plans that had to be made. */
const PAGE_DECISIONS = 500;
const PAGE_PLANS = 6;
/** So many calls without a plan are gone through before others may have their turn. */
const CALLS_PER_STEP = 100;

type Told = Pick<InspectableMemory, 'getState' | 'history' | 'stateAt' | 'entries' | 'entry'>;
type Records = ReadonlyMap<string, CompactionRecord>;

/**
 * The decisions that changed from call to call, read from the newest call back, a page at a time [DEV-3].
 *
 * - Two plans tell of all that left, however many messages; calls in between cost next to nothing.
 * - Works in slices.
 *
 * @throws the signal's reason when it aborts.
 */
export async function readDecisions(
  memory: Told,
  { fromCall, beforeCall = Number.POSITIVE_INFINITY }: DecisionQuery,
  signal: AbortSignal,
): Promise<DecisionPage> {
  throwIfAborted(signal);
  const wanted = decisionSteps(memory.history()).filter(
    ({ call }) => call >= fromCall && call < beforeCall,
  );
  const pages: (readonly LoggedDecision[])[] = [];
  const records = new Map(memory.getState().compactions.map((record) => [record.id, record]));
  const sent = new SentConversations(memory, signal);
  let count = 0;
  for (const step of wanted.toReversed()) {
    const decisions = await decisionsOf(step, sent, records);
    pages.push(decisions);
    count += decisions.length;
    const isFull = count >= PAGE_DECISIONS || sent.plans >= PAGE_PLANS;
    if (isFull) return { decisions: pages.reverse().flat(), fromCall: step.call };
    if (pages.length % CALLS_PER_STEP === 0) await nextTask();
    throwIfAborted(signal);
  }
  return { decisions: pages.reverse().flat(), fromCall };
}

async function decisionsOf(
  step: DecisionStep,
  sent: SentConversations,
  records: Records,
): Promise<readonly LoggedDecision[]> {
  const { call, before, after, between } = step;
  const decisions: LoggedDecision[] = [...sessionDecisions(step, records)];
  if (!after) return decisions;
  const atMs = between.at(-1)?.atMs ?? after.record.atMs;
  if (mayChangeMessages(step)) {
    const now = await sent.of(after);
    const old = before && (await sent.of(before));
    // Nothing can be told where a message of either call was erased since.
    if (now && (old || !before)) decisions.push(...messageChanges(old, now, { call, atMs }));
  }
  const at = { call, atMs: after.record.atMs };
  decisions.push(...liveChanges(before?.live, after.live, at), ...newErrors(step));
  return decisions;
}

/** Contexts of calls, the last one kept: a step begins where the next older one ends. */
class SentConversations {
  readonly #memory: Told;
  readonly #signal: AbortSignal;
  #last: { readonly call: number; readonly sent: SentConversation | undefined } | undefined;
  /** The plans that had to be made. */
  plans = 0;

  constructor(memory: Told, signal: AbortSignal) {
    this.#memory = memory;
    this.#signal = signal;
  }

  /** `undefined` where it cannot be shown any more. */
  async of({ record }: KnownCall): Promise<SentConversation | undefined> {
    if (this.#last?.call === record.call) return this.#last.sent;
    await nextTask();
    throwIfAborted(this.#signal);
    this.plans += 1;
    const plan = await this.#memory.stateAt(record.call, { signal: this.#signal });
    const entries = conversationAt(this.#memory, record);
    const sent = plan && entries ? { plan, entries } : undefined;
    this.#last = { call: record.call, sent };
    return sent;
  }
}
