import {
  type AgentMemory,
  createAgentMemory,
  type MemoryStore,
  StoreUnavailableError,
} from '@agent-memory/core';
import { aScriptedStore, aSimulatedClock } from '@agent-memory/core/testing';
import { type AiSdkUiMessage, aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { deferredMemory } from '../open-sessions/deferred-memory.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { aDatabaseName } from '../testing/database.ts';
import { heldStore, storeSession } from '../testing/held-store.ts';
import { freshId } from '../testing/probe.tsx';
import { type UseStoredMessagesResult, useStoredMessages } from './use-stored-messages.ts';

afterEach(cleanup);

interface Seen {
  stored?: UseStoredMessagesResult<AiSdkUiMessage>;
  /** The ids that the list shows. */
  list?: readonly string[];
  type?: (id: string) => void;
}

interface ListProps {
  readonly memory: AgentMemory;
  readonly seen: Seen;
}

/** A list that the app keeps itself. */
function List({ memory, seen }: ListProps): null {
  const [list, setMessages] = useState<readonly AiSdkUiMessage[]>([]);
  seen.stored = useStoredMessages(memory, { format: aiSdkUi, setMessages });
  seen.list = list.map(({ id }) => id);
  seen.type = (id) =>
    setMessages((now) => [...now, { id, role: 'user', parts: [{ type: 'text', text: id }] }]);
  return null;
}

/** A stored question and answer, and a disk that has them. */
async function aStoredTalk() {
  const disk = indexedDbStore({ databaseName: aDatabaseName() });
  onTestFinished(() => disk.close());
  const id = freshId();
  await storeSession(disk, { id }, ['Hello', 'Hi there']);
  return { id, disk };
}

function aMemory(id: string, store: MemoryStore) {
  const clock = aSimulatedClock();
  const memory = createAgentMemory({ id, contextWindow: 32_000, store, clock });
  onTestFinished(() => memory.dispose());
  return { memory, clock };
}

/** A memory that could not read its stored question and answer. */
async function anUnreadTalk() {
  const { id, disk } = await aStoredTalk();
  const store = aScriptedStore(disk);
  store.failAll(['load', 'commit'], new StoreUnavailableError('The disk is gone.'));
  return { id, store, ...aMemory(id, store) };
}

test.each([false, true])(
  '[STO-8] [RCT-5] a list says that what is stored could not be read, and shows it when it can, in StrictMode: %s',
  async (isStrict) => {
    const { id, store, memory, clock } = await anUnreadTalk();
    const seen: Seen = {};
    const list = <List memory={memory} seen={seen} />;
    render(isStrict ? <StrictMode>{list}</StrictMode> : list);
    await waitFor(() => expect(seen.stored?.status).toBe('error'));
    expect(seen.stored).toMatchObject({ messages: [], error: { code: 'STORE_UNAVAILABLE' } });
    const [unread] = memory.getState().degraded;
    expect(seen.stored?.error?.message).toContain(unread?.message);
    const readings = vi.spyOn(memory, 'messages');
    store.heal();
    act(() => clock.advance(1_000));
    await waitFor(() => expect(seen.list).toEqual([`${id}-0`, `${id}-1`]));
    await waitFor(() => expect(seen.stored).toMatchObject({ status: 'ready', error: undefined }));
    expect(readings).toHaveBeenCalledTimes(1);
  },
);

test('[STO-8] [RCT-5] what was said before the stored words came stands behind them, once', async () => {
  const { id, store, memory, clock } = await anUnreadTalk();
  const seen: Seen = {};
  render(<List memory={memory} seen={seen} />);
  await waitFor(() => expect(seen.stored?.status).toBe('error'));
  await memory.append({ id: 'said', role: 'user', content: 'Are you there?' });
  act(() => {
    seen.type?.('said');
    seen.type?.('on its way');
  });
  await act(async () => seen.stored?.reload());
  expect(seen.list).toEqual(['said', 'on its way']);
  expect(seen.stored).toMatchObject({ status: 'error', error: { code: 'STORE_UNAVAILABLE' } });
  store.heal();
  act(() => clock.advance(1_000));
  // The stored words may show before the memory has put its own behind them.
  await waitFor(() => expect(seen.stored).toMatchObject({ status: 'ready', error: undefined }));
  expect(seen.list).toEqual([`${id}-0`, `${id}-1`, 'said', 'on its way']);
});

test('[STO-8] [RCT-5] a list takes what a store that gave no answer in time gives late', async () => {
  const { id, disk } = await aStoredTalk();
  const { store, release } = heldStore(disk, 'load');
  const { memory, clock } = aMemory(id, store);
  const seen: Seen = {};
  render(<List memory={memory} seen={seen} />);
  await waitFor(() => {
    clock.advance(10_000);
    expect(seen.stored).toMatchObject({ status: 'error', error: { code: 'STORE_UNAVAILABLE' } });
  });
  release();
  await waitFor(() => {
    clock.advance(1_000);
    expect(seen.list).toEqual([`${id}-0`, `${id}-1`]);
  });
  await waitFor(() => expect(seen.stored).toMatchObject({ status: 'ready', error: undefined }));
});

test('[RCT-4] [RCT-5] a list whose component is gone reads nothing when the store works again', async () => {
  const { store, memory, clock } = await anUnreadTalk();
  const [gone, there]: [Seen, Seen] = [{}, {}];
  const { unmount } = render(<List memory={memory} seen={gone} />);
  await waitFor(() => expect(gone.stored?.status).toBe('error'));
  unmount();
  render(<List memory={memory} seen={there} />);
  await waitFor(() => expect(there.stored?.status).toBe('error'));
  const readings = vi.spyOn(memory, 'messages');
  store.heal();
  act(() => clock.advance(1_000));
  await waitFor(() => expect(there.stored?.status).toBe('ready'));
  expect(readings).toHaveBeenCalledTimes(1);
});

test('[RCT-2] [RCT-5] a list is read by itself when a call has fetched the code of the memory', async () => {
  const { id, disk } = await aStoredTalk();
  const { memory: behind } = aMemory(id, disk);
  let fetches = 0;
  const memory = deferredMemory({ id, contextWindow: 32_000, store: disk }, async () => {
    fetches += 1;
    if (fetches === 1) throw new TypeError('Failed to fetch');
    return { memoryOf: () => behind as never };
  }) as unknown as AgentMemory;
  const seen: Seen = {};
  render(<List memory={memory} seen={seen} />);
  await waitFor(() => expect(seen.stored?.error?.code).toBe('MEMORY_UNAVAILABLE'));
  expect(seen.stored).toMatchObject({ status: 'error', messages: undefined });
  act(() => memory.clearError());
  expect(fetches).toBe(1);
  const readings = vi.spyOn(memory, 'messages');
  const [said] = await memory.append(aTextMessage('Hello again'));
  await waitFor(() => expect(seen.list).toEqual([`${id}-0`, `${id}-1`, said?.id]));
  await waitFor(() => expect(seen.stored).toMatchObject({ status: 'ready', error: undefined }));
  expect(readings).toHaveBeenCalledTimes(1);
});
