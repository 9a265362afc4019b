import { expect, onTestFinished, test } from 'vitest';
import { type KeptFiles, openKeptFiles } from './kept-files.ts';

async function files(): Promise<KeptFiles> {
  const opened = await openKeptFiles();
  if (!opened) throw new Error('This browser keeps files.');
  onTestFinished(async () => {
    for (const { name } of await opened.list()) await opened.remove(name);
  });
  return opened;
}

const MODEL = new File([new Uint8Array(300_000).fill(7)], 'tiny.gguf');
const quiet = { signal: new AbortController().signal, onBytes: () => undefined };

test('[MOD-6] a dropped file is found by its name as it was, until it is deleted', async () => {
  const kept = await files();
  const told: number[] = [];
  await kept.keep(MODEL, { ...quiet, onBytes: (bytes) => told.push(bytes) });
  expect(told.at(-1)).toBe(MODEL.size);
  const again = await (await files()).find('tiny.gguf');
  expect(await again?.bytes()).toEqual(await MODEL.bytes());
  expect((await kept.list()).map(({ name, size }) => [name, size])).toEqual([
    ['tiny.gguf', MODEL.size],
  ]);
  await kept.remove('tiny.gguf');
  await kept.remove('tiny.gguf');
  expect(await kept.find('tiny.gguf')).toBeUndefined();
});

test('[MOD-6] a copy that is given up is not found, and leaves the one before it', async () => {
  const kept = await files();
  const given = new AbortController();
  const onBytes = (): void => given.abort(new Error('left'));
  await expect(kept.keep(MODEL, { signal: given.signal, onBytes })).rejects.toThrow('left');
  expect(await kept.list()).toEqual([]);
  await kept.keep(MODEL, quiet);
  const later = new AbortController();
  const other = new File([new Uint8Array(9)], 'tiny.gguf');
  const leave = (): void => later.abort(new Error('left'));
  await expect(kept.keep(other, { signal: later.signal, onBytes: leave })).rejects.toThrow('left');
  expect((await kept.find('tiny.gguf'))?.size).toBe(MODEL.size);
});
