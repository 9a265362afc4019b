import { inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { fetchServerSentEvents, type UseChatReturn, useChat } from '@tanstack/ai-react';
import { act, cleanup, render } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { aRoom } from '../testing/chat-server-chats.ts';
import { saying } from '../testing/chat-server-room.ts';
import { memoryConnection } from './memory-connection.ts';

afterEach(cleanup);

interface PageProps {
  readonly api: string;
  readonly store: MemoryStore;
  readonly seen: { chat?: UseChatReturn };
}

/** A chat page as an app writes it. */
function Page({ api, store, seen }: PageProps): ReactElement {
  const { memory } = useAgentMemory({ id: 'left', contextWindow: 32_000, store });
  const [connection] = useState(() => memoryConnection(memory, fetchServerSentEvents(api)));
  const chat = useChat({ connection });
  seen.chat = chat;
  return <p>{chat.messages.length}</p>;
}

test('[RCT-5] what was said before the component went is kept', async () => {
  const answer = saying('One ', { type: 'wait' }, 'two.');
  const room = await aRoom({ ...answer, sdk: 'tanstack' });
  const store = inMemoryStore();
  const seen: PageProps['seen'] = {};
  const { unmount } = render(<Page api={room.api} store={store} seen={seen} />);
  await act(async () => {
    void seen.chat?.sendMessage('Count.');
  });
  await expect
    .poll(() => seen.chat?.messages.at(-1)?.parts)
    .toMatchObject([{ type: 'text', content: 'One ' }]);
  unmount();
  await expect
    .poll(async () => (await store.load('left'))?.entries.map(({ message }) => message.parts))
    .toMatchObject([[{ text: 'Count.' }], [{ text: 'One ' }]]);
});
