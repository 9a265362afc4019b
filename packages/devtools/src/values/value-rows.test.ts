import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { anArchivedContext, aValue, manyValues } from '../testing/plan-fixture.ts';
import {
  ALL_VALUES,
  statesOf,
  summaryRange,
  valueRows,
  valueStateWords,
  valuesLine,
} from './value-rows.ts';

const VALUES = [
  aValue(),
  aValue({ text: '240 EUR', kind: 'number', state: 'in-view' }),
  aValue({ text: 'uploads/Front.jpg', kind: 'path', state: 'no-room' }),
];
const textsOf = (filter: Partial<typeof ALL_VALUES>) =>
  valueRows(VALUES, { ...ALL_VALUES, ...filter }).map(({ value }) => value.text);

test('[CMP-11] all values are listed by rank, and a filtered one keeps its rank', () => {
  expect(textsOf({})).toEqual(['R-20418', '240 EUR', 'uploads/Front.jpg']);
  expect(valueRows(VALUES, { ...ALL_VALUES, phrase: 'path' })).toEqual([
    { key: 'uploads/Front.jpg', rank: 3, value: VALUES[2] },
  ]);
});

test('[CMP-11] values are found by a part of them, whatever its case', () => {
  expect(textsOf({ phrase: ' front ' })).toEqual(['uploads/Front.jpg']);
  expect(textsOf({ phrase: 'nobody' })).toEqual([]);
});

test('[CMP-11] values are filtered by where they stand and by kind or words together', () => {
  expect(textsOf({ state: 'in-view' })).toEqual(['240 EUR']);
  expect(textsOf({ state: 'in-view', phrase: 'path' })).toEqual([]);
});

test('[CMP-11] counts by state add up to all values', () => {
  expect(statesOf(manyValues(100))).toEqual([
    { state: 'sent', count: 34 },
    { state: 'in-view', count: 33 },
    { state: 'no-room', count: 33 },
  ]);
});

test('[CMP-11] the summary names the messages it covers', () => {
  expect(summaryRange(anArchivedContext([]))).toEqual({ fromSeq: 1, toSeq: 15 });
  const { summary: _, ...withoutSummary } = anArchivedContext([]);
  expect(summaryRange(withoutSummary)).toBeUndefined();
});

test('[CMP-11] a state that came later can be counted, chosen and read', () => {
  const state = newerKind<'sent'>('on-request');
  const values = [...VALUES, aValue({ text: 'late', state })];
  expect(statesOf(values).at(-1)).toEqual({ state, count: 1 });
  expect(valueRows(values, { ...ALL_VALUES, state }).map(({ key }) => key)).toEqual(['late']);
  expect(valueStateWords(state).name).toBe('on request');
});

test('[CMP-11] values in the context and those out of it are told in one sentence', () => {
  const absent = [
    aValue({ text: 'b', state: 'no-room' }),
    aValue({ text: 'd', state: 'replaced' }),
  ];
  const present = [aValue({ text: 'a', state: 'sent' }), aValue({ text: 'c', state: 'in-view' })];
  expect(valuesLine([...present, ...absent])).toBe(
    '4 exact values of what is out of context: 2 in the context, 2 not, which the originals keep.',
  );
  expect(valuesLine(present)).toBe(
    '2 exact values of what is out of context, all of them in the context.',
  );
});
