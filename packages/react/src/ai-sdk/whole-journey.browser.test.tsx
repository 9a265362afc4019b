import { type AgentMemory, createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { useChat } from '@ai-sdk/react';
import { useChat as useChat7 } from '@ai-sdk/react-4';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { DefaultChatTransport } from 'ai';
import { DefaultChatTransport as DefaultChatTransport7 } from 'ai-7';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { useStoredMessages } from '../loading/use-stored-messages.ts';
import type { ModelAnswer } from '../testing/chat-server.ts';
import { aRoom, keptIsShown, shown } from '../testing/chat-server-chats.ts';
import { type SentMessage, saying, step, wordsOf } from '../testing/chat-server-room.ts';
import { aDatabaseName } from '../testing/database.ts';
import { freshId } from '../testing/probe.tsx';

afterEach(cleanup);

/** The part of a chat that a journey uses; it is the same in both versions. */
interface Chat {
  readonly messages: readonly SentMessage[];
  readonly error: Error | undefined;
  readonly status: string;
  sendMessage(message: { readonly text: string; readonly messageId?: string }): Promise<void>;
  regenerate(): Promise<void>;
  stop(): Promise<void>;
}

interface Seen {
  chat?: Chat;
  memory?: AgentMemory;
  reload?: () => Promise<void>;
}

interface PageProps {
  readonly id: string;
  readonly api: string;
  readonly store: MemoryStore;
  readonly seen: Seen;
}

const MEMORY = { contextWindow: 32_000, system: 'Answer in one sentence.' };

/** A page with AI SDK 6, as an app writes it. */
function Page6({ id, api, store, seen }: PageProps): ReactElement {
  const { memory, transport } = useAgentMemory({ id, store, ...MEMORY });
  const chat = useChat({ id, transport: transport(new DefaultChatTransport({ api })) });
  const { setMessages } = chat;
  const { reload } = useStoredMessages(memory, { format: aiSdkUi, setMessages });
  Object.assign(seen, { chat, memory, reload } satisfies Seen);
  return <p>{chat.status}</p>;
}

/** The same page with AI SDK 7. */
function Page7({ id, api, store, seen }: PageProps): ReactElement {
  const { memory, transport } = useAgentMemory({ id, store, ...MEMORY });
  const chat = useChat7({ id, transport: transport(new DefaultChatTransport7({ api })) });
  const { setMessages } = chat;
  const { reload } = useStoredMessages(memory, { format: aiSdkUi, setMessages });
  Object.assign(seen, { chat, memory, reload } satisfies Seen);
  return <p>{chat.status}</p>;
}

/** A person in front of the page. */
class Visit {
  readonly seen: Seen = {};
  readonly close: () => void;

  constructor(Page: typeof Page6, props: Omit<PageProps, 'seen'>) {
    const { unmount } = render(
      <StrictMode>
        <Page {...props} seen={this.seen} />
      </StrictMode>,
    );
    this.close = unmount;
  }

  get chat(): Chat {
    if (!this.seen.chat) throw new Error('Nothing was rendered.');
    return this.seen.chat;
  }

  get memory(): AgentMemory {
    if (!this.seen.memory) throw new Error('Nothing was rendered.');
    return this.seen.memory;
  }

  async says(text: string, messageId?: string): Promise<void> {
    await act(() => this.chat.sendMessage({ text, ...(messageId !== undefined && { messageId }) }));
  }

  /** The list shows these texts and no error, and the memory has the same list. */
  async shows(...texts: readonly string[]): Promise<void> {
    await waitFor(() => expect(shown(this.chat)).toEqual(texts));
    expect(this.chat.error).toBeUndefined();
    await keptIsShown(this.memory, this.chat);
  }
}

const call = { type: 'call', id: 'c', tool: 'weather', input: { city: 'Bern' } } as const;

test.each([
  [6, Page6],
  [7, Page7],
] as const)(
  '[RCT-5] a chat of AI SDK %i goes through tools, stop, another answer, an edit and a reload, at a strict server',
  async (sdk, Page) => {
    const databaseName = aDatabaseName();
    const open = () => indexedDbStore({ databaseName });
    const by = (answer: ModelAnswer): ModelAnswer => ({ ...answer, sdk });
    const room = await aRoom(
      by({ kind: 'model', steps: [step('Let me see.', call), step('12 degrees.')] }),
      by(saying('You are ', { type: 'wait' }, 'welcome.')),
      by(saying('Any time.')),
      by(saying('Rain, then.')),
      by(saying('It was about Bern.')),
    );
    const props = { id: freshId(), api: room.api, store: open() };
    const first = new Visit(Page, props);

    await first.says('How warm is it in Bern?');
    await first.shows('How warm is it in Bern?', 'Let me see.12 degrees.');

    let sending = Promise.resolve();
    await act(async () => {
      sending = first.chat.sendMessage({ text: 'Thanks' });
    });
    await waitFor(() => expect(shown(first.chat).at(-1)).toBe('You are '));
    await act(() => first.chat.stop());
    await act(() => sending);
    await first.shows('How warm is it in Bern?', 'Let me see.12 degrees.', 'Thanks', 'You are ');

    await act(() => first.chat.regenerate());
    await first.shows('How warm is it in Bern?', 'Let me see.12 degrees.', 'Thanks', 'Any time.');

    await first.says('And tomorrow?', first.chat.messages[2]?.id);
    const talk = ['How warm is it in Bern?', 'Let me see.12 degrees.', 'And tomorrow?'];
    await first.shows(...talk, 'Rain, then.');
    expect(first.memory.branches()).toHaveLength(3);
    first.close();

    const second = new Visit(Page, { ...props, store: open() });
    await second.shows(...talk, 'Rain, then.');
    await second.says('Which city was it?');
    await second.shows(...talk, 'Rain, then.', 'Which city was it?', 'It was about Bern.');
    const last = (await room.requests()).at(-1);
    expect(last?.messages.map(wordsOf).slice(-5)).toEqual([
      ...talk.slice(0, 2),
      'And tomorrow?',
      'Rain, then.',
      'Which city was it?',
    ]);

    const elsewhere = createAgentMemory({ ...MEMORY, id: props.id, store: open() });
    onTestFinished(() => elsewhere.dispose());
    await elsewhere.append({ role: 'user', content: 'Said in another tab' });
    await act(async () => second.seen.reload?.());
    expect(shown(second.chat).at(-1)).toBe('Said in another tab');
    expect(second.chat.messages).toHaveLength(7);
  },
);
