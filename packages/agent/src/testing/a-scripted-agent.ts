import { type Entry, toolCallsOf } from '@agent-memory/core';
import type { aCheckpointedSession } from './a-checkpointed-session.ts';

type CheckpointedSession = ReturnType<typeof aCheckpointedSession>;

/** The work of a scripted agent: for each request of the user, how many calls each round of the model makes. */
export type AgentScript = readonly (readonly number[])[];

/** Its tools, which count how often each call took effect. */
export class CountingTools {
  readonly runs = new Map<string, number>();

  run(callId: string): string {
    const count = (this.runs.get(callId) ?? 0) + 1;
    this.runs.set(callId, count);
    return `Result of ${callId}: ${'done '.repeat(30)}`;
  }
}

/**
 * Goes on with the script from wherever the conversation stands, by what `resume` says alone: an agent that
 * was killed and one that was not do the same.
 */
export async function goOnWith(
  { memory, handle }: CheckpointedSession,
  script: AgentScript,
  tools: CountingTools,
): Promise<void> {
  for (;;) {
    const { next, pending, inDoubt } = await handle.resume();
    const { user, rounds } = positionIn(memory.entries());
    if (next === 'run_calls') {
      await Promise.all(
        [...pending, ...inDoubt].map((call) => handle.execute(call, () => tools.run(call.callId))),
      );
    } else if (next === 'ask_model') {
      await memory.assemble();
      const calls = script[user - 1]?.[rounds];
      await memory.append(calls === undefined ? reply(user) : callsOf(user, rounds, calls));
      await memory.patchScratchpad({ currentStep: `${user}.${rounds}` });
    } else if (user === script.length) {
      return;
    } else {
      await memory.append({ role: 'user', content: `Request ${user + 1}. ${'words '.repeat(40)}` });
    }
  }
}

/** Requests of the user so far, and rounds of calls since the last one. */
function positionIn(entries: readonly Entry[]) {
  const user = entries.filter(({ message }) => message.role === 'user').length;
  const start = entries.findLastIndex(({ message }) => message.role === 'user');
  const rounds = entries.slice(start + 1).filter(({ message }) => toolCallsOf(message).length > 0);
  return { user, rounds: rounds.length };
}

function reply(user: number) {
  return { role: 'assistant', content: `Answer ${user}. ${'facts '.repeat(40)}` } as const;
}

function callsOf(user: number, round: number, calls: number) {
  return {
    role: 'assistant',
    content: null,
    tool_calls: Array.from({ length: calls }, (_, index) => ({
      id: `call-${user}-${round}-${index}`,
      type: 'function' as const,
      function: { name: 'work', arguments: `{"order":"ORD-${user}${round}${index}"}` },
    })),
  } as const;
}
