import { sessionCheckpoints } from '@agent-memory/agent';
import type { Entry } from '@agent-memory/core';
import { createAgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '../indexeddb-store.ts';

// An agent at work, as a thread of its own that a test can end at any moment.

/** The words of a test to the agent: it works until its requests are done, or one of its tools never ends. */
export interface AgentOrder {
  readonly databaseName: string;
  readonly requests: number;
  /** A call of a tool that never ends. */
  readonly hangsAt?: string;
}

/** The agent's news: a tool took effect, messages were acknowledged, the work is done. */
export type AgentNews =
  | { readonly kind: 'ran'; readonly callId: string }
  | { readonly kind: 'stored'; readonly ids: readonly string[] }
  | { readonly kind: 'done' };

if (!('document' in globalThis)) {
  addEventListener('message', ({ data }: MessageEvent<AgentOrder>) => {
    void work(data, (news) => postMessage(news)).then(() => postMessage({ kind: 'done' }));
  });
}

/** A memory with checkpoints in that database. */
export function anAgent(databaseName: string) {
  const checkpoints = sessionCheckpoints();
  const store = indexedDbStore({ databaseName });
  const features = [checkpoints.feature];
  const memory = createAgentMemory({ id: 'agent', contextWindow: 16_000, store, features });
  return { memory, store, handle: checkpoints.of(memory) };
}

/** Works from wherever the session stands, by what `resume` says. */
export async function work(
  { databaseName, requests, hangsAt }: AgentOrder,
  tell: (news: AgentNews) => void,
): Promise<readonly Entry[]> {
  const { memory, store, handle } = anAgent(databaseName);
  const stored = (entries: readonly Entry[]) =>
    tell({ kind: 'stored', ids: entries.map(({ id }) => id) });
  for (;;) {
    const { next, pending, inDoubt } = await handle.resume();
    const entries = memory.entries();
    const asked = entries.filter(({ message }) => message.role === 'user').length;
    const last = entries.at(-1)?.message;
    if (next === 'run_calls') {
      for (const call of [...pending, ...inDoubt]) {
        const { entry } = await handle.execute(call, () => {
          tell({ kind: 'ran', callId: call.callId });
          return call.callId === hangsAt ? new Promise(() => undefined) : 'done';
        });
        if (entry) stored([entry]);
      }
    } else if (next === 'ask_model') {
      await memory.assemble();
      const isAnswered = last?.role === 'tool';
      stored(await memory.append(isAnswered ? reply : callsAt(asked)));
    } else if (asked < requests) {
      stored(await memory.append({ role: 'user', content: `Request ${asked + 1}` }));
    } else {
      await memory.dispose();
      await store.close();
      return entries;
    }
  }
}

const reply = { role: 'assistant', content: 'That is done.' } as const;

function callsAt(request: number) {
  const call = (index: number) => ({
    id: `call-${request}-${index}`,
    type: 'function' as const,
    function: { name: 'work', arguments: '{}' },
  });
  return { role: 'assistant', content: null, tool_calls: [call(0), call(1)] } as const;
}
