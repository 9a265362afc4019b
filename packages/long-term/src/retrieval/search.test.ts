import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { conceptEmbedder } from '../testing/concept-embedder.ts';
import { createRetrievalIndex } from './create-retrieval-index.ts';
import type { RetrievalDocument, RetrievalQuery } from './retrieval-index.ts';
import type { RetrievalIndexOptions } from './retrieval-options.ts';

const DAY_MS = 86_400_000;

function aGate(): readonly [opened: Promise<void>, open: () => void] {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, open];
}

async function indexOf(documents: readonly RetrievalDocument[], options?: RetrievalIndexOptions) {
  const index = await createRetrievalIndex(options);
  await index.add(documents);
  await index.settled();
  const found = async (query: string | RetrievalQuery) =>
    index.search(typeof query === 'string' ? { text: query, nowMs: 0 } : { nowMs: 0, ...query });
  const ids = async (query: string | RetrievalQuery) =>
    (await found(query)).hits.map(({ document }) => document.id);
  return { index, found, ids };
}

test('[RET-1] words find alone, meaning finds alone, and together they find more', async () => {
  const documents = [
    { id: 'words', text: 'The quartz lamp is broken.' },
    { id: 'meaning', text: 'Her vessel sank.' },
    { id: 'neither', text: 'It rained.' },
  ];
  const embedder = () => conceptEmbedder([['ship', 'vessel']]);
  const text = 'quartz ship';
  const words = await indexOf(documents, { neighbours: false });
  const both = await indexOf(documents, { neighbours: false, embedder: embedder() });
  expect(await words.ids(text)).toEqual(['words']);
  expect((await both.ids('ship'))[0]).toBe('meaning');
  expect((await both.ids(text)).slice(0, 2).sort()).toEqual(['meaning', 'words']);
});

test('[RET-1] a strong hit of words survives a low cosine', async () => {
  const embedder = conceptEmbedder([['invoice', 'bill', 'payment', 'money']]);
  const { ids } = await indexOf(
    [
      { id: 'exact', text: 'XK-4711 lies in the drawer.' },
      ...Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, text: `money payment bill ${at}` })),
    ],
    { embedder },
  );
  expect((await ids('invoice XK-4711'))[0]).toBe('exact');
});

test('[RET-1] an embedder that fails leaves the words, and the answer says so', async () => {
  const failing = {
    model: { id: 'broken', version: '1' },
    embed: () => Promise.reject(new Error('The model ran out of memory.')),
  };
  const { index, found } = await indexOf([{ id: 'a', text: 'boat' }], { embedder: failing });
  const { hits, degraded } = await found('boat');
  expect(hits).toHaveLength(1);
  expect(degraded.join()).toMatch(/words alone.*ran out of memory/);
  expect((await index.status()).problems.join()).toMatch(/ran out of memory/);
});

test('[RET-1] an embedder that never answers leaves the words, and its late answer counts for nothing', async () => {
  const inner = conceptEmbedder([['ship', 'boat']]);
  const [late, answerLate] = aGate();
  const [asked, begin] = aGate();
  const embedder = {
    model: inner.model,
    async embed(...[texts, call]: Parameters<typeof inner.embed>) {
      if (call.purpose === 'query') {
        begin();
        await late;
      }
      return inner.embed(texts, call);
    },
  };
  const clock = aSimulatedClock();
  const options = { embedder, clock, questionTimeoutMs: 500, neighbours: false as const };
  const { index } = await indexOf([{ id: 'a', text: 'boat' }], options);
  const searching = index.search({ text: 'boat' });
  await asked;
  clock.advance(500);
  const { hits, degraded } = await searching;
  expect(hits.map(({ document }) => document.id)).toEqual(['a']);
  expect(Object.keys(hits[0]?.signals ?? {})).not.toContain('meaning');
  expect(degraded).toEqual([expect.stringMatching(/did not answer within 0.5 s/)]);
  await index.add([{ id: 'b', text: 'ship' }]);
  await index.settled();
  expect(await index.status()).toEqual({ documents: 2, withVector: 2, problems: [] });
  answerLate();
  expect((await index.search({ text: 'boat' })).degraded).toEqual([]);
});

