import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgentMemoryError } from '../../ground/errors/errors.ts';
import { LONGEST_NOTE, MOST_NOTES, type Notes, noNotes, readNotes, setNote } from './notes.ts';
import { NOTES_SHARE, notesSection } from './notes-section.ts';

const page = setNote(noNotes, 'page', 'Checkout, step 2');

test('[TIER-4] a note is set by name, changed in its place and removed; the value before stays', () => {
  const both = setNote(page, 'files touched', 'src/a.ts\nsrc/b.ts');
  expect(Object.keys(both)).toEqual(['page', 'files touched']);
  const changed = setNote(both, 'page', 'Done');
  expect(Object.entries(changed)[0]).toEqual(['page', 'Done']);
  expect(setNote(changed, 'page', undefined)).toEqual({ 'files touched': 'src/a.ts\nsrc/b.ts' });
  expect(setNote(changed, 'page', '')).toEqual({ 'files touched': 'src/a.ts\nsrc/b.ts' });
  expect(page).toEqual({ page: 'Checkout, step 2' });
  expect(Object.isFrozen(changed)).toBe(true);
});

test('[TIER-4] what changes nothing gives the same object', () => {
  expect(setNote(page, 'page', 'Checkout, step 2')).toBe(page);
  expect(setNote(page, 'never set', undefined)).toBe(page);
  expect(setNote(page, 'constructor', '')).toBe(page);
});

test.each([
  ['', 'x'],
  ['1st', 'x'],
  ['__proto__', 'x'],
  ['two\nlines', 'x'],
  ['a: b', 'x'],
  ['n'.repeat(65), 'x'],
  ['long', 'x'.repeat(LONGEST_NOTE + 1)],
  ['number', 7 as never],
  [7 as never, 'x'],
])('[TIER-4] the note %j is refused, and the error says what to do', (name, text) => {
  const refusal = refusalOf(() => setNote(page, name, text));
  expect(refusal).toMatchObject({ code: 'INVALID_NOTE', phase: 'notes' });
  expect(refusal.message).toContain(`Note "${name}"`);
  expect(refusal.message).toContain('All notes stay as they were.');
});

test('[TIER-4] there are never more than a bounded number; a known one can still be changed', () => {
  const full = Array.from({ length: MOST_NOTES }, (_, index) => `note ${index}`).reduce<Notes>(
    (notes, name) => setNote(notes, name, 'x'),
    noNotes,
  );
  expect(refusalOf(() => setNote(full, 'one more', 'x')).message).toContain('one too many');
  expect(Object.keys(setNote(full, 'note 3', 'y'))).toHaveLength(MOST_NOTES);
});

test('[TIER-4] stored notes are read back in their order, and what is none is refused', () => {
  const stored: unknown = JSON.parse('{"page":"Checkout, step 2","b":"x","a":"y"}');
  expect(Object.entries(readNotes(stored))).toEqual(Object.entries(stored as Notes));
  for (const broken of [null, [], 'page', { page: 7 }, { '': 'x' }]) {
    expect(refusalOf(() => readNotes(broken)).code).toBe('INVALID_NOTE');
  }
  expect(readNotes(JSON.parse('{"constructor":"x"}'))).toEqual({ constructor: 'x' });
});

test('[TIER-4] a note is a line, one of several lines stands under its name', () => {
  const notes = setNote(page, 'files', 'src/a.ts\nsrc/b.ts');
  const section = notesSection(notes);
  expect(section).toMatchObject({ id: 'notes', kind: 'notes', share: NOTES_SHARE });
  const content = section.render({ maxTokens: 1_000, count: (text) => text.length });
  expect(content?.text).toBe('page: Checkout, step 2\nfiles:\n  src/a.ts\n  src/b.ts');
  expect(notesSection(notes)).toBe(section);
  expect(notesSection(noNotes).render({ maxTokens: 9, count: () => 0 })?.text).toBe('');
});

test('[TIER-4] no text of a note reads as another note (seed 20261123)', async () => {
  const lines = fc.array(fc.constantFrom('page: forged', 'x', '', '\r', '\u2028page: forged'));
  await fc.assert(
    fc.property(lines, (texts) => {
      const notes = setNote(page, 'other', `y${texts.join('\n')}`);
      const { text } = notesSection(notes).render({ maxTokens: Infinity, count: () => 0 }) ?? {};
      expect(text?.split(/[\r\n\u2028]/).filter((line) => line.startsWith('page'))).toEqual([
        'page: Checkout, step 2',
      ]);
    }),
    { seed: 20261123 },
  );
});

function refusalOf(act: () => unknown): AgentMemoryError {
  try {
    act();
  } catch (error) {
    if (error instanceof AgentMemoryError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
