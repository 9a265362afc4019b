import { expect, test, vi } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { ExportOptions, LongTermMemory } from './long-term-memory.ts';

const FACT = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
const PASSPHRASE = { passphrase: 'open sesame' };

const aMemory = (store = inMemoryRecordStore(), user = 'ada') =>
  createLongTermMemory({ user, store });

async function linesOf(memory: LongTermMemory, options?: ExportOptions): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of memory.exportLines(options)) lines.push(line);
  return lines;
}

async function livedIn() {
  const store = inMemoryRecordStore();
  const memory = aMemory(store);
  await memory.store({ ...FACT, text: 'Ada lives in Rome.' });
  await memory.store({ ...FACT, text: 'Ada keeps bees.' });
  return { store, memory, lines: await linesOf(memory) };
}

const takenBy = async (memory: LongTermMemory, lines: string | readonly string[]) => {
  const { from, sentence } = await memory.importLines(lines);
  return { from, sentence };
};

test('[STO-12] what this store exported is a backup by itself, in an editor’s line ends too, and its records are what they were', async () => {
  const { store, memory, lines } = await livedIn();
  for (const record of (await memory.list()).items) await memory.forget(record.record.id);
  const report = await memory.importLines(`\uFEFF${lines.join('\r\n')}\r\n\n`);
  expect(report).toMatchObject({ from: 'backup', refused: [] });
  expect(report.sentence).toContain('nothing in it was changed');
  const history = createLongTermMemory({ user: 'ada', namespace: 'project:x', store });
  expect(await takenBy(history, lines)).toMatchObject({ from: 'backup' });
});

/** What somebody may do to the lines of a file: header, two records, seal. */
const CHANGES: readonly [string, (lines: string[]) => readonly string[], RegExp][] = [
  ['a word', (lines) => lines.map((line) => line.replace('Rome', 'Oslo')), /was changed/],
  ['its time', ([head = '', ...rest]) => [head.replace(/\d+(?=\})/, '1'), ...rest], /was changed/],
  ['a line away', ([head = '', , ...rest]) => [head, ...rest], /was changed/],
  ['the order', ([head = '', one = '', two = '', seal = '']) => [head, two, one, seal], /changed/],
  ['a line twice', ([head = '', one = '', ...rest]) => [head, one, one, ...rest], /was changed/],
  ['a line behind the seal', (lines) => [...lines, lines[1] ?? ''], /was changed/],
  ['the end away', (lines) => lines.slice(0, -1), /no seal/],
  ['half of the seal', (lines) => lines.with(-1, '{"seal":{"by":"store","key":"x"}}'), /no seal/],
  [
    'the seal',
    (lines) => lines.with(-1, (lines.at(-1) ?? '').replace(/"mac":"./, '"mac":"_')),
    /changed/,
  ],
];

test.each(CHANGES)(
  '[STO-12] a file with another hand in it counts as somebody else’s, and a sentence says so: %s',
  async (_, change, sentence) => {
    const { memory, lines } = await livedIn();
    expect(await takenBy(memory, change(lines))).toEqual({
      from: 'outside',
      sentence: expect.stringMatching(sentence),
    });
  },
);

test('[STO-12] a file of another store, another user, or from before the data were cleared is somebody else’s unless the app vouches for it', async () => {
  const { store, lines } = await livedIn();
  const others = [aMemory(), aMemory(store, 'bob')];
  for (const other of others) {
    const taken = await takenBy(other, lines);
    expect(taken).toMatchObject({ from: 'outside', sentence: /another store or for another user/ });
    expect(taken.sentence).toContain('somebody else’s');
  }
  const cleared = aMemory();
  expect(await cleared.importLines(lines, { from: 'backup' })).toMatchObject({ from: 'backup' });
  const [{ record } = { record: undefined }] = (await cleared.list()).items;
  expect(record).toMatchObject({ source: 'user_stated' });
  const own = aMemory(store);
  expect(await own.importLines(lines, { from: 'outside' })).toMatchObject({ from: 'outside' });
});

test('[STO-12] a backup that is sealed by a passphrase fits in any store, and with no other one', async () => {
  const { memory } = await livedIn();
  const lines = await linesOf(memory, PASSPHRASE);
  expect(lines.join()).not.toContain(PASSPHRASE.passphrase);
  const elsewhere = aMemory();
  expect(await takenBy(elsewhere, lines)).toMatchObject({ from: 'outside', sentence: /not given/ });
  const wrong = aMemory();
  const importing = wrong.importLines(lines, { passphrase: 'open barley' });
  await expect(importing).rejects.toMatchObject({ option: 'passphrase' });
  expect((await wrong.list()).items).toEqual([]);
  expect(await wrong.importLines(lines, PASSPHRASE)).toMatchObject({ from: 'backup', imported: 2 });
  const changed = lines.map((line) => line.replace('bees', 'cats'));
  expect(await aMemory().importLines(changed, PASSPHRASE)).toMatchObject({ from: 'outside' });
});

test('[STO-12] an empty passphrase is refused before a line is given or read', async () => {
  const { memory, lines } = await livedIn();
  await expect(linesOf(memory, { passphrase: '' })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
  });
  const importing = memory.importLines(lines, { passphrase: '' });
  await expect(importing).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});

test('[STO-12] a page without WebCrypto exports without a seal, and takes files as somebody else’s', async () => {
  const { memory, lines } = await livedIn();
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  const unsealed = await linesOf(memory);
  expect(unsealed).toHaveLength(3);
  expect(await takenBy(memory, lines)).toMatchObject({ from: 'outside' });
  await expect(linesOf(memory, PASSPHRASE)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  vi.restoreAllMocks();
  expect(await takenBy(memory, unsealed)).toMatchObject({ from: 'outside', sentence: /no seal/ });
});

test('[STO-12] a large file is sealed and read in blocks', async () => {
  const { memory } = await livedIn();
  const evidence = Array.from({ length: 1_000 }, (_, at) => {
    return { sessionId: 'a long chat', entryId: `entry-${at}` };
  });
  for (const city of ['Oslo', 'Bern', 'Riga']) {
    await memory.store({ ...FACT, text: `Ada was in ${city}.`, evidence });
  }
  const lines = await linesOf(memory);
  expect(lines.join().length).toBeGreaterThan(2 * 65_536);
  expect(await takenBy(memory, lines)).toMatchObject({ from: 'backup' });
  const at = lines.findLastIndex((line) => line.includes('entry-999'));
  const late = lines.with(at, (lines[at] ?? '').replace('entry-999', 'entry-998'));
  expect(await takenBy(memory, late)).toMatchObject({ from: 'outside' });
});
