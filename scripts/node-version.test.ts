import { expect, test } from 'vitest';
import { describeRange, isSupportedNode } from './node-version.mjs';

const range = '^20.19.0 || >=22.12.0';

test.each(['20.19.0', '20.20.2', '22.12.0', '22.20.1', '23.0.0', '26.1.0'])(
  'Node %s is supported',
  (version) => {
    expect(isSupportedNode(version, range)).toBe(true);
  },
);

test.each(['16.20.2', '18.20.8', '20.18.3', '21.7.3', '22.11.0'])(
  'Node %s is not supported',
  (version) => {
    expect(isSupportedNode(version, range)).toBe(false);
  },
);

test('a range written in another way is refused instead of misread', () => {
  expect(() => isSupportedNode('20.19.0', '~20.19')).toThrow('Not a range');
});

test('a range is said in words', () => {
  expect(describeRange(range)).toBe('20.19.0 or a later 20, or 22.12.0 or later');
});
