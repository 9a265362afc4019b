import {
  type AgentMemory,
  inMemoryStore,
  type MemoryStore,
  QuotaExceededStoreError,
} from '@agent-memory/core';
import { aScriptedStore } from '@agent-memory/core/testing';
import { aiSdkUi } from '@agent-memory/formats';
import { useChat } from '@ai-sdk/react';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { DefaultChatTransport } from 'ai';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { aRoom, plain, shown } from '../testing/chat-server-chats.ts';
import { saying } from '../testing/chat-server-room.ts';

afterEach(cleanup);

interface Seen {
  memory?: AgentMemory;
  chat?: ReturnType<typeof useChat>;
  readonly transports: Set<unknown>;
}

interface PageProps {
  readonly whenNotStored?: 'keep' | 'reject';
  readonly id: string;
  readonly api: string;
  readonly store: MemoryStore;
  readonly seen: Seen;
}

/** A chat page as an app writes it: everything inline. */
function Page({ id, api, store, seen, whenNotStored = 'keep' }: PageProps): ReactElement {
  const memory = useAgentMemory({ id, contextWindow: 32_000, store, whenNotStored });
  const transport = memory.transport(new DefaultChatTransport({ api }));
  const chat = useChat({ id, transport });
  seen.memory = memory.memory;
  seen.chat = chat;
  seen.transports.add(transport);
  return <p>{chat.messages.length}</p>;
}

interface BesideProps {
  readonly id: string;
  readonly store: MemoryStore;
  /** How many entries each render showed. */
  readonly renders: number[];
}

/** Shows the memory of the chat, beside it. */
function Beside({ id, store, renders }: BesideProps): null {
  renders.push(useAgentMemory({ id, contextWindow: 32_000, store }).entries);
  return null;
}

function nothingSeen(): Seen {
  return { transports: new Set() };
}

function chatOf({ chat }: Seen): NonNullable<Seen['chat']> {
  if (!chat) throw new Error('Nothing was rendered.');
  return chat;
}

/** Sends and does not wait for the answer; a promise in an object is not awaited with it. */
async function begin(seen: Seen, text: string): Promise<{ readonly ended: Promise<void> }> {
  let ended = Promise.resolve();
  await act(async () => {
    ended = chatOf(seen).sendMessage({ text });
  });
  return { ended };
}

/** Words that the store has of a session: anyone who kept them, and whether its component still lives. */
async function storedWords(store: MemoryStore, id: string): Promise<readonly string[]> {
  const { entries = [] } = (await store.load(id)) ?? {};
  return entries.map(({ message }) =>
    message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );
}

let sessions = 0;
function freshId(): string {
  sessions += 1;
  return `chat-${sessions}`;
}