test('[RET-2] a time limit that is none is refused', async () => {
  await expect(createRetrievalIndex({ questionTimeoutMs: 0 })).rejects.toThrow('questionTimeoutMs');
});

test('[RET-2] filters let through what was asked for, and what was created then', async () => {
  const { ids } = await indexOf([
    { id: 'a', text: 'boat', fields: { namespace: 'x', kind: 'fact' }, createdAtMs: DAY_MS },
    {
      id: 'b',
      text: 'boat trip',
      fields: { namespace: 'y', kind: 'fact' },
      createdAtMs: 2 * DAY_MS,
    },
    { id: 'c', text: 'boat race' },
  ]);
  expect(await ids({ text: 'boat', fields: { namespace: ['x', 'z'] } })).toEqual(['a']);
  expect(await ids({ text: 'boat', fields: { namespace: ['y'], kind: ['goal'] } })).toEqual([]);
  expect(await ids({ text: 'boat', fromMs: 2 * DAY_MS })).toEqual(['b']);
  expect(await ids({ text: 'boat', toMs: 2 * DAY_MS })).toEqual(['a']);
});

test('[RET-2] what the filters keep out has no part in the scores of what they let through', async () => {
  const turn = (id: string, text: string, namespace: string) => {
    return { id, text, sessionId: 's', fields: { namespace } };
  };
  const { ids } = await indexOf([turn('hidden', 'boat', 'x'), turn('near', 'cup', 'y')]);
  expect(await ids('boat')).toEqual(['hidden', 'near']);
  expect(await ids({ text: 'boat', fields: { namespace: ['y'] } })).toEqual([]);
});

test('[RET-8] more is fetched for what expired and for duplicates', async () => {
  const { found } = await indexOf([
    ...Array.from({ length: 40 }, (_, at) => ({ id: `old-${at}`, text: 'boat', expiresAtMs: 9 })),
    ...Array.from({ length: 40 }, (_, at) => ({ id: `same-${at}`, text: 'My boat!' })),
    { id: 'long', text: 'The boat lies in the harbour of the town where my uncle lives.' },
  ]);
  const { hits, cut } = await found({ text: 'boat', limit: 2, nowMs: 10 });
  expect(hits.map(({ document }) => document.id)).toEqual(['same-0', 'long']);
  expect(cut.filter(({ rule }) => rule === 'EXPIRED')).toHaveLength(40);
  expect(cut.filter(({ duplicateOf }) => duplicateOf === 'same-0')).toHaveLength(39);
});

test('[RET-2] hits fit a token budget: one that is too long makes room for shorter ones', async () => {
  const { found } = await indexOf([
    { id: 'best', text: 'boat boat engine' },
    { id: 'long', text: 'boat engine that was repaired by five people over many weeks' },
    { id: 'short', text: 'boat' },
  ]);
  const { hits, cut } = await found({ text: 'boat engine', maxTokens: 7 });
  expect(hits.map(({ document, rank }) => [document.id, rank])).toEqual([
    ['best', 1],
    ['short', 2],
  ]);
  expect(cut).toEqual([expect.objectContaining({ id: 'long', rule: 'OVER_TOKEN_BUDGET' })]);
});

test('[RET-3] the shares of the signals add up to the score, and every cut has its rule', async () => {
  const turns = ['When do we sail?', 'On 3 May, with Ben.', 'Bring the boat!', 'Fine.'];
  const { found } = await indexOf(
    turns.map((text, at) => {
      return { id: `${at}`, text, author: at % 2 ? 'Ben' : 'Ana', sessionId: 's', createdAtMs: at };
    }),
    { embedder: conceptEmbedder([['sail', 'boat']]) },
  );
  const text = 'When did Ben sail in January 1970?';
  const { hits, cut } = await found({ text, limit: 2, minScore: 0 });
  for (const { score, signals } of hits) {
    const sum = Object.values(signals).reduce((total, { share }) => total + share, 0);
    expect(sum).toBeCloseTo(score, 5);
  }
  expect(Object.keys(Object.assign({}, ...hits.map(({ signals }) => signals))).sort()).toEqual(
    ['around', 'author', 'date', 'form', 'meaning', 'session', 'words'].sort(),
  );
  expect(cut.map(({ rule }) => rule)).toEqual(['BELOW_LIMIT', 'BELOW_LIMIT']);
  const strict = await found({ text, minScore: 99 });
  expect(strict.hits).toEqual([]);
  expect(strict.cut.every(({ rule }) => rule === 'SCORE_BELOW_CUT')).toBe(true);
});

