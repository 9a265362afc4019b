import { expect, test } from 'vitest';
import { NOTHING_SAID } from './reply.ts';
import { notesOn } from './turn-notes.ts';

test.each(['stop', 'anything else'])('an answer that ended by %s needs no word', (finish) => {
  expect(notesOn({ ...NOTHING_SAID, finish })).toEqual([]);
});

test('an answer that is not whole says why', () => {
  expect(notesOn({ ...NOTHING_SAID, finish: 'length' }).join()).toContain('was cut');
  expect(notesOn({ ...NOTHING_SAID, finish: 'content_filter' }).join()).toContain('filter');
  expect(notesOn({ ...NOTHING_SAID, finish: 'tool_calls' }).join()).toContain('a tool');
});

test('what is missing is counted', () => {
  expect(notesOn({ ...NOTHING_SAID, finish: 'stop', unreadable: 2 })).toEqual([
    '2 pieces of the answer could not be read and may be missing in it.',
  ]);
});
