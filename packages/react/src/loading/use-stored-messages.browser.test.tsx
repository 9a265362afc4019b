import {
  type AgentMemory,
  createAgentMemory,
  inMemoryStore,
  type MemoryStore,
  StoreUnavailableError,
} from '@agent-memory/core';
import { aScriptedStore } from '@agent-memory/core/testing';
import { type AiSdkUiMessage, aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useChat } from '@ai-sdk/react';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { DefaultChatTransport } from 'ai';
import { type ReactElement, StrictMode, useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type UseAgentMemoryOptions, useAgentMemory } from '../hook/use-agent-memory.ts';
import { useSessions } from '../sessions/use-sessions.ts';
import { aRoom, plain, shown } from '../testing/chat-server-chats.ts';
import { saying, wordsOf } from '../testing/chat-server-room.ts';
import { aDatabaseName } from '../testing/database.ts';
import { heldStore, storeSession } from '../testing/held-store.ts';
import { freshId } from '../testing/probe.tsx';
import { type UseStoredMessagesResult, useStoredMessages } from './use-stored-messages.ts';

afterEach(cleanup);

type Stored = UseStoredMessagesResult<AiSdkUiMessage>;

interface Seen {
  memory?: AgentMemory;
  chat?: ReturnType<typeof useChat>;
  stored?: Stored;
}

interface PageProps extends Partial<UseAgentMemoryOptions> {
  readonly id: string;
  readonly api?: string;
  readonly seen: Seen;
}

/** A chat page as an app writes it, with everything inline. */
function Page({ api = '/none', seen, ...options }: PageProps): ReactElement {
  const memory = useAgentMemory({ contextWindow: 32_000, ...options });
  const chat = useChat({
    id: memory.id,
    transport: memory.transport(new DefaultChatTransport({ api })),
  });
  const { setMessages } = chat;
  seen.stored = useStoredMessages(memory.memory, { format: aiSdkUi, setMessages });
  seen.memory = memory.memory;
  seen.chat = chat;
  return <p>{seen.stored.status}</p>;
}

/** A page whose chat is made when its messages are there. */
function LaterPage({ api = '/none', seen, ...options }: PageProps): ReactElement {
  const { memory, transport } = useAgentMemory({ contextWindow: 32_000, ...options });
  const { messages } = useStoredMessages(memory, { format: aiSdkUi });
  seen.memory = memory;
  if (!messages) return <p>Looking …</p>;
  const inner = new DefaultChatTransport({ api });
  return <LaterChat init={{ messages, transport: transport(inner) }} seen={seen} />;
}

interface LaterChatProps extends Pick<PageProps, 'seen'> {
  readonly init: NonNullable<Parameters<typeof useChat>[0]>;
}

function LaterChat({ init, seen }: LaterChatProps): ReactElement {
  seen.chat = useChat(init);
  return <p>{seen.chat.messages.length}</p>;
}

/** A list that the app keeps itself. */
function OwnList({ id, store, seen }: OwnListProps): ReactElement {
  const { memory } = useAgentMemory({ id, contextWindow: 32_000, store });
  const [list, setMessages] = useState<readonly AiSdkUiMessage[]>([]);
  useStoredMessages(memory, { format: aiSdkUi, setMessages });
  seen.type = (text) =>
    setMessages((now) => [...now, { id: 'typed', role: 'user', parts: [{ type: 'text', text }] }]);
  return <p>{list.map(({ id: name }) => name).join(' ')}</p>;
}

interface OwnListProps {
  readonly id: string;
  readonly store: MemoryStore;
  readonly seen: { type?: (text: string) => void };
}

/** Deletes sessions of the store when its button is pressed. */
function Deletes({ id, store }: { readonly id: string; readonly store: MemoryStore }) {
  const { deleteSession } = useSessions(store);
  return (
    <button type="button" onClick={() => void deleteSession(id)}>
      Delete
    </button>
  );
}

interface ReaderProps {
  readonly memory: AgentMemory;
  readonly setMessages: () => void;
}

function Reader({ memory, setMessages }: ReaderProps): null {
  useStoredMessages(memory, { format: aiSdkUi, setMessages });
  return null;
}

function chatOf({ chat }: Seen): NonNullable<Seen['chat']> {
  if (!chat) throw new Error('Nothing was rendered.');
  return chat;
}

function aDisk(): MemoryStore {
  const store = indexedDbStore({ databaseName: aDatabaseName() });
  onTestFinished(() => store.close());
  return store;
}

/** A session of a question and an answer on a disk. */
async function aStoredTalk(store = aDisk()) {
  const session = { id: freshId(), store };
  await storeSession(store, session, ['Hello', 'Hi there']);
  return session;
}

const shows = (seen: Seen, ...texts: readonly string[]) =>
  waitFor(() => expect(shown(chatOf(seen))).toEqual(texts));

