import { estimateTokens, loadTiktokenCounter } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { contextsOf, estimatorRows, kindRows } from './estimator-rows.mjs';

/** A token for each blank; an estimate says 10 % less where the text is about rain. */
const count = (text: string) => text.split(' ').length;
const estimate = (text: string) => count(text) * (text.includes('rain') ? 0.9 : 1.02);

const sun = (name: string) => ({ kind: 'prose' as const, name, texts: ['sun '.repeat(4_000)] });
const rain = (name: string) => ({ kind: 'prose' as const, name, texts: ['rain '.repeat(4_000)] });

test('[BENCH] says how far the estimator is off in the mean and in the worst context', () => {
  const [row] = estimatorRows([sun('a'), sun('b'), sun('c'), rain('d')], estimate, count);
  expect(row).toMatchObject({ system: 'agent-memory estimator', kind: 'prose', sources: 4 });
  expect(row?.meanError).toBeGreaterThan(0.02);
  expect(row?.meanError).toBeLessThan(0.1);
  expect(row?.worstUndercountOneSource).toBeCloseTo(0.1);
  // At most a third of a context is rain: 2 % too much in two thirds, 10 % too little in one.
  expect(row?.worstUndercount).toBeGreaterThan(0.01);
  expect(row?.worstUndercount).toBeLessThan(0.03);
});

test('[BENCH] an overcount is no undercount', () => {
  const [row] = estimatorRows([sun('a'), sun('b'), sun('c'), sun('d')], estimate, count);
  expect(row).toMatchObject({
    contexts: expect.any(Number),
    worstUndercount: 0,
    worstUndercountOneSource: 0,
  });
  expect(row?.ratio).toBeCloseTo(1.02);
});

test('[BENCH] a kind without texts has no row', () => {
  expect(estimatorRows([sun('a')], estimate, count).map(({ kind }) => kind)).toEqual(['prose']);
});

test('[BENCH] a whole context has 4,000 tokens from three sources or more', () => {
  const source = (estimated: number) =>
    Array.from({ length: 40 }, () => ({ estimated, counted: 100 }));
  const contexts = contextsOf([source(1), source(1_000), source(1_000_000), source(0)]);
  expect(contexts.length).toBeGreaterThan(0);
  for (const { estimated, counted } of contexts) {
    expect(counted).toBe(4_000);
    // 13 passages are the most of a source, so at least two others have a say.
    for (const share of [1, 1_000, 1_000_000].map((unit) => Math.floor(estimated / unit) % 1_000)) {
      expect(share).toBeLessThanOrEqual(13);
    }
  }
});

test('[BENCH] sources that do not fill a context make none', () => {
  const short = [{ estimated: 100, counted: 100 }];
  expect(contextsOf([short, short, short])).toEqual([]);
});

test('[TOK-2] an estimate is 0.90 to 1.25 of the count in every script, and of symbols and data', async () => {
  const counter = await loadTiktokenCounter();
  const rows = kindRows(estimateTokens, (text) => counter.count(text));
  expect(rows.length).toBeGreaterThan(60);
  const outside = rows.filter(({ ratio }) => ratio < 0.9 || ratio > 1.25);
  expect(outside.map(({ kind, ratio }) => `${kind} ${ratio}`)).toEqual([]);
});
