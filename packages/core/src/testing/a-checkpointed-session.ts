import {
  type SessionCheckpointsOptions,
  sessionCheckpoints,
} from '../checkpoints/session-checkpoints.ts';
import { toolCallsOf } from '../message/message.ts';
import type { AgentMemoryOptions } from '../session/agent-memory.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import type { MemoryStore } from '../storage/memory-store.ts';
import type { ToolCall } from '../tools/run-tool.ts';
import { aSimulatedClock } from './simulated-clock.ts';

/** A memory with checkpoints, and the steps of an agent. Made again on the same store it is the page opened again. */
export function aCheckpointedSession(
  options: SessionCheckpointsOptions = {},
  given: {
    readonly store?: MemoryStore;
    readonly clock?: ReturnType<typeof aSimulatedClock>;
  } & Pick<AgentMemoryOptions, 'redact' | 'summarizer'> = {},
) {
  const checkpoints = sessionCheckpoints(options);
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
