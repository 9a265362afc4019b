import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { headerLine, recordLine } from '../lines/record-lines.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { aRecord } from '../testing/a-record.ts';
import { aReplaceableStore } from '../testing/a-replaceable-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';
import { wordIndex } from './word-index.ts';

const FACT = { type: 'user', kind: 'fact', subject: 'Ada', source: 'user_stated' } as const;

function aMemory() {
  const clock = aSimulatedClock();
  return { clock, memory: createLongTermMemory({ clock, user: 'ada', utcOffsetMinutes: 0 }) };
}

async function linesOf(memory: LongTermMemory): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of memory.exportLines()) lines.push(line);
  return lines;
}

async function livedIn() {
  const { clock, memory } = aMemory();
  const outcome = await memory.store({ ...FACT, text: 'Ada lives in Paris.' });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  clock.advance(1000);
  await memory.correct(outcome.record.id, 'Ada lives in Rome.');
  await memory.set('theme', 'dark');
  return { clock, memory };
}

test('[LTM-8] what is exported and imported is the same memory, with its history', async () => {
  const one = await livedIn();
  const other = aMemory();
  const report = await other.memory.importLines(await linesOf(one.memory), { from: 'backup' });
  expect(report).toMatchObject({ imported: 3, unchanged: 0, refused: [], from: 'backup' });
  const textsIn = async (memory: LongTermMemory) =>
    (await memory.list()).items.map(({ record }) => record.text).sort();
  expect(await textsIn(other.memory)).toEqual(await textsIn(one.memory));
  const then = one.clock.nowMs() - 1000;
  expect((await other.memory.asOf(then)).map(({ record }) => record.text)).toEqual([
    'Ada lives in Paris.',
  ]);
  const [rome] = (await other.memory.list({ subject: 'Ada' })).items;
  expect(await other.memory.history(rome?.record.id ?? '')).toHaveLength(3);
});

test('[LTM-8] an import that comes twice changes nothing, and what is written again is known', async () => {
  const one = await livedIn();
  const { memory } = aMemory();
  const lines = await linesOf(one.memory);
  await memory.importLines(lines.join('\n'));
  expect(await memory.importLines(lines)).toMatchObject({ imported: 0, unchanged: 3 });
  const again = await memory.store({ ...FACT, text: 'Ada lives in Rome.' });
  expect(again.kind).not.toBe('stored');
});

test('[LTM-8] a damaged line is refused by its number, and nothing is imported', async () => {
  const { memory: source } = await livedIn();
  const lines = await linesOf(source);
  const { memory } = aMemory();
  const damages: readonly (readonly [number, string])[] = [
    [1, '{"format":"other","version":1}'],
    [1, '{"format":"agent-memory-records","version":99}'],
    [2, 'no JSON'],
    [2, '{"record":{"id":"a"}}'],
    [3, (lines[2] ?? '').replace('"confidence":1', '"confidence":7')],
    [3, (lines[2] ?? '').replace('"type":"user"', '"type":"everybody"')],
    [3, (lines[2] ?? '').replace('"metadata":{}', '"metadata":{},"extra":1')],
  ];
  for (const [line, text] of damages) {
    const damaged = lines.with(line - 1, text);
    await expect(memory.importLines(damaged)).rejects.toMatchObject({ line });
  }
  await expect(memory.importLines('')).rejects.toMatchObject({ line: 1 });
  expect((await memory.list()).items).toEqual([]);
});

test("[LTM-8] [NS-1] another user's lines are refused one by one, and the rest is taken in", async () => {
  const { memory: source } = await livedIn();
  const bob = createLongTermMemory({ user: 'bob' });
  const report = await bob.importLines(await linesOf(source));
  expect(report).toMatchObject({ imported: 0, unchanged: 0 });
  expect(report.refused.map(({ line, refusal }) => [line, refusal.rule])).toEqual([
    [2, 'PRIVATE'],
    [3, 'PRIVATE'],
    [4, 'PRIVATE'],
  ]);
});

test('[LTM-8] [NS-1] a file reaches no record of another namespace by its id', async () => {
  const store = inMemoryRecordStore();
  const [ada, bob] = ['ada', 'bob'].map((user) => createLongTermMemory({ store, user }));
  const away = createLongTermMemory({ user: 'bob' });
  if (!ada || !bob) throw new Error('Both are there.');
  await ada.store({ ...FACT, id: 'dog', text: "Ada's dog is called Rex." });
  await away.store({ ...FACT, id: 'dog', text: "Bob's dog is called Max." });
  const lines = (await linesOf(away)).map((line) =>
    line.replaceAll('user:bob/dog', 'user:ada/dog'),
  );
  expect(await bob.importLines(lines)).toMatchObject({ imported: 1, unchanged: 0, refused: [] });
  expect(await bob.importLines(lines)).toMatchObject({ imported: 0, unchanged: 1 });
  const texts = async (memory: LongTermMemory) =>
    (await memory.list()).items.map(({ record }) => record.text);
  expect(await texts(bob)).toEqual(["Bob's dog is called Max."]);
  expect(await texts(ada)).toEqual(["Ada's dog is called Rex."]);
});