test('[RET-3] a score says nothing of the question’s words that no text has', async () => {
  const { found } = await indexOf([{ id: 'a', text: 'The boat is blue.' }], { neighbours: false });
  const asked = await found('boat');
  const askedMore = await found('boat insurance premium deadline');
  expect(asked.hits[0]?.score).toBeGreaterThan(0.9);
  expect(askedMore.hits[0]?.score).toBe(asked.hits[0]?.score);
});

test('[RET-6] a turn is found by what stands around it, by who speaks, and by when', async () => {
  const { ids } = await indexOf([
    { id: 'q', text: 'What is your parrot called?', author: 'Ana', sessionId: '1' },
    { id: 'a', text: 'Kokopelli, since last year.', author: 'Ben', sessionId: '1' },
    { id: 'other', text: 'I like tea.', author: 'Ben', sessionId: '2' },
    { id: 'may', text: 'We baked bread.', createdAtMs: Date.UTC(2024, 4, 3) },
    { id: 'june', text: 'We baked bread too.', createdAtMs: Date.UTC(2024, 5, 20) },
  ]);
  expect((await ids('Which name has the parrot of Ben?')).slice(0, 1)).toEqual(['a']);
  expect((await ids('Who baked bread in June 2024?'))[0]).toBe('june');
  expect((await ids('Who baked bread in May?'))[0]).toBe('may');
});

test('[RET-1] a search that was aborted ends with the reason', async () => {
  const { index } = await indexOf([{ id: 'a', text: 'boat' }], { embedder: conceptEmbedder([]) });
  const aborted = AbortSignal.abort(new Error('Never mind.'));
  await expect(index.search({ text: 'boat', signal: aborted })).rejects.toThrow('Never mind.');
});

test('[RET-2] what is no document or no limit is refused in a sentence, and nothing is added', async () => {
  const { index } = await indexOf([]);
  const broken = JSON.parse('{ "id": "b", "text": 7 }');
  await expect(index.add([{ id: 'a', text: 'boat' }, broken])).rejects.toThrow('documents.1');
  expect(await index.ids()).toEqual([]);
  await expect(index.search({ text: 'boat', limit: -1 })).rejects.toThrow('limit');
  await expect(index.search({ text: 'boat', maxTokens: Number.NaN })).rejects.toThrow('maxTokens');
  expect((await index.search({ text: '' })).hits).toEqual([]);
});

test('[RET-2] names that a search or a document does not know are refused, and nothing is added', async () => {
  const index = await createRetrievalIndex();
  const document = { id: 'a', text: 'boat', fields: { namespace: 'user:ada' } };
  await index.add([document]);
  const slips = [
    { feilds: { namespace: ['user:bob'] } },
    { minscore: 1 },
    { fields: { namespace: 'user:bob' } },
    { fields: null },
    { fromMs: 'x' },
    { minScore: Number.NaN },
  ];
  for (const slip of slips) {
    const searching = Reflect.apply(index.search, index, [{ text: 'boat', ...slip }]);
    await expect(searching).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  }
  for (const given of [[{ ...document, id: 'b', expiresAt: 1 }], 'b', null]) {
    const adding = Reflect.apply(index.add, index, [given]);
    await expect(adding).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  }
  expect(await index.ids()).toEqual(['a']);
});

test('[RET-5] a closed index takes nothing in and finds nothing', async () => {
  const index = await createRetrievalIndex();
  await index.close();
  const calls = [
    index.add([{ id: 'a', text: 'boat' }]),
    index.search({ text: 'boat' }),
    index.ids(),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});
