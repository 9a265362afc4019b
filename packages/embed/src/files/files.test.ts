import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundInstead, jsonIn } from './check-file.ts';
import { fingerprint } from './fingerprint.ts';
import { fileAmong, placeOf } from './model-source.ts';

const SEED = 27;
const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['', 'empty'],
  ['<!DOCTYPE html><p>Sign in', 'a web page'],
  ['\n  <html lang="en">', 'a web page'],
  ['version https://git-lfs.github.com/spec/v1\n', 'a pointer of Git LFS in place of the file'],
  ['{"a": 1}', undefined],
  ['\u0008\u0007<html', undefined],
])('a file that begins with %j is %s', (text, found) => {
  expect(foundInstead(bytesOf(text))).toBe(found);
});

test.each(['', '[]', '"text"', '{"a":', 'null'])('%j holds no object', (text) => {
  expect(jsonIn(bytesOf(text))).toBeUndefined();
});

test('fingerprints are those that were stored before', () => {
  expect(fingerprint('')).toBe('92ca2f0ecb72770f');
  expect(fingerprint('Ada moved to Lisbon.')).toBe('bb9744d7e9d2d268');
});

test(`a change of any byte changes the fingerprint, and the place in memory does not (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), (bytes, at) => {
      const changed = Uint8Array.from(bytes);
      const place = at % bytes.length;
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(fingerprint(changed)).not.toBe(fingerprint(bytes));
      const moved = new Uint8Array(bytes.length + 3).subarray(3);
      moved.set(bytes);
      expect(fingerprint(moved)).toBe(fingerprint(bytes));
    }),
    { seed: SEED },
  );
});

test('a file is found by its path in a folder, or by its name where it came alone', () => {
  const inFolder = (path: string) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    webkitRelativePath: path,
  });
  const files = [inFolder('minilm/old/config.json'), inFolder('minilm/config.json')];
  expect(fileAmong(files, 'onnx/model.onnx')).toBeUndefined();
  const nested = [inFolder('minilm/model.onnx'), inFolder('minilm/onnx/model.onnx')];
  expect(fileAmong(nested, 'onnx/model.onnx')).toBe(nested[1]);
  const single = [{ name: 'model.onnx', webkitRelativePath: '' }];
  expect(fileAmong(single, 'onnx/model.onnx')).toBe(single[0]);
});

test('a place is an address where there is one', () => {
  const source = { kind: 'address', baseUrl: 'https://example.org/m/' } as const;
  expect(placeOf(source, 'onnx/model.onnx')).toBe('https://example.org/m/onnx/model.onnx');
});