test.each([false, true])(
  '[RCT-5] a chat shows what is stored without an effect of its own, in StrictMode: %s',
  async (isStrict) => {
    const complaints = vi.spyOn(console, 'error');
    const { api } = await aRoom(saying('Bye.'));
    const [session, seen]: [Awaited<ReturnType<typeof aStoredTalk>>, Seen] = [
      await aStoredTalk(),
      {},
    ];
    const page = <Page {...session} api={api} seen={seen} />;
    render(isStrict ? <StrictMode>{page}</StrictMode> : page);
    expect(seen.stored).toMatchObject({ status: 'loading', messages: undefined });
    await shows(seen, 'Hello', 'Hi there');
    expect(seen.stored).toMatchObject({ status: 'ready', error: undefined });
    await act(() => chatOf(seen).sendMessage({ text: 'I am off' }));
    await shows(seen, 'Hello', 'Hi there', 'I am off', 'Bye.');
    await waitFor(async () =>
      expect(plain(await seen.memory?.messages({ format: aiSdkUi }))).toEqual(
        plain(chatOf(seen).messages),
      ),
    );
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  },
);

test('[RCT-5] a question that is sent while the stored ones are read stays, with its answer, behind them', async () => {
  const room = await aRoom(saying('Still ', { type: 'wait' }, 'here.'));
  const { id, store: disk } = await aStoredTalk();
  const { store, release } = heldStore(disk, 'load');
  const seen: Seen = {};
  render(<Page id={id} store={store} api={room.api} seen={seen} />);
  let sending = Promise.resolve();
  await act(async () => {
    sending = chatOf(seen).sendMessage({ text: 'Are you there?' });
  });
  expect(shown(chatOf(seen))).toEqual(['Are you there?']);
  release();
  await shows(seen, 'Hello', 'Hi there', 'Are you there?', 'Still ');
  await room.go();
  await act(() => sending);
  await shows(seen, 'Hello', 'Hi there', 'Are you there?', 'Still here.');
  await waitFor(async () =>
    expect(plain(await seen.memory?.messages({ format: aiSdkUi }))).toEqual(
      plain(chatOf(seen).messages),
    ),
  );
  expect(seen.memory?.branches()).toHaveLength(1);
});

test('[RCT-5] a chat is made with the messages when they are there', async () => {
  const session = await aStoredTalk();
  const seen: Seen = {};
  const { container } = render(<LaterPage {...session} seen={seen} />);
  expect(container.textContent).toBe('Looking …');
  await shows(seen, 'Hello', 'Hi there');
});

test('[RCT-5] a list of an app of its own is filled the same way, and keeps what was typed into it', async () => {
  const { id, store: disk } = await aStoredTalk();
  const { store, release } = heldStore(disk, 'load');
  const seen: OwnListProps['seen'] = {};
  const { container } = render(
    <StrictMode>
      <OwnList id={id} store={store} seen={seen} />
    </StrictMode>,
  );
  act(() => seen.type?.('One moment'));
  release();
  await waitFor(() => expect(container.textContent).toBe(`${id}-0 ${id}-1 typed`));
});

