import type { AgentMemory } from '@agent-memory/core';
import type { MessageIn } from '@agent-memory/core/formats';
import type { StreamChunk, UIMessage } from '@tanstack/ai/client';
import {
  type ConnectConnectionAdapter,
  fetchServerSentEvents,
  type ResumableConnectConnectionAdapter,
  stream,
  webSocket,
} from '@tanstack/ai-client';
import { useChat } from '@tanstack/ai-react';
import { memoryConnection } from './index.ts';
import { tanStackFormat } from './tanstack-format.ts';

declare const memory: AgentMemory<{ readonly goal: string }>;

const resumable = fetchServerSentEvents('/api/chat');
declare const chunks: AsyncIterable<StreamChunk>;
const direct = stream(() => chunks);

/** [RCT-5] A wrapped connection is a connection of the same kind, whatever the memory's scratchpad is. */
export const wrapped: ResumableConnectConnectionAdapter = memoryConnection(memory, resumable);
export const plain: ConnectConnectionAdapter = memoryConnection(memory, direct);
export const twice: ResumableConnectConnectionAdapter = memoryConnection(memory, wrapped);

/** [RCT-5] `useChat` takes it as it is. */
export const useWrapped = () => useChat({ connection: memoryConnection(memory, resumable) });

/** [MSG-2] What the format gives is what TanStack AI takes. */
export const messages: Promise<readonly UIMessage[]> = memory.messages({ format: tanStackFormat });
export const context: Promise<readonly UIMessage[]> = memory
  .assemble({ format: tanStackFormat })
  .then((assembled) => assembled.messages);
export type Message = MessageIn<typeof tanStackFormat>;

// @ts-expect-error: a plain stream cannot be joined
export const joined: ResumableConnectConnectionAdapter = memoryConnection(memory, direct);

// @ts-expect-error: it is subscribed to
memoryConnection(memory, webSocket('/api/chat'));

// @ts-expect-error: an address is no connection
memoryConnection(memory, '/api/chat');

// @ts-expect-error: a message has an id
void memory.append({ role: 'user', parts: [], id: 7 }, { format: tanStackFormat });
