import { type AgentMemory, inMemoryStore, type MemoryStore } from '@agent-memory/core';
import {
  type AssistantRuntime,
  AssistantRuntimeProvider,
  useLocalRuntime,
} from '@assistant-ui/react';
import { act, cleanup, render } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { type MemoryRun, memoryChatModel } from './memory-chat-model.ts';

afterEach(cleanup);

interface PageProps {
  readonly id: string;
  readonly store?: MemoryStore;
  readonly run: MemoryRun;
  readonly seen: { runtime?: AssistantRuntime; memory?: AgentMemory };
}

/** A chat page as an app writes it. */
function Page({ id, store, run, seen }: PageProps): ReactElement {
  const { memory } = useAgentMemory({ id, contextWindow: 32_000, ...(store && { store }) });
  const [model] = useState(() => memoryChatModel(memory, run));
  const runtime = useLocalRuntime(model);
  seen.runtime = runtime;
  seen.memory = memory;
  return <AssistantRuntimeProvider runtime={runtime}>{null}</AssistantRuntimeProvider>;
}

/** Asks, waits for the first word and takes the page away. */
async function leftWhileAnswering(props: Omit<PageProps, 'seen'>) {
  const seen: PageProps['seen'] = {};
  const { unmount } = render(<Page {...props} seen={seen} />);
  const content = [{ type: 'text', text: 'Count.' }] as const;
  await act(async () => seen.runtime?.thread.append({ role: 'user', content: [...content] }));
  await expect
    .poll(() => seen.runtime?.thread.getState().messages.at(-1)?.content)
    .toMatchObject([{ text: 'One ' }]);
  unmount();
  return seen;
}

async function storedWords(store: MemoryStore, id: string): Promise<readonly string[]> {
  const { entries = [] } = (await store.load(id)) ?? {};
  return entries.map(({ message }) =>
    message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );
}

/** A model that continues when it is told to, stopped or not. */
function unheeding() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run: MemoryRun = async function* () {
    yield { content: [{ type: 'text', text: 'One ' }] };
    await promise;
    yield { content: [{ type: 'text', text: 'One two.' }] };
  };
  return { run, goOn: resolve };
}

test('[RCT-5] what was said before the component went is kept', async () => {
  const store = inMemoryStore();
  await leftWhileAnswering({
    id: 'left-heeding',
    store,
    run: async function* ({ abortSignal }) {
      yield { content: [{ type: 'text', text: 'One ' }] };
      await new Promise((_, reject) => {
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
      });
    },
  });
  await expect.poll(() => storedWords(store, 'left-heeding')).toEqual(['Count.', 'One ']);
});

test('[RCT-5] with a store an answer that ends after its component went is kept', async () => {
  const store = inMemoryStore();
  const { run, goOn } = unheeding();
  await leftWhileAnswering({ id: 'left-stored', store, run });
  goOn();
  await expect.poll(() => storedWords(store, 'left-stored')).toEqual(['Count.', 'One two.']);
});

test('[RCT-5] without a store the session ends with its component, and with it what comes later', async () => {
  const { run, goOn } = unheeding();
  const { memory } = await leftWhileAnswering({ id: 'left-unstored', run });
  const refused = async () => (await memory?.assemble().catch((error: unknown) => error)) ?? null;
  await expect.poll(refused).toMatchObject({ code: 'SESSION_CLOSED' });
  goOn();
});
