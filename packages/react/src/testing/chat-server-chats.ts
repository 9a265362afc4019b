import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  inMemoryStore,
  type MemoryStore,
} from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { expect, onTestFinished } from 'vitest';
import { chatFunctionsOf } from '../ai-sdk/chat-functions.ts';
import type { ServerAnswer } from './chat-server.ts';
import { type ChatRoom, openChatRoom, type SentMessage, wordsOf } from './chat-server-room.ts';
import { aDatabaseName } from './database.ts';

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

/** Memories of one session in two tabs, each with a store of its own on one database. */
export async function inTwoTabs(
  storeOn: (options: { readonly databaseName: string }) => MemoryStore,
): Promise<readonly [AgentMemory, AgentMemory]> {
  const databaseName = aDatabaseName();
  const inATab = async () => {
    const store = storeOn({ databaseName });
    onTestFinished(() => store.close());
    const memory = aMemory({ id: 'tabs', store });
    await memory.ready;
    return memory;
  };
  return [await inATab(), await inATab()];
}

/** Says a turn in another tab; resolves when this one has heard of it. */
export async function saidInAnotherTab(
  other: AgentMemory,
  memory: AgentMemory,
  ...[question, answer]: readonly [string, string]
): Promise<void> {
  await other.append([
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ]);
  await expect.poll(() => memory.entries()).toHaveLength(other.entries().length);
}

type ChatOptions = ConstructorParameters<typeof Chat<UIMessage>>[0];

/** A chat over AI SDK's own transport, wrapped. */
export function aChat(
  memory: AgentMemory,
  room: ChatRoom,
  init: ChatOptions = {},
): Chat<UIMessage> {
  const inner = new DefaultChatTransport<UIMessage>({ api: room.api });
  const { transport } = chatFunctionsOf(memory);
  return new Chat({ id: memory.id, transport: transport(inner), ...init });
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
    .poll(async () => plain(await memory.messages({ format: aiSdkUi })))
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
