import type { AgentMemory } from '@agent-memory/core';
import type { MessageFormat } from '@agent-memory/core/formats';
import { type AiSdkUiMessage, aiSdkUi } from '@agent-memory/formats';
import { useChat } from '@ai-sdk/react';
import { useChat as useChat7 } from '@ai-sdk/react-4';
import type { UIMessage as TanStackMessage } from '@tanstack/ai/client';
import type { UIMessage } from 'ai';
import type { UIMessage as UIMessage7 } from 'ai-7';
import { useState } from 'react';
import { expectTypeOf } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { useEntries } from '../state/use-entries.ts';
import { tanStackFormat } from '../tanstack-ai/tanstack-format.ts';
import { useMemoryReady } from './use-memory-ready.ts';
import { useStoredMessages } from './use-stored-messages.ts';

// This file is compiled and never run: each component states what a type must be, or must refuse.

type Metadata = { readonly model: string };
type Data = { weather: { city: string } };
type Tools = { search: { input: { query: string }; output: readonly string[] } };
type MyMessage = UIMessage<Metadata, Data, Tools>;
type MyMessage7 = UIMessage7<Metadata, Data, Tools>;

declare const memory: AgentMemory<{ readonly goal: string }>;
declare const lines: MessageFormat<{ readonly said: string }, { readonly script: string }>;

/** [RCT-5] `setMessages` of AI SDK 6 and 7 is given as it is, and decides the type of the messages. */
export function ChatsAreFilled() {
  const chat = useChat<MyMessage>();
  const stored = useStoredMessages(memory, { format: aiSdkUi, setMessages: chat.setMessages });
  expectTypeOf(stored.messages).toEqualTypeOf<MyMessage[] | undefined>();
  const chat7 = useChat7<MyMessage7>();
  const { setMessages } = chat7;
  const stored7 = useStoredMessages(memory, { format: aiSdkUi, setMessages });
  expectTypeOf(stored7.messages).toEqualTypeOf<MyMessage7[] | undefined>();
}

/** [RCT-5] A chat that is made with the messages takes them without a cast. */
export function ChatsAreMade() {
  const { messages = [] } = useStoredMessages<MyMessage>(memory, { format: aiSdkUi });
  useChat<MyMessage>({ messages });
  const { messages: messages7 = [] } = useStoredMessages<MyMessage7>(memory, {
    format: aiSdkUi,
  });
  useChat7<MyMessage7>({ messages: messages7 });
  const plain = useStoredMessages(memory, { format: aiSdkUi });
  expectTypeOf(plain.messages).toEqualTypeOf<AiSdkUiMessage[] | undefined>();
  useChat({ messages: plain.messages ?? [] });
  useChat7({ messages: plain.messages ?? [] });
  // @ts-expect-error: that they are of this type has to be said
  useChat<MyMessage>({ messages: plain.messages ?? [] });
}

/** [RCT-5] `messages` of the hook's result goes into a chat without a cast, in AI SDK 6 and 7. */
export async function ChatsAreSet() {
  const { messages } = useAgentMemory({ id: 'support' });
  const [chat, chat7] = [useChat<MyMessage>(), useChat7<MyMessage7>()];
  chat.setMessages(await messages<MyMessage>({ format: aiSdkUi }));
  chat7.setMessages(await messages<MyMessage7>({ format: aiSdkUi }));
  // @ts-expect-error: that they are of this type has to be said
  chat.setMessages(await messages({ format: aiSdkUi }));
}

/** [RCT-5] Lists of an app of its own, read-only or not, in whichever format has ids. */
export function OwnListsAreFilled() {
  const [, setMine] = useState<readonly MyMessage[]>([]);
  useStoredMessages(memory, { format: aiSdkUi, setMessages: setMine });
  const [, setTanStack] = useState<TanStackMessage[]>([]);
  const stored = useStoredMessages(memory, { format: tanStackFormat, setMessages: setTanStack });
  expectTypeOf(stored.messages).toEqualTypeOf<TanStackMessage[] | undefined>();
  const { messages } = useStoredMessages(memory, { format: lines });
  expectTypeOf(messages).toEqualTypeOf<{ readonly said: string }[] | undefined>();
  const [, setLines] = useState<{ readonly said: string }[]>([]);
  // @ts-expect-error: lines cannot be told from one another
  useStoredMessages(memory, { format: lines, setMessages: setLines });
  // @ts-expect-error: the list has messages of another format
  useStoredMessages(memory, { format: tanStackFormat, setMessages: setMine });
  // @ts-expect-error: a format is named
  useStoredMessages(memory, { setMessages: setMine });
}

/** [RCT-4] Whatever the scratchpad is, and however the memory was made. */
export function AnyMemory() {
  const { isReady } = useMemoryReady(memory);
  expectTypeOf(isReady).toBeBoolean();
  useEntries(memory);
  useMemoryReady(useAgentMemory({ id: 'support' }).memory);
  // @ts-expect-error: the memory, and not the hook's result
  useMemoryReady(useAgentMemory({ id: 'support' }));
}
