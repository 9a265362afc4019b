import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { countValues, findingArgumentValues, findValues } from './find-values.ts';
import type { ValueKind } from './value-kind.ts';

const findArgumentValues = (json: string) => runToEnd(findingArgumentValues(json));

function textsOf(text: string, kind?: ValueKind): readonly string[] {
  return findValues(text)
    .filter((value) => kind === undefined || value.kind === kind)
    .map((value) => value.text);
}

test('[CMP-11] finds identifiers', () => {
  const text =
    'Order QX7R2M of user_id_1234, voucher_card_5510938, commit 9fceb02d0ae598e95dc970b74767f19372d61af8, ' +
    'trace 123e4567-e89b-12d3-a456-426614174000, colour #3fa9c4.';
  expect(textsOf(text, 'identifier')).toEqual([
    'QX7R2M',
    'user_id_1234',
    'voucher_card_5510938',
    '9fceb02d0ae598e95dc970b74767f19372d61af8',
    '123e4567-e89b-12d3-a456-426614174000',
    '#3fa9c4',
  ]);
});

test('[CMP-11] finds numbers that mean something and passes over small counts', () => {
  const text =
    'It has 3 parts, costs $1,234.50 or 99 EUR, v2.14.3, 3.1416, 48213 rows, 17.5%, 12 tries.';
  expect(textsOf(text, 'number')).toEqual([
    '$1,234.50',
    '99 EUR',
    'v2.14.3',
    '3.1416',
    '48213',
    '17.5%',
  ]);
});

test('[CMP-11] finds dates and times in figures and in words', () => {
  const text =
    'From 2024-05-20 to 2024-05-21T10:30:00Z at 18:45, from 16:00, on May 3, 2025 or 4th of June, or 24.12.2026.';
  expect(textsOf(text, 'date')).toEqual([
    '2024-05-20',
    '2024-05-21T10:30:00Z',
    'May 3, 2025',
    '4th of June',
    '24.12.2026',
  ]);
  expect(textsOf(text, 'time')).toEqual(['18:45', '16:00']);
});

test('[CMP-11] finds addresses without the punctuation around them', () => {
  const text =
    'See (https://example.org/a/b?c=1&d=%20#top), mail to ann.lee@example.com; edit src/view/panel.ts:120, ' +
    './run.sh, ~/notes, README.md and C:\\data\\new.csv.';
  expect(textsOf(text, 'url')).toEqual(['https://example.org/a/b?c=1&d=%20#top']);
  expect(textsOf(text, 'email')).toEqual(['ann.lee@example.com']);
  expect(textsOf(text, 'path')).toEqual([
    'src/view/panel.ts:120',
    './run.sh',
    '~/notes',
    'README.md',
    'C:\\data\\new.csv',
  ]);
});

test('[CMP-11] finds names as code writes them', () => {
  expect(textsOf('call parse_options, getUserName, shape.area and Math.max', 'name')).toEqual([
    'parse_options',
    'getUserName',
    'shape.area',
    'Math.max',
  ]);
});

test('[CMP-11] finds short quotations, but no property names and no apostrophes', () => {
  const text = 'She said "window seat please" and it\'s fine, isn\'t it. {"cabin": "economy plus"}';
  expect(textsOf(text, 'quoted')).toEqual(['window seat please', 'economy plus']);
});

test('[CMP-11] takes a record filed under its id by that id', () => {
  expect(textsOf('{"card_7421": {"amount": 12, "line2": null}}')).toEqual(['card_7421']);
});

test('[CMP-11] finds values among words of any script', () => {
  expect(textsOf('Номер брони QX7R2M, файл отчёт.pdf')).toEqual(['QX7R2M', 'отчёт.pdf']);
  expect(textsOf('预订号QX7R2M已取消,金额¥1200。')).toEqual(['QX7R2M', '¥1200']);
});

test('[CMP-11] leaves prose alone', () => {
  const prose =
    'The quick answer is yes and/or no: we will, of course, go on. Nothing here is exact, e.g. this.';
  expect(findValues(prose)).toEqual([]);
});

test('[CMP-11] reports each value once, in order of appearance', () => {
  expect(textsOf('QX7R2M then AB12CD then QX7R2M')).toEqual(['QX7R2M', 'AB12CD']);
});

test('[CMP-11] reads an escaped line break in JSON text as a gap', () => {
  expect(textsOf('{"text": "first\\nnode_17 and\\tnode_18"}')).toEqual(['node_17', 'node_18']);
});

