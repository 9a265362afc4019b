import { expect, test } from 'vitest';
import { readOpening, withId } from './opening.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';

function opened(...chunks: readonly UiMessageChunk[]) {
  const stream = new ReadableStream<unknown>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return readOpening(stream, undefined);
}

const start = { type: 'start' };
const step = { type: 'start-step' };
const text = { type: 'text-start', id: '1' };

test('[RCT-5] ends an opening with the first chunk that shows something', async () => {
  const { chunks, rest, error } = await opened(start, step, text, { type: 'text-end', id: '1' });
  expect(chunks).toEqual([start, step, text]);
  expect(error).toBeUndefined();
  expect(await rest.read()).toEqual({ done: false, value: { type: 'text-end', id: '1' } });
});

test('[RCT-5] tells an answer that is nothing but an error', async () => {
  const { error } = await opened(start, { type: 'error', errorText: 'too long' });
  expect(error?.message).toBe('too long');
});

test('[RCT-5] gives up reading when it is aborted, and cancels the stream', async () => {
  let reason: unknown;
  const silent = new ReadableStream({
    cancel(given) {
      reason = given;
    },
  });
  const controller = new AbortController();
  const opening = readOpening(silent, controller.signal);
  controller.abort();
  await expect(opening).rejects.toThrow('aborted');
  expect(reason).toBe(controller.signal.reason);
});

test.each([
  ['a start', [start, step, text], [{ ...start, messageId: 'a' }, step, text]],
  ['no start', [text], [{ type: 'start', messageId: 'a' }, text]],
  [
    'a start with metadata',
    [{ ...start, messageMetadata: { model: 'm' } }],
    [{ ...start, messageMetadata: { model: 'm' }, messageId: 'a' }],
  ],
  [
    'a start with an id',
    [{ ...start, messageId: 'b' }, text],
    [{ ...start, messageId: 'b' }, text],
  ],
  ['nothing to show', [start, { type: 'finish' }], [start, { type: 'finish' }]],
  [
    'an error',
    [start, { type: 'error', errorText: 'no' }],
    [start, { type: 'error', errorText: 'no' }],
  ],
])('[RCT-5] names an answer whose opening has %s', async (_, chunks, named) => {
  expect(withId(await opened(...chunks), 'a').chunks).toEqual(named);
});
