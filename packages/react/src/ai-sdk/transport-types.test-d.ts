import type { AgentMemory } from '@agent-memory/core';
import { type UseChatOptions, useChat } from '@ai-sdk/react';
import {
  type ChatTransport,
  DefaultChatTransport,
  DirectChatTransport,
  ToolLoopAgent,
  type UIMessage,
} from 'ai';
import type {
  ChatTransport as ChatTransport7,
  DefaultChatTransport as DefaultChatTransport7,
  UIMessage as UIMessage7,
} from 'ai-7';
import { z } from 'zod';
import { chatFunctionsOf } from './chat-functions.ts';

type Metadata = { readonly model: string };
type MyMessage = UIMessage<Metadata, { progress: number }>;
type MyMessage7 = UIMessage7<Metadata, { progress: number }>;

declare const memory: AgentMemory<{ readonly goal: string }>;
declare const inner: DefaultChatTransport<MyMessage>;
declare const inner7: DefaultChatTransport7<MyMessage7>;
declare const whicheverInner: ChatTransport<MyMessage>;

const { transport } = chatFunctionsOf(memory);

/** [RCT-5] A wrapped transport is a chat transport of the same messages, in AI SDK 6 and 7. */
export const wrapped: ChatTransport<MyMessage> = transport(inner);
export const wrappedWhichever: ChatTransport<MyMessage> = transport(whicheverInner);
export const wrappedDirect: ChatTransport<UIMessage<unknown, never, Record<never, never>>> =
  transport(new DirectChatTransport({ agent: new ToolLoopAgent({ model: 'maker/model' }) }));
export const wrapped7: ChatTransport7<MyMessage7> = transport(inner7);

/** [RCT-5] A chat infers the type of its messages through the wrapper. */
export const inferred: MyMessage = messageOf(transport(inner));
export const inferred7: MyMessage7 = messageOf7(transport(inner7));
export const model: string | undefined = messageOf(transport(inner)).metadata?.model;

/** [RCT-5] `useChat` takes a wrapped transport as it is. */
export const chatOptions: UseChatOptions<MyMessage> = { transport: transport(inner) };

/** [RCT-5] The metadata that a chat's schema describes is that of its messages, through the wrapper. */
const metadataSchema = z.object({ model: z.string(), totalTokens: z.number().optional() });
type DescribedMessage = UIMessage<z.infer<typeof metadataSchema>>;

export function useDescribedChat() {
  const chat = useChat({
    messageMetadataSchema: metadataSchema,
    transport: transport(new DefaultChatTransport<DescribedMessage>()),
  });
  const metadata = chat.messages[0]?.metadata;
  const writer: string | undefined = metadata?.model;
  const totalTokens: number | undefined = metadata?.totalTokens;
  // @ts-expect-error: the schema knows no such field
  const author: unknown = metadata?.author;
  return { writer, totalTokens, author };
}

export function useOtherwiseDescribedChat() {
  return useChat({
    // @ts-expect-error: it describes other metadata than the messages of the transport have
    messageMetadataSchema: z.object({ author: z.number() }),
    transport: transport(new DefaultChatTransport<DescribedMessage>()),
  });
}

// @ts-expect-error: it has no `sendMessages`
transport({});

const { sendMessages } = inner;
// @ts-expect-error: it has no `reconnectToStream`
transport({ sendMessages });

// @ts-expect-error: an address is no transport
transport('/api/chat');

// @ts-expect-error: its messages have other metadata
export const other: ChatTransport<UIMessage<{ readonly author: number }>> = transport(inner);

declare function messageOf<Message extends UIMessage>(_: ChatTransport<Message>): Message;
declare function messageOf7<Message extends UIMessage7>(_: ChatTransport7<Message>): Message;
