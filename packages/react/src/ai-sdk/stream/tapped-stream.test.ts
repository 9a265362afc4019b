import { expect, test } from 'vitest';
import type { Opening } from './opening.ts';
import { tappedStream } from './tapped-stream.ts';

function tapped(source: ReadableStream<unknown>) {
  const heard: unknown[] = [];
  const opening: Opening = { chunks: [1], rest: source.getReader() };
  const stream = tappedStream(opening, {
    onChunk: (chunk) => heard.push(chunk),
    onEnd: async (how) => {
      heard.push(how);
      return undefined;
    },
  });
  return { heard, stream };
}

function numbers(pulled: number[] = []): ReadableStream<unknown> {
  let next = 2;
  return new ReadableStream(
    {
      pull(controller) {
        pulled.push(next);
        controller.enqueue(next);
        next += 1;
        if (next > 3) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}

async function everythingOf(stream: ReadableStream<unknown>): Promise<readonly unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

test('[RCT-5] hears of each chunk once, and of the end', async () => {
  const { heard, stream } = tapped(numbers());
  expect(await everythingOf(stream)).toEqual([1, 2, 3]);
  expect(heard).toEqual([1, 2, 3, 'finished']);
});

test('[RCT-5] reads nothing before its reader', async () => {
  const pulled: number[] = [];
  const { heard, stream } = tapped(numbers(pulled));
  const reader = stream.getReader();
  await reader.read();
  await nextTask();
  expect(heard).toEqual([1]);
  expect(pulled).toEqual([]);
  await reader.cancel();
  expect(heard).toEqual([1, 'cancelled']);
});

test('[RCT-5] hears once of a stream that breaks off, and passes the error on', async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error('gone'));
    },
  });
  const { heard, stream } = tapped(broken);
  await expect(everythingOf(stream)).rejects.toThrow('gone');
  expect(heard).toEqual([1, 'broken']);
});

test('[RCT-5] cancels its source with the reason of its reader', async () => {
  let reason: unknown;
  const { stream } = tapped(
    new ReadableStream({
      cancel(given) {
        reason = given;
      },
    }),
  );
  await stream.cancel('enough');
  expect(reason).toBe('enough');
});
