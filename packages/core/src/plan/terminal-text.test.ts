import { expect, test } from 'vitest';
import { widthOf, wrapped } from './terminal-text.ts';

test('[DEV-1] words are wrapped to a width, and a word longer than a line is broken', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('a verylongword b', 5)).toEqual(['a', 'veryl', 'ongwo', 'rd b']);
});

test('[DEV-1] what is looked at of a long word grows with its lines, and not with their square', () => {
  const columns = 40;
  const lookedAt = (letters: number) => {
    let read = 0;
    const { segment } = Intl.Segmenter.prototype;
    Intl.Segmenter.prototype.segment = function counted(text: string) {
      read += text.length;
      return segment.call(this, text);
    };
    try {
      const lines = wrapped('x'.repeat(letters), columns);
      expect(lines.every((line) => widthOf(line) <= columns)).toBe(true);
      expect(lines.join('')).toHaveLength(letters);
      return read;
    } finally {
      Intl.Segmenter.prototype.segment = segment;
    }
  };
  expect(lookedAt(8_000)).toBeLessThan(5 * lookedAt(2_000));
});
