import { expect, test } from 'vitest';
import type { ImportedLine } from '../source/import-facts.ts';
import { importSentence, lineGroups } from './import-words.ts';

const taken: ImportedLine = { line: 2, fate: 'taken', start: 'Tea.', recordId: 'tea' };
const refused: ImportedLine = { line: 3, fate: 'refused', start: 'Rum.', reason: 'It was erased.' };
const file = { kind: 'read', imported: 1, unchanged: 0, refused: 1 } as const;

test('[DEV-6] a file is told in one sentence, without what there was none of', () => {
  const lines = [taken, refused];
  expect(importSentence({ ...file, lines })).toBe('1 record taken in, 1 refused');
  expect(importSentence({ ...file, imported: 0, unchanged: 1_200, refused: 0, lines })).toBe(
    '0 records taken in, 1,200 known already',
  );
});

test('[DEV-6] refused lines come first, and further ones are counted', () => {
  const groups = lineGroups({ ...file, imported: 41, lines: [taken, refused] });
  expect(groups.map(({ title, lines, more }) => [title, lines, more])).toEqual([
    ['Refused', [refused], 0],
    ['Taken in', [taken], 40],
  ]);
  expect(lineGroups({ ...file, lines: [] })).toEqual([]);
});
