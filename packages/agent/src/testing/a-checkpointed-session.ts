import {
  type AgentMemoryOptions,
  createAgentMemory,
  type MemoryStore,
  toolCallsOf,
} from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { sessionCheckpoints } from '../checkpoints/session-checkpoints.ts';
import type { ToolCall } from '../tools/run-tool.ts';

/** A memory with checkpoints, and the steps of an agent. Made again on the same store it is the page opened again. */
export function aCheckpointedSession(
  given: {
    readonly store?: MemoryStore;
    readonly clock?: ReturnType<typeof aSimulatedClock>;
  } & Pick<AgentMemoryOptions, 'redact' | 'summarizer'> = {},
) {
  const checkpoints = sessionCheckpoints();
  const clock = given.clock ?? aSimulatedClock();
  const memory = createAgentMemory({
    id: 'travel',
    contextWindow: 16_000,
    features: [checkpoints.feature],
    ...given,
    clock,
  });
  const handle = checkpoints.of(memory);
  /** The model calls tools; gives the calls. */
  const calls = async (...names: readonly string[]): Promise<readonly ToolCall[]> => {
    const at = memory.entries().length;
    const [entry] = await memory.append({
      role: 'assistant',
      content: null,
      tool_calls: names.map((name, index) => ({
        id: `${name}-${at}-${index}`,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify({ at }) },
      })),
    });
    return entry ? toolCallsOf(entry.message) : [];
  };
  return {
    memory,
    handle,
    clock,
    say: (content: string) => memory.append({ role: 'user', content }),
    reply: (content: string) => memory.append({ role: 'assistant', content }),
    calls,
    /** A call of a tool, run to its end. */
    async use(name: string, text: string) {
      const [call] = await calls(name);
      if (!call) throw new Error('The model made a call.');
      return handle.execute(call, () => text);
    },
  };
}