test('[RCT-5] five lines give a chat its memory, in StrictMode and with everything inline', async () => {
  const complaints = vi.spyOn(console, 'error');
  const { api } = await aRoom(saying('Hello.'), saying('Bye.'));
  const [id, store, seen] = [freshId(), inMemoryStore(), nothingSeen()];
  render(
    <StrictMode>
      <Page id={id} api={api} store={store} seen={seen} />
    </StrictMode>,
  );
  await act(() => chatOf(seen).sendMessage({ text: 'Hi' }));
  await act(() => chatOf(seen).sendMessage({ text: 'I am off' }));
  expect(shown(chatOf(seen))).toEqual(['Hi', 'Hello.', 'I am off', 'Bye.']);
  await waitFor(async () =>
    expect(plain(await seen.memory?.messages({ format: aiSdkUi }))).toEqual(
      plain(chatOf(seen).messages),
    ),
  );
  expect(seen.transports.size).toBe(1);
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

test.each(['keep', 'reject'] as const)(
  '[STO-8] where the disk is full a chat shows question and answer, and `%s` decides whether it is an error',
  async (whenNotStored) => {
    const { api } = await aRoom(saying('Hello.'));
    const [id, seen] = [freshId(), nothingSeen()];
    const store = aScriptedStore(inMemoryStore());
    store.failAll(['commit'], new QuotaExceededStoreError());
    const props = { id, api, store, seen, whenNotStored };
    render(<Page {...props} />);
    await act(() => chatOf(seen).sendMessage({ text: 'Hi' }));
    expect(shown(chatOf(seen))).toEqual(['Hi', 'Hello.']);
    const error =
      whenNotStored === 'reject' ? expect.objectContaining({ code: 'NOT_STORED' }) : undefined;
    expect(chatOf(seen).error).toEqual(error);
    await waitFor(() => expect(seen.memory?.getState().store.owed).toBe(2));
    store.heal();
    expect(await seen.memory?.writeBack()).toBe(2);
    expect(await storedWords(store, id)).toEqual(['Hi', 'Hello.']);
  },
);

test('[RCT-5] sends through the transport of the last render', async () => {
  const [first, second] = [await aRoom(), await aRoom(saying('From the second.'))];
  const [id, store, seen] = [freshId(), inMemoryStore(), nothingSeen()];
  const { rerender } = render(<Page id={id} api={first.api} store={store} seen={seen} />);
  rerender(<Page id={id} api={second.api} store={store} seen={seen} />);
  await act(() => chatOf(seen).sendMessage({ text: 'Hi' }));
  expect(shown(chatOf(seen))).toEqual(['Hi', 'From the second.']);
  expect(await first.requests()).toEqual([]);
});

test('[RCT-5] keeps an answer in its own session when the id changes while it streams', async () => {
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'), saying('Other.'));
  const [one, two, store, seen] = [freshId(), freshId(), inMemoryStore(), nothingSeen()];
  const { rerender } = render(<Page id={one} api={room.api} store={store} seen={seen} />);
  const sending = await begin(seen, 'Count.');
  await waitFor(() => expect(shown(chatOf(seen)).at(-1)).toBe('One two '));
  rerender(<Page id={two} api={room.api} store={store} seen={seen} />);
  await act(() => chatOf(seen).sendMessage({ text: 'Another session.' }));
  await room.go();
  await act(() => sending.ended);
  await waitFor(async () =>
    expect(await storedWords(store, one)).toEqual(['Count.', 'One two three.']),
  );
  expect(await storedWords(store, two)).toEqual(['Another session.', 'Other.']);
});

test('[RCT-5] keeps an answer whose component was unmounted while it streamed', async () => {
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'));
  const [id, store, seen] = [freshId(), inMemoryStore(), nothingSeen()];
  const { unmount } = render(<Page id={id} api={room.api} store={store} seen={seen} />);
  const sending = await begin(seen, 'Count.');
  await waitFor(() => expect(shown(chatOf(seen)).at(-1)).toBe('One two '));
  unmount();
  await room.go();
  await act(() => sending.ended);
  await waitFor(async () =>
    expect(await storedWords(store, id)).toEqual(['Count.', 'One two three.']),
  );
});

test('[RCT-3] a memory renders nothing while an answer streams', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word-${index} `).join('');
  const room = await aRoom(saying('Well, ', { type: 'wait' }, words, { type: 'wait' }));
  const [id, store, seen] = [freshId(), inMemoryStore(), nothingSeen()];
  const renders: number[] = [];
  render(
    <>
      <Page id={id} api={room.api} store={store} seen={seen} />
      <Beside id={id} store={store} renders={renders} />
    </>,
  );
  const sending = await begin(seen, 'Talk.');
  await waitFor(() => expect(shown(chatOf(seen)).at(-1)).toBe('Well, '));
  await waitFor(() => expect(renders.at(-1)).toBe(1));
  const before = renders.length;
  await room.go();
  await waitFor(() => expect(shown(chatOf(seen)).at(-1)).toContain('word-59'));
  expect(renders).toHaveLength(before);
  await room.go();
  await act(() => sending.ended);
  await waitFor(() => expect(renders.at(-1)).toBe(2));
});
