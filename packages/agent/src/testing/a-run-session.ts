import { createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import type { Block } from '../runs/block.ts';
import type { MemoryRuns } from '../runs/memory-runs.ts';
import { type SessionRunsOptions, sessionRuns } from '../runs/session-runs.ts';
import { runTool } from '../tools/run-tool.ts';

/** A memory with runs, and a model's calls of its tools. */
export function aRunSession(options: SessionRunsOptions = {}, store?: MemoryStore) {
  const runs = sessionRuns(options);
  const memory = createAgentMemory({
    id: 'travel',
    contextWindow: 16_000,
    clock: aSimulatedClock(),
    features: [runs.feature],
    tools: runs.definitions,
    ...(store && { store }),
  });
  const handle = runs.of(memory);
  const call = async (toolName: string, args: object) => {
    const asked = { callId: 'call-1', toolName, arguments: JSON.stringify(args) };
    const { text, isError = false } = await runTool(handle.tools, asked);
    return { text, isError };
  };
  return {
    memory,
    runs,
    handle,
    recall: (args: object) => call('recall', args),
    search: (args: object) => call('search_session', args),
    say: (content: string) => memory.append({ role: 'user', content }),
    reply: (content: string) => memory.append({ role: 'assistant', content }),
    /** A call of a tool and its result. */
    async use(name: string, args: object, content: string) {
      const id = `${name}-${memory.entries().length}`;
      const called = { name, arguments: JSON.stringify(args) };
      await memory.append([
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: id, content },
      ]);
    },
  };
}

/** All blocks, in their order. */
export function blocksOf(handle: MemoryRuns): readonly Block[] {
  return Array.from({ length: handle.blockCount() }, (_, at) => handle.block(at + 1)).filter(
    (block) => block !== undefined,
  );
}
