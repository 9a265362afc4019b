import { AgentMemoryError, type AssembledContext, type ContextPlan } from '@agent-memory/core';
import type { aiSdkUi } from '@agent-memory/formats';
import { expect, test, vi } from 'vitest';
import type { ChatMemory } from '../chat/chat-memory.ts';
import { ChatSession } from './chat-session.ts';
import type { ChatTransportLike, SendMessagesOptions } from './chat-transport.ts';
import type { ChatMessage } from './stream/chat-message.ts';
import type { UiMessageChunk } from './stream/ui-message-chunk.ts';

const question: ChatMessage = { id: 'q', role: 'user', parts: [] };
const request: SendMessagesOptions = {
  trigger: 'submit-message',
  messageId: undefined,
  messages: [question],
  abortSignal: undefined,
};

/** A memory that writes down what it is asked to do. */
function aMemory(asked: unknown[] = []) {
  const plan = {} as ContextPlan;
  const context = { messages: [], plan } as unknown as AssembledContext<typeof aiSdkUi>;
  const lists: ChatMessage[][] = [];
  const drafts: ChatMessage[][] = [];
  const memory: { -readonly [Name in keyof ChatMemory]: ChatMemory[Name] } = {
    reconcile: async (messages, options) => {
      if (options?.isDraft) {
        drafts.push(messages as unknown as ChatMessage[]);
        return [];
      }
      lists.push(messages as unknown as ChatMessage[]);
      asked.push(messages.map(({ id }) => id));
      return [];
    },
    assemble: async () => {
      asked.push('assemble');
      return context as never;
    },
    onOverflow: async () => context as never,
    reportUsage: vi.fn(async () => undefined),
    getState: () => ({ plan }),
  };
  return { memory, lists, drafts, asked };
}

/** Chunks and then the end, or a break. */
function streamOf(chunks: readonly UiMessageChunk[], fault?: Error): ReadableStream<unknown> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else if (fault) controller.error(fault);
      else controller.close();
    },
  });
}

function innerOf(
  sent: ReadableStream<unknown>,
  resumed: ReadableStream<unknown> | null,
  resumeStreamIsReplay = true,
): ChatTransportLike {
  return {
    sendMessages: async () => sent,
    reconnectToStream: async () => resumed,
    resumeStreamIsReplay,
  };
}

async function readToItsEnd(stream: ReadableStream<unknown> | null): Promise<readonly unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return chunks;
}

const begun: readonly UiMessageChunk[] = [
  { type: 'start', messageId: 'a' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'One ' },
];
const rest: readonly UiMessageChunk[] = [
  { type: 'text-delta', id: '1', delta: 'two.' },
  { type: 'text-end', id: '1' },
];

/** A session whose answer broke off, and the list that it kept. */
async function brokenOff(wrapped: ReturnType<typeof innerOf>) {
  const { memory, lists } = aMemory();
  const session = new ChatSession(memory);
  const stream = await session.send(wrapped, request, () => undefined);
  await expect(readToItsEnd(stream)).rejects.toThrow('gone');
  await expect.poll(() => lists).toHaveLength(2);
  expect(lists[1]).toMatchObject([{ id: 'q' }, { id: 'a', parts: [{ text: 'One ' }] }]);
  return { session, lists };
}

test('[RCT-5] continues with an answer where it broke off', async () => {
  const wrapped = innerOf(streamOf(begun, new Error('gone')), streamOf(rest), false);
  const { session, lists } = await brokenOff(wrapped);
  await readToItsEnd(await session.reconnect(wrapped, {}, () => undefined));
  await expect.poll(() => lists).toHaveLength(3);
  expect(lists[2]).toMatchObject([{ id: 'q' }, { id: 'a', parts: [{ text: 'One two.' }] }]);
});

test('[RCT-5] replaces the first half of an answer that is resumed from its beginning', async () => {
  const wrapped = innerOf(streamOf(begun, new Error('gone')), streamOf([...begun, ...rest]));
  const { session, lists } = await brokenOff(wrapped);
  await readToItsEnd(await session.reconnect(wrapped, {}, () => undefined));
  await expect.poll(() => lists).toHaveLength(3);
  expect(lists[2]).toMatchObject([{ id: 'q' }, { id: 'a', parts: [{ text: 'One two.' }] }]);
});

test('[RCT-5] gives an answer that is resumed without an id the id that it had', async () => {
  const [start, ...words] = begun;
  const again = [{ type: 'start' }, ...words, ...rest];
  const wrapped = innerOf(
    streamOf([...(start ? [start] : []), ...words], new Error('gone')),
    streamOf(again),
  );
  const { session } = await brokenOff(wrapped);
  const told = await readToItsEnd(await session.reconnect(wrapped, {}, () => undefined));
  expect(told[0]).toEqual({ type: 'start', messageId: 'a' });
});

test('[RCT-5] keeps an answer of another id beside the one that broke off', async () => {
  const other = [
    { type: 'start', messageId: 'b' },
    { type: 'text-start', id: '1' },
  ];
  const wrapped = innerOf(streamOf(begun, new Error('gone')), streamOf(other), false);
  const { session, lists } = await brokenOff(wrapped);
  await readToItsEnd(await session.reconnect(wrapped, {}, () => undefined));
  await expect.poll(() => lists).toHaveLength(3);
  expect(lists[2]?.map(({ id }) => id)).toEqual(['q', 'b']);
});

