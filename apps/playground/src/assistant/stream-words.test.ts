import { expect, test } from 'vitest';
import { streamWords } from './stream-words.ts';

const atOnce = () => Promise.resolve();

async function collected(texts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return all;
}

test('shows a text a word at a time and whole at the end', async () => {
  const { signal } = new AbortController();
  const shown = await collected(streamWords('One two  three.', { signal, wait: atOnce }));
  expect(shown).toEqual(['One ', 'One two  ', 'One two  three.']);
});

test('stands still where it was stopped', async () => {
  const controller = new AbortController();
  const shown: string[] = [];
  for await (const text of streamWords('a b c d', { signal: controller.signal, wait: atOnce })) {
    shown.push(text);
    if (shown.length === 2) controller.abort();
  }
  expect(shown).toEqual(['a ', 'a b ']);
});

test('shows several words of a long text at once, and all of them in the end', async () => {
  const { signal } = new AbortController();
  const text = 'word '.repeat(1_001);
  const shown = await collected(streamWords(text, { signal, wait: atOnce }));
  expect(shown.length).toBeLessThan(200);
  expect(shown.at(-1)).toBe(text);
});

test('takes no longer for a long text than it may', async () => {
  const { signal } = new AbortController();
  let waitedMs = 0;
  const measured = (ms: number): Promise<void> => {
    waitedMs += ms;
    return Promise.resolve();
  };
  await collected(streamWords('word '.repeat(2_000), { signal, wait: measured }));
  expect(waitedMs).toBeLessThanOrEqual(2_520);
});

test('shows nothing of an empty text', async () => {
  const { signal } = new AbortController();
  expect(await collected(streamWords('', { signal, wait: atOnce }))).toEqual([]);
});