test('[LTM-8] what was erased here does not come back with a file', async () => {
  const { memory } = await livedIn();
  const lines = await linesOf(memory);
  await memory.erase({ everything: true });
  const report = await memory.importLines(lines);
  expect(report.refused.map(({ refusal }) => refusal.rule)).toEqual(['ERASED', 'ERASED', 'ERASED']);
  expect((await memory.list()).items).toEqual([]);
});

test('[GRD-1] a file does not make a record surer than its source is', async () => {
  const { memory: source } = aMemory();
  await source.store({ ...FACT, type: 'reference', source: 'external', text: 'The moon is near.' });
  const lines = await linesOf(source);
  const { memory } = aMemory();
  await memory.importLines(lines.map((line) => line.replace('"confidence":0.3', '"confidence":1')));
  expect((await memory.list()).items[0]?.confidence).toBe(0.3);
});

test('[LTM-5] a weaker record from a file takes no place of a surer one, and the report names that', async () => {
  const { memory, clock } = aMemory();
  const known = await memory.set('where', 'Ghent');
  if (known.kind === 'refused') throw new Error(known.refusal.sentence);
  clock.advance(1000);
  const later = aMemory();
  later.clock.advance(1000);
  await later.memory.set('where', 'Paris', { source: 'external' });
  // Newer records stand ahead in a file.
  later.clock.advance(1);
  await later.memory.set('work', 'Rome', { source: 'external' });
  const sameId = recordLine(
    {
      ...known.record,
      revision: 2,
      text: 'where: Oslo',
      value: 'Oslo',
      confidence: 0.3,
      updatedAtMs: clock.nowMs(),
    },
    [],
  );
  clock.advance(1000);
  const report = await memory.importLines([...(await linesOf(later.memory)), sameId]);
  expect(report).toMatchObject({ imported: 1, unchanged: 0 });
  expect(report.refused).toMatchObject([
    { line: 3, refusal: { rule: 'OVERRULED', recordId: known.record.id } },
    { line: 5, refusal: { rule: 'OVERRULED', recordId: known.record.id } },
  ]);
  expect([await memory.get('where'), await memory.get('work')]).toEqual(['Ghent', 'Rome']);

  const surer = aMemory();
  surer.clock.advance(3000);
  await surer.memory.set('where', 'Bruges');
  expect(await memory.importLines(await linesOf(surer.memory), { from: 'backup' })).toMatchObject({
    imported: 1,
  });
  expect(await memory.get('where')).toBe('Bruges');
});

test('[LTM-8] times that no date can hold are refused by their line', async () => {
  const { memory } = await livedIn();
  const times = ['createdAtMs', 'updatedAtMs', 'confidenceAtMs', 'validFromMs', 'expiresAtMs'];
  for (const field of [...times, 'deadlineMs', 'reviewByMs', 'lastUsedAtMs', 'verifiedAtMs']) {
    for (const time of [9e15, -9e15, 1e300]) {
      const line = JSON.stringify({
        record: { ...aRecord({ namespace: 'user:ada' }), [field]: time },
      });
      const importing = memory.importLines([headerLine('agent-memory-records', 0), line]);
      await expect(importing).rejects.toThrow(`line 2 is damaged at \`record.${field}\``);
    }
  }
});

test('[LTM-8] a line larger than any draft could have become is refused, and the rest is taken in', async () => {
  const { memory } = aMemory();
  const own = { namespace: 'user:ada', type: 'user' } as const;
  const evidence = Array.from({ length: 1001 }, (_, at) => ({ sessionId: 's', entryId: `${at}` }));
  const records = [
    aRecord({ ...own, id: 'a', text: 'x'.repeat(1_000_000) }),
    aRecord({ ...own, id: 'b', metadata: { note: 'y'.repeat(2_000_000) } }),
    aRecord({ ...own, id: 'c', subject: 's'.repeat(501) }),
    aRecord({ ...own, id: 'd', evidence }),
    aRecord({ ...own, id: 'e', text: 'Ada drinks tea.' }),
  ];
  const lines = [
    headerLine('agent-memory-records', 0),
    ...records.map((record) => recordLine(record, [])),
  ];
  const report = await memory.importLines(lines);
  expect(report.imported).toBe(1);
  expect(report.refused.map(({ refusal: { rule, field } }) => [rule, field])).toEqual([
    ['TEXT_TOO_LONG', 'text'],
    ['INVALID_FIELD', 'metadata'],
    ['INVALID_FIELD', 'subject'],
    ['INVALID_FIELD', 'evidence'],
  ]);
});