test('[RCT-5] lays each list beside the transcript right before its context', async () => {
  const { memory, asked } = aMemory();
  const session = new ChatSession(memory);
  const other = { ...request, messages: [{ ...question, id: 'other' }] };
  await Promise.all([
    session.send(innerOf(streamOf(begun), null), request, () => undefined),
    session.send(innerOf(streamOf(begun), null), other, () => undefined),
  ]);
  expect(asked).toEqual([['q'], 'assemble', ['other'], 'assemble']);
});

test('[RCT-5] gives up a message at once that waits for another', async () => {
  const { memory } = aMemory();
  memory.assemble = () => new Promise(() => undefined);
  const session = new ChatSession(memory);
  void session.send(innerOf(streamOf(begun), null), request, () => undefined);
  const controller = new AbortController();
  const waiting = session.send(
    innerOf(streamOf(begun), null),
    { ...request, abortSignal: controller.signal },
    () => undefined,
  );
  controller.abort();
  await expect(waiting).rejects.toBe(controller.signal.reason);
});

test('[RCT-5] keeps an answer before the next list', async () => {
  const { memory, asked } = aMemory();
  const session = new ChatSession(memory);
  const stream = await session.send(innerOf(streamOf(begun), null), request, () => undefined);
  await readToItsEnd(stream);
  await session.send(innerOf(streamOf(begun), null), request, () => undefined);
  expect(asked).toEqual([['q'], 'assemble', ['q', 'a'], ['q'], 'assemble']);
});

test('[RCT-5] keeps an answer that cannot be followed as far as it could be', async () => {
  const { memory, lists } = aMemory();
  const session = new ChatSession(memory);
  const strange = { type: 'text-delta', id: 'never began', delta: 'x' };
  const stream = await session.send(
    innerOf(streamOf([...begun, strange, ...rest]), null),
    request,
    () => undefined,
  );
  expect(await readToItsEnd(stream)).toHaveLength(6);
  await expect.poll(() => lists).toHaveLength(2);
  expect(lists[1]).toMatchObject([{ id: 'q' }, { id: 'a', parts: [{ text: 'One ' }] }]);
});

test('[RCT-5] lets go of the memory also when an answer could not be kept', async () => {
  const { memory } = aMemory();
  const release = vi.fn();
  const session = new ChatSession(memory);
  const stream = await session.send(innerOf(streamOf(begun), null), request, release);
  const error = new AgentMemoryError('SESSION_CLOSED', 'It is closed.');
  memory.reconcile = async () => {
    throw error;
  };
  await readToItsEnd(stream);
  await expect.poll(() => release).toHaveBeenCalledOnce();
});

test('[RCT-5] says in words that there is no transport, and sends and keeps nothing', async () => {
  const { memory, asked } = aMemory();
  const none = undefined;
  const said = expect.objectContaining({
    code: 'INVALID_OPTION',
    message: expect.stringMatching(/no transport to send with.*got undefined/),
  });
  const session = new ChatSession(memory);
  await expect(session.send(none, request, () => undefined)).rejects.toEqual(said);
  await expect(session.reconnect(none, {}, () => undefined)).rejects.toEqual(said);
  expect(asked).toEqual([]);
});

test('[RCT-5] says in words that a transport gave no stream', async () => {
  const { memory } = aMemory();
  const nothing = undefined as unknown as ReadableStream<unknown>;
  const wrapped = innerOf(nothing, nothing);
  const said = expect.objectContaining({
    code: 'INVALID_OPTION',
    message: expect.stringMatching(/gave no stream.*got undefined/),
  });
  const session = new ChatSession(memory);
  await expect(session.send(wrapped, request, () => undefined)).rejects.toEqual(said);
  await expect(session.reconnect(wrapped, {}, () => undefined)).rejects.toEqual(said);
});

test('[STO-8] a chat shows the whole answer, and then that it could not be stored', async () => {
  const { memory } = aMemory();
  const error = new AgentMemoryError('NOT_STORED', 'It is in this page alone.', {
    phase: 'store',
  });
  memory.reconcile = async () => {
    throw error;
  };
  const inner = innerOf(streamOf([...begun, ...rest]), null);
  const stream = await new ChatSession(memory).send(inner, request, () => undefined);
  const told: unknown[] = [];
  const reading = (async () => {
    for await (const chunk of stream) told.push(chunk);
  })();
  await expect(reading).rejects.toBe(error);
  expect(told).toEqual([...begun, ...rest]);
});

test('[STO-10] each piece of an answer gives the memory the list as far as it has come', async () => {
  const { memory, lists, drafts } = aMemory();
  const rest: UiMessageChunk = { type: 'text-delta', id: '1', delta: 'two.' };
  const session = new ChatSession(memory);
  const stream = await session.send(
    innerOf(streamOf([...begun, rest]), null),
    request,
    () => undefined,
  );
  await readToItsEnd(stream);
  const texts = drafts.map((list) =>
    list.map(({ parts }) => parts.map((part) => Object(part).text)),
  );
  expect(texts).toEqual([
    [[], ['']],
    [[], ['One ']],
    [[], ['One two.']],
  ]);
  await expect.poll(() => lists.at(-1)).toMatchObject([{ id: 'q' }, { id: 'a' }]);
});
