import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conceptEmbedder } from '../testing/concept-embedder.ts';
import { inMemorySegmentStore } from '../testing/in-memory-segment-store.ts';
import { createRetrievalIndex } from './create-retrieval-index.ts';
import type { HybridRetrievalIndex, RetrievalDocument } from './retrieval-index.ts';
import { withoutDocuments } from './segments/without-documents.ts';

const WORDS = ['boat', 'harbour', 'dinner', 'letter', 'violin', 'snow', 'Grüße', '東京', 'письмо'];

const aWord = fc.constantFrom(...WORDS);
const aText = fc.array(aWord, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
/** Of several passages. */
const aLongText = fc
  .array(aWord, { minLength: 200, maxLength: 400 })
  .map((words) => words.join(' '));
const aDocument = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    text: fc.oneof({ weight: 3, arbitrary: aText }, aLongText),
    role: fc.constantFrom('user', 'assistant'),
    author: fc.constantFrom('Ana', 'Ben'),
    sessionId: fc.constantFrom('one', 'two'),
    createdAtMs: fc.integer({ min: 0, max: 2e12 }),
  },
  { requiredKeys: ['id', 'text'] },
) as fc.Arbitrary<RetrievalDocument>;

type Change =
  | { readonly kind: 'add'; readonly documents: readonly RetrievalDocument[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] };

const aChange: fc.Arbitrary<Change> = fc.oneof(
  fc.array(aDocument, { maxLength: 4 }).map((documents) => ({ kind: 'add' as const, documents })),
  fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 })
    .map((ids) => ({ kind: 'remove' as const, ids })),
);

const concepts = [['boat', 'harbour']];
const withEmbedder = () => ({ embedder: conceptEmbedder(concepts), neighbours: false as const });

async function apply(index: HybridRetrievalIndex, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    if (change.kind === 'add') await index.add(change.documents);
    else await index.remove(change.ids);
  }
  await index.settled();
}

/** Everything that a few questions find, scores to five digits. */
async function answersOf(index: HybridRetrievalIndex): Promise<unknown> {
  const answers = [];
  for (const text of [...WORDS, 'Ana boat 2001', 'harbour violin']) {
    const { hits, cut, degraded } = await index.search({ text, limit: 4, nowMs: 1 });
    const shown = hits.map(({ document, score }) => [document, score.toFixed(5)]);
    answers.push([text, shown, cut.map(({ id, rule }) => [id, rule]), degraded]);
  }
  return answers;
}

test('[RET-5] what was stored and read answers as before, and nothing is embedded again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { maxLength: 8 }), async (changes) => {
      const segments = inMemorySegmentStore();
      const before = await createRetrievalIndex({ ...withEmbedder(), segments });
      await apply(before, changes);
      const expected = await answersOf(before);
      await before.close();

      const embedder = conceptEmbedder(concepts);
      const after = await createRetrievalIndex({ embedder, neighbours: false, segments });
      await after.settled();
      expect(embedder.calls).toEqual([]);
      expect(await answersOf(after)).toEqual(expected);
      await after.close();
    }),
    { seed: 4, numRuns: 40 },
  );
});

test('[RET-5] an index that grew and shrank answers as one made of what is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { maxLength: 8 }), async (changes) => {
      const grown = await createRetrievalIndex(withEmbedder());
      await apply(grown, changes);
      const fresh = await createRetrievalIndex(withEmbedder());
      await apply(fresh, [{ kind: 'add', documents: leftAfter(changes) }]);
      expect(await answersOf(grown)).toEqual(await answersOf(fresh));
    }),
    { seed: 5, numRuns: 40 },
  );
});

test('[LTM-8] what was removed is in no segment any more', async () => {
  const segments = inMemorySegmentStore();
  const index = await createRetrievalIndex({ ...withEmbedder(), segments });
  await index.add([
    { id: 'secret', text: 'The password is xylophone.', author: 'Quentin', sessionId: 'hidden' },
    { id: 'kept', text: 'The weather is fine.' },
  ]);
  await index.settled();
  expect(storedText(segments.bytes('memory'))).toMatch(/xylophone/);
  await index.remove(['secret']);
  const left = storedText(segments.bytes('memory'));
  expect(left).toMatch(/weather/);
  expect(left).not.toMatch(/xylophon|password|Quentin|hidden|secret/);
  await index.remove(['kept']);
  expect([...segments.bytes('memory').keys()]).toEqual([]);
});

