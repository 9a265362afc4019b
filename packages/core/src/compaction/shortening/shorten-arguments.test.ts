import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../../platform/steps.ts';
import {
  commonLimit,
  cutFromArguments,
  fitArguments,
  shortenedArguments,
} from './shorten-arguments.ts';

const count = (text: string) => Math.ceil(text.length / 4);
const code = Array.from({ length: 80 }, (_, index) => `const value${index} = "${index}";`).join(
  '\n',
);
const edit = `{"path": "src/a.ts", "line": 12345678901234567890, "text": ${JSON.stringify(code)}}`;

test('[CMP-9] a long text in the arguments keeps its start and end around a line that says what is missing', () => {
  const shown = JSON.parse(shortenedArguments(edit, 400, 12)) as { readonly text: string };
  expect(shown.text.startsWith('const value0 = "0";\n')).toBe(true);
  expect(shown.text.endsWith('const value79 = "79";')).toBe(true);
  expect(shown.text).toMatch(/\[… \d+ characters left out; kept in full as message #12 …\]/);
});

test('[CMP-9] everything beside the long texts stays as it was written, to the byte', () => {
  const shown = shortenedArguments(edit, 400, 12);
  expect(shown.startsWith('{"path": "src/a.ts", "line": 12345678901234567890, "text": "')).toBe(
    true,
  );
});

test('[CMP-9] what is cut and what is shown make up the whole text', () => {
  const shown = JSON.parse(shortenedArguments(edit, 400, 12)) as { readonly text: string };
  const [cut = ''] = runToEnd(cutFromArguments(edit, 400));
  const [head = '', tail = ''] = shown.text.split(/\n\[… .* …\]\n/);
  expect(head + cut + tail).toBe(code);
});

test('[CMP-9] names of fields are never cut, however long', () => {
  const name = 'n'.repeat(900);
  expect(shortenedArguments(`{"${name}" : 1}`, 100, 0)).toBe(`{"${name}" : 1}`);
});

test('[CMP-9] arguments that are no JSON stay as they are', () => {
  const broken = `{"text": "${'x'.repeat(2_000)}`;
  expect(shortenedArguments(broken, 100, 0)).toBe(broken);
  expect(runToEnd(fitArguments({ json: broken, tokens: 500, maxTokens: 90, seq: 0, count }))).toBe(
    undefined,
  );
});

test('[CMP-1] arguments of short texts only have nothing to cut', () => {
  const json = JSON.stringify(Array.from({ length: 200 }, (_, index) => `row ${index}`));
  expect(runToEnd(fitArguments({ json, tokens: count(json), maxTokens: 90, seq: 0, count }))).toBe(
    undefined,
  );
});

test('[CMP-1] [CMP-9] what fits is JSON of the same shape within its limit (seed 20261122)', async () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1_500 }),
    fc.constantFrom('\\', '"', '\\"'.repeat(300), '🚂'.repeat(400), '\n\t'.repeat(200)),
    fc.double(),
    fc.constant(null),
  );
  const values = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf, { maxLength: 4 })));
  await fc.assert(
    fc.property(values, fc.integer({ min: 40, max: 600 }), (given, maxTokens) => {
      const json = JSON.stringify(given);
      const input = { json, tokens: count(json), maxTokens, seq: 3, count };
      const fitted = runToEnd(fitArguments(input));
      if (fitted === undefined) return;
      const shown = fitted.arguments;
      expect(shown).toBe(shortenedArguments(json, fitted.maxCharacters, 3));
      expect(count(shown)).toBeLessThanOrEqual(maxTokens);
      expect(shapeOf(JSON.parse(shown))).toEqual(shapeOf(JSON.parse(json)));
    }),
    { seed: 20261122 },
  );
});

/** A value with every string replaced by the same one. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, child]) => [name, shapeOf(child)]);
}

test('[CMP-1] a common limit takes from the largest only', () => {
  expect(commonLimit([10, 500, 700], 410)).toBe(200);
  expect(commonLimit([10, 20], 30)).toBe(Number.POSITIVE_INFINITY);
});
