import { EMPTY_REPLY } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { notesOn } from './turn-notes.ts';

test.each(['stop', 'anything else'])('an answer that ended by %s needs no word', (finish) => {
  expect(notesOn({ ...EMPTY_REPLY, finishReason: finish })).toEqual([]);
});

test('an answer that is not whole says why', () => {
  expect(notesOn({ ...EMPTY_REPLY, finishReason: 'length' }).join()).toContain('was cut');
  expect(notesOn({ ...EMPTY_REPLY, finishReason: 'content_filter' }).join()).toContain('filter');
  expect(notesOn({ ...EMPTY_REPLY, finishReason: 'tool_calls' }).join()).toContain('a tool');
});

test('what is missing is counted', () => {
  expect(notesOn({ ...EMPTY_REPLY, finishReason: 'stop', unreadable: 2 })).toEqual([
    '2 pieces of the answer could not be read and may be missing in it.',
  ]);
});
