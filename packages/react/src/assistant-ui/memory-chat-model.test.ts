import { type AgentMemory, createAgentMemory, type OpenAiMessage } from '@agent-memory/core';
import type { ChatModelRunOptions, ThreadMessage } from '@assistant-ui/react';
import { expect, onTestFinished, test } from 'vitest';
import { memoryChatModel } from './memory-chat-model.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

function asking(id: string, text: string): ThreadMessage {
  return {
    id,
    role: 'user',
    createdAt: CREATED_AT,
    content: [{ type: 'text', text }],
    attachments: [],
    metadata: { custom: {} },
  };
}

function answering(id: string): ThreadMessage {
  return {
    id,
    role: 'assistant',
    createdAt: CREATED_AT,
    content: [],
    status: { type: 'running' },
    metadata: {
      unstable_state: null,
      unstable_annotations: [],
      unstable_data: [],
      steps: [],
      custom: {},
    },
  };
}

/** The options of a run in a thread that begins with the same message. */
function asked(id: string, text: string, abortSignal = new AbortController().signal) {
  const options: Pick<
    ChatModelRunOptions,
    'messages' | 'abortSignal' | 'context' | 'unstable_getMessage'
  > = {
    messages: [asking('opening', 'Toss a coin.'), asking(`${id}-question`, text)],
    abortSignal,
    context: {},
    unstable_getMessage: () => answering(`${id}-answer`),
  };
  return options as ChatModelRunOptions;
}

function aMemory(): AgentMemory {
  const memory = createAgentMemory({ id: 'chat-model', contextWindow: 32_000 });
  onTestFinished(() => memory.dispose());
  return memory;
}

async function ended(run: unknown): Promise<void> {
  for await (const _ of run as AsyncIterable<unknown>);
}

/** The memory, and the order in which it is asked for things. */
function watched(memory: AgentMemory) {
  const calls: string[] = [];
  const watching: AgentMemory = {
    ...memory,
    reconcile: (...given: Parameters<AgentMemory['reconcile']>) => {
      if (!given[1]?.isDraft) calls.push('reconcile');
      return memory.reconcile(...given);
    },
    assemble: ((...given: Parameters<AgentMemory['assemble']>) => {
      calls.push('assemble');
      return memory.assemble(...given);
    }) as AgentMemory['assemble'],
  };
  return { watching, calls };
}

/** A model that notes what it reads, and answers. */
function noting() {
  const read: OpenAiMessage[][] = [];
  return {
    read,
    run: async ({ messages }: { readonly messages: readonly OpenAiMessage[] }) => {
      read.push([...messages]);
      return { content: [{ type: 'text', text: 'Yes.' } as const] };
    },
  };
}

test('[RCT-5] two runs at once each read the context of their own question', async () => {
  const { watching, calls } = watched(aMemory());
  const { read, run } = noting();
  // Two models of one memory, as two threads of a page have them.
  const [one, two] = [memoryChatModel(watching, run), memoryChatModel(watching, run)];
  await Promise.all([
    ended(one.run(asked('one', 'Heads?'))),
    ended(two.run(asked('two', 'Tails?'))),
  ]);
  expect(read.map((messages) => messages.map(({ content }) => content))).toEqual([
    ['Toss a coin.', 'Heads?'],
    ['Toss a coin.', 'Tails?'],
  ]);
  // Nothing comes between placing a list and assembling the context for it.
  expect(calls.slice(0, 4)).toEqual(['reconcile', 'assemble', 'reconcile', 'assemble']);
});

test('[RCT-5] a run that is stopped while it waits for its turn stores nothing', async () => {
  const memory = aMemory();
  const { read, run } = noting();
  const model = memoryChatModel(memory, run);
  const stopping = new AbortController();
  const first = ended(model.run(asked('one', 'Heads?')));
  const second = ended(model.run(asked('two', 'Tails?', stopping.signal)));
  stopping.abort(new Error('Stopped.'));
  await expect(second).rejects.toThrow('Stopped.');
  await first;
  expect(read).toHaveLength(1);
  expect(JSON.stringify(memory.entries())).not.toContain('Tails?');
});