test('[RCT-5] another session is shown in place of the one before', async () => {
  const [one, two, seen]: [{ id: string; store: MemoryStore }, string, Seen] = [
    await aStoredTalk(),
    freshId(),
    {},
  ];
  await storeSession(one.store, { id: two }, ['Another']);
  const { rerender } = render(<Page {...one} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
  rerender(<Page id={two} store={one.store} seen={seen} />);
  expect(seen.stored).toMatchObject({ status: 'loading', messages: undefined });
  await shows(seen, 'Another');
  rerender(<Page {...one} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
});

test('[RCT-5] the list of a session that was deleted is empty', async () => {
  const session = await aStoredTalk();
  const seen: Seen = {};
  render(
    <>
      <Page {...session} seen={seen} />
      <Deletes {...session} />
    </>,
  );
  await shows(seen, 'Hello', 'Hi there');
  screen.getByRole('button').click();
  await shows(seen);
});

test('[RCT-5] nothing is shown that was read for a component that is gone', async () => {
  const { id, store: disk } = await aStoredTalk();
  const { store, release } = heldStore(disk, 'load');
  const memory = createAgentMemory({ id, contextWindow: 32_000, store });
  onTestFinished(() => memory.dispose());
  const [gone, there] = [vi.fn(), vi.fn()];
  const { unmount } = render(<Reader memory={memory} setMessages={gone} />);
  render(<Reader memory={memory} setMessages={there} />);
  unmount();
  release();
  // It asked later, so the other would have been told by then.
  await waitFor(() => expect(there).toHaveBeenCalled());
  expect(gone).not.toHaveBeenCalled();
});

/** Another tab's memory, of which this page's hears nothing by itself. */
function inAnotherTab(id: string, disk: MemoryStore): AgentMemory {
  const memory = createAgentMemory({ id, contextWindow: 32_000, store: aScriptedStore(disk) });
  onTestFinished(() => memory.dispose());
  return memory;
}

test('[NS-2] [RCT-5] `reload` brings memory and list to what another tab has stored', async () => {
  const disk = inMemoryStore();
  const { id } = await aStoredTalk(disk);
  const seen: Seen = {};
  render(<Page id={id} store={aScriptedStore(disk)} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
  const { reload } = seen.stored ?? {};
  await inAnotherTab(id, disk).append({ role: 'user', content: 'From the other tab' });
  expect(shown(chatOf(seen))).toHaveLength(2);
  await act(async () => reload?.());
  await shows(seen, 'Hello', 'Hi there', 'From the other tab');
  expect(seen.stored?.reload).toBe(reload);
});

test('[NS-2] [RCT-5] what another tab says comes into the list, also while an answer is on its way', async () => {
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'));
  const disk = inMemoryStore();
  const { id } = await aStoredTalk(disk);
  const seen: Seen = {};
  render(<Page id={id} store={disk} api={room.api} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
  const other = createAgentMemory({ id, contextWindow: 32_000, store: disk });
  onTestFinished(() => other.dispose());
  await act(() => other.append({ role: 'user', content: 'Who is there?' }));
  await shows(seen, 'Hello', 'Hi there', 'Who is there?');
  let sending = Promise.resolve();
  await act(async () => {
    sending = chatOf(seen).sendMessage({ text: 'Count.' });
  });
  await shows(seen, 'Hello', 'Hi there', 'Who is there?', 'Count.', 'One two ');
  await act(() => other.append({ role: 'user', content: 'Me too.' }));
  await shows(seen, 'Hello', 'Hi there', 'Who is there?', 'Count.', 'Me too.', 'One two ');
  await room.go();
  await act(() => sending);
  await shows(seen, 'Hello', 'Hi there', 'Who is there?', 'Count.', 'Me too.', 'One two three.');
  await waitFor(async () =>
    expect(plain(await other.messages({ format: aiSdkUi }))).toEqual(plain(chatOf(seen).messages)),
  );
});

test('[NS-2] [RCT-5] a list that is not set anew leaves in what another tab says', async () => {
  const room = await aRoom(saying('Bye.'));
  const session = await aStoredTalk(inMemoryStore());
  const seen: Seen = {};
  render(<LaterPage {...session} api={room.api} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
  const other = createAgentMemory({ ...session, contextWindow: 32_000 });
  onTestFinished(() => other.dispose());
  await act(() => other.append({ role: 'user', content: 'Who is there?' }));
  await waitFor(() => expect(seen.memory?.entries()).toHaveLength(3));
  await act(() => chatOf(seen).sendMessage({ text: 'I am off' }));
  await shows(seen, 'Hello', 'Hi there', 'I am off', 'Bye.');
  const talk = ['Hello', 'Hi there', 'Who is there?', 'I am off', 'Bye.'];
  await waitFor(async () =>
    expect((await other.messages({ format: aiSdkUi })).map(wordsOf)).toEqual(talk),
  );
});

test('[NS-2] [RCT-5] after `reload` the list has lost what another tab has edited away', async () => {
  const disk = inMemoryStore();
  const { id } = await aStoredTalk(disk);
  const seen: Seen = {};
  render(<Page id={id} store={aScriptedStore(disk)} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
  const other = inAnotherTab(id, disk);
  await other.append({ role: 'user', content: 'Good day' }, { after: null });
  await act(async () => seen.stored?.reload());
  await shows(seen, 'Good day');
});

test('[NS-2] [RCT-5] `reload` leaves an answer that is on its way', async () => {
  const disk = inMemoryStore();
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'));
  const seen: Seen = {};
  render(<Page id={freshId()} store={disk} api={room.api} seen={seen} />);
  let sending = Promise.resolve();
  await act(async () => {
    sending = chatOf(seen).sendMessage({ text: 'Count.' });
  });
  await shows(seen, 'Count.', 'One two ');
  await act(async () => seen.stored?.reload());
  await shows(seen, 'Count.', 'One two ');
  await room.go();
  await act(() => sending);
  await shows(seen, 'Count.', 'One two three.');
});

test('[STO-2] [RCT-5] a list stays as it is when it cannot be read again, and the error says so', async () => {
  const disk = inMemoryStore();
  const { id } = await aStoredTalk(disk);
  const seen: Seen = {};
  const store = aScriptedStore(disk);
  render(<Page id={id} store={store} seen={seen} />);
  await shows(seen, 'Hello', 'Hi there');
  store.failAll(['load', 'loadEntries'], new StoreUnavailableError('The disk is gone.'));
  await act(async () => seen.stored?.reload());
  expect(seen.stored).toMatchObject({ status: 'error', error: { code: 'STORE_UNAVAILABLE' } });
  expect(seen.stored?.messages).toHaveLength(2);
  expect(shown(chatOf(seen))).toEqual(['Hello', 'Hi there']);
  store.heal();
  await act(async () => seen.stored?.reload());
  expect(seen.stored).toMatchObject({ status: 'ready', error: undefined });
});

test('[RCT-5] refused options are the error of the list too', async () => {
  const seen: Seen = {};
  render(<Page id={freshId()} contextWindow={-1} seen={seen} />);
  await waitFor(() => expect(seen.stored?.status).toBe('error'));
  expect(seen.stored).toMatchObject({ messages: undefined, error: { code: 'INVALID_OPTION' } });
});