test('[LTM-8] the longest deadline that there is has an end, and is exported and imported', async () => {
  const { memory } = aMemory();
  const outcome = await memory.store({ ...FACT, text: 'The card is valid.', deadlineMs: 8.64e15 });
  expect(outcome).toMatchObject({ record: { deadlineMs: 8.64e15, expiresAtMs: 8.64e15 } });
  const other = aMemory().memory;
  expect(await other.importLines(await linesOf(memory))).toMatchObject({ imported: 1 });
  const endless = createLongTermMemory({ user: 'ada', hypothesisLifeMs: 1e300 });
  await endless.store({ ...FACT, source: 'agent_inferred', text: 'Ada may like tea.' });
  expect(await aMemory().memory.importLines(await linesOf(endless))).toMatchObject({ imported: 1 });
});

test('[LTM-8] an export gives no line of what was erased while it ran', async () => {
  const { memory } = aMemory();
  const other = aMemory().memory;
  for (let at = 0; at < 20; at += 1) await other.set(`key-${at}`, at);
  await memory.importLines(await linesOf(other));
  const lines: string[] = [];
  for await (const line of memory.exportLines()) {
    lines.push(line);
    if (lines.length === 5) await memory.erase({ key: 'key-0' });
    if (lines.length === 10) await memory.erase({ everything: true });
  }
  // The seal comes last.
  expect(lines).toHaveLength(11);
});

test('[LTM-8] a mark at the beginning of a file is skipped, and what is no file at all is refused', async () => {
  const { memory } = await livedIn();
  const lines = await linesOf(memory);
  const other = aMemory().memory;
  expect(await other.importLines(`\uFEFF${lines.join('\n')}`)).toMatchObject({ imported: 3 });
  for (const slip of [5, null, undefined, {}, [7]]) {
    // A slip of a caller without types.
    const importing = other.importLines(slip as unknown as string);
    await expect(importing).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  }
});

test('[LTM-8] a large file is read, written and indexed in a few batches, and erased so', async () => {
  const inner = inMemoryRecordStore();
  const calls: Record<string, number> = {};
  const counted = <Owner extends object, Name extends keyof Owner & string>(
    owner: Owner,
    name: Name,
    method: Owner[Name] & ((...given: never[]) => unknown),
  ) => {
    Object.defineProperty(owner, name, {
      value: (...given: never[]) => {
        calls[name] = (calls[name] ?? 0) + 1;
        return method.apply(owner, given);
      },
    });
  };
  const index = wordIndex();
  counted(inner, 'commit', inner.commit);
  counted(inner, 'byIds', inner.byIds);
  counted(inner, 'byKeys', inner.byKeys);
  counted(inner, 'versions', inner.versions);
  counted(inner, 'tombstones', inner.tombstones);
  counted(index, 'add', index.add);
  counted(index, 'remove', index.remove);
  const memory = createLongTermMemory({ store: inner, index, user: 'ada' });
  await memory.ready;
  const records = Array.from({ length: 1200 }, (_, number) =>
    recordLine(aRecord({ id: `r${number}`, key: `key ${number}`, text: `Fact ${number}.` }), []),
  );
  expect(
    await memory.importLines([headerLine('agent-memory-records', 0), ...records]),
  ).toMatchObject({ imported: 1200 });
  expect(calls).toEqual({ commit: 3, byIds: 6, byKeys: 3, tombstones: 3, add: 3 });
  expect(await linesOf(memory)).toHaveLength(1202);
  expect(calls).toMatchObject({ versions: 12 });
  expect((await memory.erase({ everything: true })).recordIds).toHaveLength(1200);
  expect(calls).toMatchObject({ commit: 6, versions: 15, remove: 3 });
});

test('[LTM-8] an import goes on in a store that was deleted meanwhile, with the ids of the new one', async () => {
  const { store, beginAnew } = aReplaceableStore();
  const memory = createLongTermMemory({ store, index: wordIndex(), user: 'ada' });
  const stop = memory.subscribe(() => {
    beginAnew();
    stop();
  });
  const records = Array.from({ length: 600 }, (_, number) => {
    const id = `m-${number.toString(16).padStart(32, '0')}`;
    return recordLine(aRecord({ id, text: `Fact ${number}.` }), []);
  });
  expect(
    await memory.importLines([headerLine('agent-memory-records', 0), ...records], {
      from: 'backup',
    }),
  ).toMatchObject({
    imported: 600,
  });
  expect((await memory.list({}, { limit: 1000 })).items).toHaveLength(100);
  const { type, kind, source } = FACT;
  const again = await memory.store({ type, kind, source, text: 'Fact 599.' });
  expect(again.kind).toBe('unchanged');
});
