import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { jsonStringOf, jsonStringText, jsonTokens } from './json-tokens.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Names, strings and numbers as `JSON.parse` reads them, in order. */
function scalarsOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(scalarsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [name, ...scalarsOf(child)]);
}

const text = fc.string({ unit: 'binary', maxLength: 20 });
const name = text.filter((one) => !/^\d+$/.test(one) && one !== '__proto__');

test('[CMP-9] reads names, strings and numbers as the engine does, whatever the blanks', async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  await fc.assert(
    fc.property(value, fc.constantFrom('', ' ', '\t', '\n  '), (given, blanks) => {
      const json = JSON.stringify(given, null, blanks);
      const tokens = runToEnd(jsonTokens(json));
      const read = tokens?.map(({ from, to }) => JSON.parse(json.slice(from, to)) as unknown);
      expect(read).toEqual(scalarsOf(JSON.parse(json)));
    }),
    { seed: 20261122 },
  );
});

test('[CMP-9] takes for JSON just what the engine takes for it', async () => {
  const piece = fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '\\n', '\\u00e9', '\n', ' ', '\u00a0'],
    ...['1', '-', '0', '01', '.5', '1.', '1e5', 'e', '+1', 'true', 'null', 'nul', "'a'", '\u0001'],
  );
  await fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const json = pieces.join('');
      expect(runToEnd(jsonTokens(json)) !== undefined).toBe(isJson(json));
    }),
    { seed: 20261122, numRuns: 3_000 },
  );
});

test('[CMP-9] a string of megabytes is read and written as what it stands for', async () => {
  const unit = fc.constantFrom('a', '\\', '"', '\n', '🚂', 'é', '\ud83d', '\u2028');
  await fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 7 }), (units) => {
      const long = units.join('').repeat(30_000);
      const json = JSON.stringify(long);
      expect(runToEnd(jsonStringText(json, { from: 0, to: json.length }))).toBe(long);
      expect(JSON.parse(runToEnd(jsonStringOf(long)))).toBe(long);
    }),
    { seed: 20261122, numRuns: 10 },
  );
});

test('[CMP-9] a long string of nothing but escapes is read in pieces, none of them divided', async () => {
  const written = fc.constantFrom(
    '\\\\',
    '\\n',
    '\\"',
    '\\u005c',
    '\\ud83d\\ude82',
    '\\u0041',
    'u',
    '0041',
  );
  await fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 7 }), fc.nat(12), (units, shift) => {
      const unit = units.join('');
      const content = 'x'.repeat(shift) + unit.repeat(Math.ceil(400_000 / unit.length));
      const json = `"${content}"`;
      const steps = jsonStringText(json, { from: 0, to: json.length });
      let pieces = 0;
      let step = steps.next();
      for (; !step.done; step = steps.next()) pieces += 1;
      expect(step.value === JSON.parse(json)).toBe(true);
      expect(pieces).toBeGreaterThanOrEqual(6);
    }),
    { seed: 20261122, numRuns: 200 },
  );
});
