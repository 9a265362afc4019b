import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from './analyzer.ts';

const stemsOf = async (language: string, text: string) => {
  const analyzer = await createAnalyzer(language);
  await analyzer.prepare([text]);
  return analyzer.terms(text).map(({ stem }) => stem);
};

test.each([
  ['en', 'The boats weren’t sailing', 'a boat sails'],
  ['de', 'Die Häuser der Straße', 'haus STRASSEN'],
  ['fr', "L'homme déjeune", 'hommes dejeune'],
  ['ja', '東京で寿司を注文', '寿司 注文 東京'],
  ['en', 'Она читает книги', 'книга читает она'],
  ['en', 'ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
])('[RET-1] in %s "%s" has the words of "%s"', async (language, text, other) => {
  const found = await stemsOf(language, text);
  expect(found.length).toBeGreaterThan(0);
  expect([...found].sort()).toEqual((await stemsOf(language, other)).sort());
});

test('[RET-1] a voiced kana is not its unvoiced sister', async () => {
  expect(await stemsOf('ja', 'がく')).not.toEqual(await stemsOf('ja', 'かく'));
});

test('[RET-1] any text of any script has terms or none, and never fails', async () => {
  const analyzers = await Promise.all(['en', 'ja', 'ar', 'xx'].map(createAnalyzer));
  const anyText = fc.string({ unit: 'binary', maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      for (const analyzer of analyzers) {
        await analyzer.prepare([text]);
        for (const { stem, folded } of analyzer.terms(text)) {
          expect(stem).not.toBe('');
          expect(folded).not.toBe('');
        }
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});
