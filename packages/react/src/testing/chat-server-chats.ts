import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  inMemoryStore,
  type MemoryStore,
} from '@agent-memory/core';
import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { expect, onTestFinished } from 'vitest';
import { memoryTransport } from '../ai-sdk/memory-transport.ts';
import type { MemoryTransportOptions } from '../ai-sdk/memory-transport-options.ts';
import type { ServerAnswer } from './chat-server.ts';
import { type ChatRoom, openChatRoom, type SentMessage, wordsOf } from './chat-server-room.ts';

let sessions = 0;

/** A memory of this test, with its store. */
export function aMemory(
  options: Partial<AgentMemoryOptions & { readonly scratchpad?: never }> = {},
): AgentMemory & { readonly store: MemoryStore } {
  sessions += 1;
  const store = options.store ?? inMemoryStore();
  const { budget = { contextWindow: 32_000 } } = options;
  const memory = createAgentMemory({ id: `session-${sessions}`, ...options, budget, store });
  onTestFinished(() => memory.dispose());
  return Object.assign(memory, { store });
}

type ChatOptions = ConstructorParameters<typeof Chat<UIMessage>>[0];

/** A chat over AI SDK's own transport, wrapped. */
export function aChat(
  memory: AgentMemory,
  room: ChatRoom,
  { options, ...init }: ChatOptions & { readonly options?: MemoryTransportOptions } = {},
): Chat<UIMessage> {
  const inner = new DefaultChatTransport<UIMessage>({ api: room.api });
  return new Chat({ id: memory.id, transport: memoryTransport(memory, inner, options), ...init });
}

/** The room of a test, told how to answer. */
export async function aRoom(...answers: readonly ServerAnswer[]): Promise<ChatRoom> {
  const room = openChatRoom();
  await room.script(...answers);
  return room;
}

/** Without what was not given. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** A chat of either version of AI SDK. */
interface Shown {
  readonly messages: readonly SentMessage[];
}

/** Waits until the conversation in the memory is the visible list. */
export async function keptIsShown(memory: AgentMemory, chat: Shown): Promise<void> {
  await expect
    .poll(async () => plain(await memory.messages({ format: 'ai-sdk-ui' })))
    .toEqual(plain(chat.messages));
}

/** How many entries the store has, those of other branches included. */
export async function storedEntries(memory: {
  readonly id: string;
  readonly store: MemoryStore;
}): Promise<number> {
  return (await memory.store.load(memory.id))?.entries.length ?? 0;
}

/** The texts of the visible list. */
export function shown(chat: Shown): readonly string[] {
  return chat.messages.map(wordsOf);
}

/** Waits until the answer under way says this. */
export async function says(chat: Shown, words: string): Promise<void> {
  await expect.poll(() => shown(chat).at(-1)).toBe(words);
}
