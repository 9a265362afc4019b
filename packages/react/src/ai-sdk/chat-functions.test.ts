import type { AssembledContext } from '@agent-memory/core';
import type { aiSdkUi } from '@agent-memory/formats';
import { expect, test, vi } from 'vitest';
import type { ChatMemory } from '../chat/chat-memory.ts';
import { chatFunctionsOf } from './chat-functions.ts';
import type { ChatTransportLike, SendMessagesOptions } from './chat-transport.ts';
import type { UiMessageChunk } from './stream/ui-message-chunk.ts';

function aMemory(): ChatMemory & { readonly reconcile: ReturnType<typeof vi.fn> } {
  const context = { messages: [], plan: {} } as unknown as AssembledContext<typeof aiSdkUi>;
  const assembled = async () => context as never;
  return {
    reconcile: vi.fn(async () => []),
    assemble: assembled,
    onOverflow: assembled,
    reportUsage: async () => undefined,
    getState: () => ({ plan: undefined }),
  };
}

function streamOf(...chunks: readonly UiMessageChunk[]): ReadableStream<UiMessageChunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

const answered = [
  { type: 'start', messageId: 'a' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hello' },
];

function innerGiving(...chunks: readonly UiMessageChunk[]) {
  return {
    sendMessages: vi.fn(async (_: SendMessagesOptions) => streamOf(...chunks)),
    reconnectToStream: vi.fn(async (_: object) => null),
  };
}

const request: SendMessagesOptions = {
  trigger: 'submit-message',
  messageId: undefined,
  messages: [{ id: 'q', role: 'user', parts: [] }],
  abortSignal: undefined,
};

/** Counts who holds a memory. */
function aHold() {
  const hold = { holders: 0, times: 0 };
  const take = () => {
    hold.holders += 1;
    hold.times += 1;
    return () => {
      hold.holders -= 1;
    };
  };
  return { hold, take };
}

async function everythingOf(stream: ReadableStream<unknown>): Promise<readonly unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

test('[RCT-3] gives a memory the same functions and the same wrapper each time, and starts nothing', () => {
  const memory = aMemory();
  const chat = chatFunctionsOf(memory);
  const wrapper = chat.transport(innerGiving());
  expect(chatFunctionsOf(memory)).toBe(chat);
  expect(chat.transport(innerGiving())).toBe(wrapper);
  expect(memory.reconcile).not.toHaveBeenCalled();
});

test('[RCT-3] sends through the transport that was given last', async () => {
  const { transport } = chatFunctionsOf(aMemory());
  const [older, newer] = [innerGiving(...answered), innerGiving(...answered)];
  const wrapper = transport(older);
  transport(newer);
  await wrapper.sendMessages(request);
  expect(older.sendMessages).not.toHaveBeenCalled();
  expect(newer.sendMessages).toHaveBeenCalledOnce();
});

test('[RCT-5] passes on what a request has beside its messages', async () => {
  const inner = innerGiving(...answered);
  const own = { ...request, headers: { authorization: 'me' }, body: { theme: 'dark' } };
  await chatFunctionsOf(aMemory()).transport(inner).sendMessages(own);
  expect(inner.sendMessages).toHaveBeenCalledWith({ ...own, messages: [] });
});

test('[RCT-5] resumes as the transport that it wraps, and closes it', () => {
  const close = vi.fn();
  const inner = { ...innerGiving(), resumeStreamIsReplay: true, close };
  const wrapper = chatFunctionsOf(aMemory()).transport(inner);
  expect(wrapper.resumeStreamIsReplay).toBe(true);
  wrapper.close();
  expect(close).toHaveBeenCalledOnce();
});

test('[RCT-5] a missing transport is refused when something is sent, and not before', async () => {
  const wrapper = chatFunctionsOf(aMemory()).transport(undefined as unknown as ChatTransportLike);
  expect(wrapper.resumeStreamIsReplay).toBe(false);
  expect(() => wrapper.close?.()).not.toThrow();
  const sending = wrapper.sendMessages(request as never);
  await expect(sending).rejects.toThrow('There is no transport to send with');
});

test('[RCT-1] holds the memory until an answer that is read to its end is kept', async () => {
  const memory = aMemory();
  const { hold, take } = aHold();
  const stream = await chatFunctionsOf(memory, take)
    .transport(innerGiving(...answered))
    .sendMessages(request);
  expect(hold.holders).toBe(1);
  const chunks = await everythingOf(stream);
  expect(chunks).toEqual(answered);
  await expect.poll(() => hold.holders).toBe(0);
  const kept = memory.reconcile.mock.calls.at(-1)?.[0];
  expect(kept).toMatchObject([{ id: 'q' }, { id: 'a', parts: [{ text: 'Hello' }] }]);
});

test('[RCT-1] lets go of the memory when the answer is given up, refused, or not there', async () => {
  const { hold, take } = aHold();
  const { transport } = chatFunctionsOf(aMemory(), take);
  const stream = await transport(innerGiving(...answered)).sendMessages(request);
  await stream.cancel();
  await expect.poll(() => hold.holders).toBe(0);
  const inner = innerGiving();
  inner.sendMessages.mockRejectedValueOnce(new Error('refused'));
  await expect(transport(inner).sendMessages(request)).rejects.toThrow('refused');
  expect(await transport(inner).reconnectToStream({})).toBeNull();
  expect(hold).toEqual({ holders: 0, times: 3 });
});
