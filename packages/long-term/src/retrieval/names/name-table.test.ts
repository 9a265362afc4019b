import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../text/analyzer.ts';
import { NameTable } from './name-table.ts';
import { isOneSlip } from './one-slip.ts';

const RUNS = { numRuns: 200, seed: 20261130 };

/** The names that a text has, of some, where these words stand in the texts. */
async function namedBy(text: string, names: readonly string[], known: readonly string[] = []) {
  const analyzer = await createAnalyzer('en');
  await analyzer.prepare([text, ...names]);
  const table = new NameTable(analyzer);
  for (const [at, name] of names.entries()) table.add(at, [name]);
  const stems = new Set(known.map(analyzer.stem));
  const asked = { isKnown: (stem: string) => stems.has(stem), isAllowed: () => true };
  return [...table.namedIn(text, asked).names.values()];
}

test('[RET-9] a name is found as a phrase, in any case, inflection and spacing', async () => {
  expect(await namedBy('Where do ERROR-HANDLERS go?', ['error handler'])).toHaveLength(1);
  expect(await namedBy('which time zone?', ['timezone'])).toHaveLength(1);
  expect(await namedBy('which timezone?', ['time zone'])).toHaveLength(1);
  expect(await namedBy('Is Fly.io down?', ['fly io'])).toHaveLength(1);
  expect(await namedBy('an error while handling', ['error handling'])).toEqual([]);
  expect(await namedBy('the terror', ['error'])).toEqual([]);
});

test('[RET-9] names are found in every script', async () => {
  expect(await namedBy('東京タワーは高い', ['東京'])).toEqual(['東京']);
  expect(await namedBy('Где живут мои сёстры?', ['сестра'])).toHaveLength(1);
  expect(await namedBy('Wo wohnt JÜRGEN?', ['Jürgen'])).toHaveLength(1);
  expect(await namedBy('متى موعد أحمد؟', ['أحمد'])).toHaveLength(1);
});

test('[RET-9] one slip is allowed in a long word that no text has', async () => {
  expect(await namedBy('eror handling', ['error handling'])).toHaveLength(1);
  expect(await namedBy('typsecript config', ['TypeScript'])).toHaveLength(1);
  expect(await namedBy('kuberbetes', ['Kubernetes'])).toHaveLength(1);
  expect(await namedBy('kuberbettes', ['Kubernetes'])).toEqual([]);
  expect(await namedBy('mango', ['Mongo'])).toEqual([]);
  expect(await namedBy('k9s', ['k8s'])).toEqual([]);
  expect(await namedBy('chapter 8', ['chapter 7'])).toEqual([]);
  expect(await namedBy('a trial', ['trail'])).toHaveLength(1);
  expect(await namedBy('a trial', ['trail'], ['trial'])).toEqual([]);
});

test('[RET-9] a name that is a common word or has signs counts as it is written', async () => {
  expect(await namedBy('is it done?', ['IT'])).toEqual([]);
  expect(await namedBy('ask IT about it', ['IT'])).toEqual(['IT']);
  expect(await namedBy('vitamin c', ['C++'])).toEqual([]);
  expect(await namedBy('in c++?', ['C++'])).toEqual(['C++']);
});

test('[RET-9] what was removed is named no more, and the others still are', async () => {
  const analyzer = await createAnalyzer('en');
  const table = new NameTable(analyzer);
  const asked = { isKnown: () => false, isAllowed: (document: number) => document !== 3 };
  for (const document of [1, 2, 3]) table.add(document, ['Redis', 'the cache']);
  table.remove(1);
  expect([...table.namedIn('redis cache', asked).names.keys()]).toEqual([2]);
});

test('[RET-9] a word is one slip from itself with a letter taken out, put in or turned', () => {
  const words = fc.stringMatching(/^[a-z]{7,12}$/u);
  fc.assert(
    fc.property(words, fc.nat(), fc.stringMatching(/^[a-z]$/u), (word, place, letter) => {
      const at = 1 + (place % (word.length - 2));
      const [before, behind] = [word.slice(0, at), word.slice(at)];
      expect(isOneSlip(before + letter + behind, word)).toBe(true);
      expect(isOneSlip(before + behind.slice(1), word)).toBe(true);
      expect(isOneSlip(before + letter + behind.slice(1), word)).toBe(true);
      const turned = behind.charAt(1) + behind.charAt(0) + behind.slice(2);
      expect(isOneSlip(before + turned, word)).toBe(true);
      expect(isOneSlip(`${before}${letter}${letter}${letter}${behind}`, word)).toBe(false);
    }),
    RUNS,
  );
});