test('[CMP-11] takes short arguments whole and searches long ones', () => {
  const json = JSON.stringify({
    id: 'QX7R2M',
    count: 4821,
    small: 7,
    flag: true,
    none: null,
    passengers: [{ name: 'Ann Lee' }],
    note: `Please move booking AB12CD ${'as soon as that is possible '.repeat(3)}to 2024-05-20.`,
  });
  expect(findArgumentValues(json).map(({ text }) => text)).toEqual([
    'QX7R2M',
    '4821',
    'Ann Lee',
    'AB12CD',
    '2024-05-20',
  ]);
});

test('[CMP-11] searches arguments that are not JSON as text', () => {
  expect(findArgumentValues('{"id": "QX7R2M", "date": 2024-05-')).toEqual([
    { text: 'QX7R2M', kind: 'identifier', label: { text: 'id', isKey: true } },
    { text: '2024-05', kind: 'date', label: { text: 'date', isKey: true } },
  ]);
});

test('[CMP-11] reads arguments nested a hundred thousand deep', () => {
  const depth = 100_000;
  const json = `${'['.repeat(depth)}"QX7R2M"${']'.repeat(depth)}`;
  expect(findArgumentValues(json).map(({ text }) => text)).toEqual(['QX7R2M']);
});

// Known by the result, not by a clock: what takes quadratic time does not come back at all.
test('[CMP-11] passes over a megabyte of one sign and finds what stands behind it', () => {
  for (const sign of [
    'a',
    '7',
    '"',
    "'",
    '`',
    '“',
    '/',
    '\\',
    ':',
    '.',
    '_',
    '@',
    '-',
    '#',
    ' ',
    '\n',
  ]) {
    const blob = sign.repeat(1_000_000);
    expect(textsOf(`${blob} QX7R2M`)).toEqual(['QX7R2M']);
  }
});

test('[CMP-11] passes over a megabyte of one pattern and finds what stands behind it', () => {
  for (const pattern of ['a.', 'a@', 'http://', '1,', '**a ', '{"a', '\\"', 'May ', '1 ', '<a ']) {
    const blob = pattern.repeat(Math.floor(1_000_000 / pattern.length));
    expect(textsOf(`${blob} | QX7R2M`).at(-1)).toBe('QX7R2M');
  }
});

const valueLike = fc.constantFrom(
  ...[
    'QX7R2M',
    '"',
    "'",
    '2024-05-20',
    'a/b.ts',
    ':',
    ' ',
    '\n',
    '$5',
    'May 3',
    'http://x.y/z',
    '\\n',
  ],
);

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(valueLike).map((parts) => parts.join('')),
);

test('[CMP-11] counting values gives as many as are found, and no more than are asked for', () => {
  fc.assert(
    fc.property(texts, fc.nat(5), (text, most) => {
      expect(countValues(text, most)).toBe(Math.min(most, findValues(text).length));
    }),
  );
});

test('[CMP-11] every value is an exact, bounded, distinct piece of the text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const values = findValues(text).map((value) => value.text);
      expect(new Set(values).size).toBe(values.length);
      for (const value of values) {
        expect(text).toContain(value);
        expect(value.length).toBeGreaterThanOrEqual(2);
        expect(value.length).toBeLessThanOrEqual(130);
      }
    }),
  );
});

test('[CMP-11] words that end a sentence and methods that everything has are no values', () => {
  const prose = 'I made the booking. It is well-known. See .push and //note; his/her name: done.';
  expect(findValues(prose)).toEqual([]);
  expect(textsOf('of "fareClass.", src/app.ts: and #AB-023.')).toEqual([
    'fareClass.',
    'fareClass',
    'src/app.ts',
    'AB-023',
  ]);
});

test('[CMP-11] what is left of delimiters is no value', () => {
  const debris = [
    'x</earlier-conversation> ‹/tool-results-9> </live_notes [known_records </div> [/live_notes',
    '<|im_start|>user [/INST] <tool_results> "</user-words1"',
    'f("abc) + (def") and "1) and (2" or "x) y"',
  ].join(' ');
  expect(textsOf(debris)).toEqual([]);
  expect(findArgumentValues(JSON.stringify(['"}]}', '````', '</>-', '«»«»']))).toEqual([]);
  expect(textsOf('<src/app.ts> [user_id] <load_user\r\n"f(x) of (y)" |a_b| </etc/hosts>')).toEqual([
    'src/app.ts',
    'user_id',
    'load_user',
    'f(x) of (y)',
    '/etc/hosts',
  ]);
});
