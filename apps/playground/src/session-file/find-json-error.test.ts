import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonError } from './find-json-error.ts';

test('names line, column and what stands there', () => {
  expect(findJsonError('{\n  "messages": [,]\n}')).toEqual({ line: 2, column: 16, found: '","' });
});

test('names the end of a file that was cut off', () => {
  expect(findJsonError('[{"role": "user"')).toEqual({
    line: 1,
    column: 17,
    found: 'the end of the file',
  });
});

test.each(['', ' ', '[1,]', '{"a":1,}', '{a:1}', '[1 2]', '"\n"', '01', '[]]', 'nul', '{"a"}'])(
  'finds a fault in %j',
  (text) => {
    expect(findJsonError(text)).toBeDefined();
  },
);

test('finds no fault in what is JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(findJsonError(text)).toBeUndefined();
    }),
  );
});

test('agrees with the platform on texts that were damaged', () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', 'x', '1', '\n'))
    .map(([json, place, piece]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + piece + json.slice(at + 1);
    });
  fc.assert(
    fc.property(damaged, (text) => {
      expect(findJsonError(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

test('survives nesting of any depth', () => {
  expect(findJsonError('['.repeat(200_000))).toMatchObject({ found: 'the end of the file' });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
