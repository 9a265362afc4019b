import {
  type AgentMemory,
  createAgentMemory,
  fixedBudget,
  type Message,
  type TokenCounter,
} from '@agent-memory/core';
import { nextBatch } from '../player/next-batch.ts';
import {
  type ComparisonFrame,
  comparedContext,
  findValue,
  messageBlock,
  planBlock,
  wordsOf,
} from './compared-context.ts';
import { newestThatFit } from './newest-that-fit.ts';

/** The conversation that is compared, and the value that its last question needs. */
export interface ComparisonOptions {
  readonly messages: readonly Message[];
  readonly value: string;
  readonly limitTokens: number;
  /** The counter of both columns. */
  readonly counter: TokenCounter;
}

/** A conversation that goes on call by call, once as the newest messages and once through a memory. */
export type Comparison = ReturnType<typeof compareSession>;

/** How many calls a conversation has: one before each recorded reply. */
export function callsIn(messages: readonly Message[]): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

/** Begins a comparison with a memory of its own, which is gone with it. */
export function compareSession(options: ComparisonOptions) {
  const { messages, counter, limitTokens } = options;
  const memory = createAgentMemory({
    id: 'comparison',
    budget: fixedBudget(limitTokens),
    tokenCounter: counter,
  });
  const calls = callsIn(messages);
  let call = 0;
  let position = 0;
  return {
    /**
     * Goes on to the next call and gives what the model would be sent then, either way. It ends at the
     * last question: `undefined` once that was given. One call at a time.
     */
    async next() {
      if (call === calls) return undefined;
      const batch = nextBatch(messages, position) ?? [];
      await memory.append(batch);
      position += batch.length;
      call += 1;
      return frameAt(await memory.assemble(), { ...options, memory, call, position });
    },
    dispose: () => memory.dispose(),
  };
}

function frameAt(
  { plan }: Awaited<ReturnType<AgentMemory['assemble']>>,
  {
    memory,
    call,
    position,
    messages,
    ...options
  }: ComparisonOptions & {
    readonly memory: AgentMemory;
    readonly call: number;
    readonly position: number;
  },
): ComparisonFrame {
  const entries = memory.entries();
  const said = entries.map(({ id, message }) =>
    // The tokens of the original by memory's own counting: both columns count alike.
    messageBlock(message, id, memory.explain(id)?.tokens.raw ?? 0),
  );
  const sent = newestThatFit(
    messages.slice(0, position),
    said.map(({ tokens }) => tokens),
    options.limitTokens,
  );
  const question = messages.slice(0, position).findLast(({ role }) => role === 'user');
  const whole = plan.items.filter(({ kind }) => kind === 'entry').length;
  return {
    call,
    messages: position,
    question: question ? wordsOf(question) : '',
    isSaid: findValue(said, options.value) !== undefined,
    isEstimated: plan.tokenSource === 'estimated',
    newest: comparedContext(
      sent.flatMap((at) => said[at] ?? []),
      { ...options, notSent: position - sent.length },
    ),
    memory: comparedContext(plan.items.map(planBlock), { ...options, notSent: position - whole }),
    compactions: memory.getState().compactions.filter(({ trigger }) => trigger !== 'undo').length,
  };
}