test('[LTM-8] documents taken out of a stored index leave no word, and the rest answers as if they had been removed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aChange, { maxLength: 8 }),
      fc.subarray(['a', 'b', 'c', 'd', 'e', 'f']),
      async (changes, gone) => {
        const [removed, taken] = [inMemorySegmentStore(), inMemorySegmentStore()];
        for (const segments of [removed, taken]) {
          const index = await createRetrievalIndex({ ...withEmbedder(), segments });
          await apply(index, changes);
          if (segments === removed) await index.remove(gone);
          await index.close();
        }
        const stored = await taken.read('memory');
        await taken.write('memory', withoutDocuments(stored, new Set(gone)));
        expect(storedText(taken.bytes('memory'))).toBe(storedText(removed.bytes('memory')));
      },
    ),
    { seed: 6, numRuns: 40 },
  );
});

test('[LTM-8] a segment that cannot be read is emptied where documents are taken out, and reported', async () => {
  const segments = inMemorySegmentStore();
  await segments.write(
    'memory',
    new Map([['documents-0', new TextEncoder().encode('xylophone').buffer]]),
  );
  await segments.write('memory', withoutDocuments(await segments.read('memory'), new Set(['a'])));
  expect(storedText(segments.bytes('memory'))).not.toMatch(/xylophone/);
  const index = await createRetrievalIndex({ segments });
  expect((await index.status()).problems.join()).toMatch(/documents-0/);
});

test('[RET-5] a damaged segment costs what it held and is reported', async () => {
  const segments = inMemorySegmentStore();
  const index = await createRetrievalIndex({ ...withEmbedder(), segments });
  await index.add(Array.from({ length: 600 }, (_, at) => ({ id: `${at}`, text: `snow ${at}` })));
  await index.settled();
  await index.close();
  for (const name of ['documents-0', 'vectors-concepts@1-2']) {
    const bytes = new Uint8Array(segments.bytes('memory').get(name) ?? new ArrayBuffer(0));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
  }

  const after = await createRetrievalIndex({ ...withEmbedder(), segments });
  expect((await after.status()).problems).toEqual([
    expect.stringContaining('documents-0'),
    expect.stringContaining('vectors-concepts@1-2'),
  ]);
  expect(await after.ids()).toHaveLength(600 - 256);
  await after.settled();
  expect(await after.status()).toMatchObject({ documents: 344, withVector: 344 });
  expect((await after.search({ text: '599' })).hits[0]?.document.id).toBe('599');
});

test('[RET-5] damage of any kind never keeps an index from opening', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.constantFrom('documents-0', 'documents-x', 'vectors-a@1-0', 'vectors-', 'other'),
        fc.uint8Array({ maxLength: 40 }),
      ),
      async (damaged) => {
        const segments = inMemorySegmentStore();
        const entries = Object.entries(damaged).map(
          ([name, bytes]) => [name, Uint8Array.from(bytes).buffer] as const,
        );
        await segments.write('memory', new Map(entries));
        const index = await createRetrievalIndex({ ...withEmbedder(), segments });
        await index.add([{ id: 'a', text: 'boat' }]);
        expect((await index.search({ text: 'boat' })).hits).toHaveLength(1);
        await index.close();
      },
    ),
    { seed: 6, numRuns: 60 },
  );
});

test('[RET-5] storage that fails is reported, and the index works on', async () => {
  const refusing = {
    read: () => Promise.reject(new Error('No room on the disk.')),
    write: () => Promise.reject(new Error('No room on the disk.')),
    close: async () => undefined,
  };
  const unread = await createRetrievalIndex({ segments: refusing });
  await unread.add([{ id: 'a', text: 'boat' }]);
  expect((await unread.search({ text: 'boat' })).hits).toHaveLength(1);
  expect((await unread.status()).problems.join()).toMatch(/could not be read: No room/);

  const unwritten = await createRetrievalIndex({
    segments: { ...refusing, read: async () => new Map() },
  });
  await unwritten.add([{ id: 'a', text: 'boat' }]);
  await unwritten.settled();
  expect((await unwritten.status()).problems.join()).toMatch(/could not be stored: No room/);
});

/** A document that was replaced keeps its place; one that left its session goes to the end. */
function leftAfter(changes: readonly Change[]): readonly RetrievalDocument[] {
  const left = new Map<string, RetrievalDocument>();
  for (const change of changes) {
    if (change.kind === 'remove') for (const id of change.ids) left.delete(id);
    else
      for (const document of change.documents) {
        const former = left.get(document.id);
        if (former && former.sessionId !== document.sessionId) left.delete(document.id);
        left.set(document.id, document);
      }
  }
  return [...left.values()];
}

function storedText(segments: ReadonlyMap<string, ArrayBuffer>): string {
  return [...segments.values()].map((bytes) => new TextDecoder().decode(bytes)).join('\n');
}
