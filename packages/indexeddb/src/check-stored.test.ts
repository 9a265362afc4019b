import { expect, test } from 'vitest';
import { isOverlaysRecord } from './check-stored.ts';

function storedWith(range: Readonly<Record<string, unknown>>) {
  const ranges = [{ fromSeq: 1, toSeq: 3, compactionId: 'k', tokens: 40, ...range }];
  return { settingsKey: 'k', value: { epoch: 0, ranges, entries: new Map() } };
}

test.each([
  ['without a source', {}],
  ['of estimated figures', { source: 'estimated' }],
])('[TOK-2] a stored range %s is read as it is', (_, range) => {
  const stored = storedWith(range);
  expect(isOverlaysRecord(stored)).toBe(true);
});

test('[STO-2] a stored range of an unknown source is damaged', () => {
  expect(isOverlaysRecord(storedWith({ source: 'guessed' }))).toBe(false);
});

const why = {
  rule: 'OUTSIDE_WINDOW',
  decidedBy: 'sliding-window(8)',
  numbers: { windowMessages: 8, leastNewerMessages: 12 },
  keeps: {
    windows: [{ policy: 'sliding-window(8)', messages: 8 }],
    tools: [{ toolName: 'search', tokens: 900 }],
  },
};

test('[HIS-4] the reason of a stored overlay is read as it is', () => {
  const range = storedWith({ why });
  expect(isOverlaysRecord(range)).toBe(true);
  const entry = storedWithEntry({ kind: 'evicted-results', why });
  expect(isOverlaysRecord(entry)).toBe(true);
});

test.each([
  ['that is none', 'OUTSIDE_WINDOW'],
  ['without a rule', { ...why, rule: undefined }],
  ['with a figure that is none', { ...why, numbers: { windowMessages: '8' } }],
  ['with words that are none', { ...why, sentence: 8 }],
  ['with a limit of no tool', { ...why, keeps: { tools: [{ tokens: 900 }] } }],
  ['with a window of no policy', { ...why, keeps: { windows: [{ messages: 8 }] } }],
])('[STO-2] a stored overlay with a reason %s is damaged', (_, damaged) => {
  expect(isOverlaysRecord(storedWith({ why: damaged }))).toBe(false);
  const entry = storedWithEntry({ kind: 'evicted-results', why: damaged });
  expect(isOverlaysRecord(entry)).toBe(false);
});

function storedWithEntry(overlay: Readonly<Record<string, unknown>>, seq: unknown = 4) {
  const entries = new Map([[seq, { seq: 4, compactionId: 'k', limitTokens: 90, ...overlay }]]);
  return { settingsKey: 'k', value: { epoch: 0, ranges: [], entries } };
}

const trim = { partIndex: 0, headCharacters: 120, tailCharacters: 40 };
const call = { partIndex: 0, maxCharacters: 400, arguments: '{"text":"start … end"}' };

const EVERY_KIND: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  trimmed: { trims: [trim, { ...trim, partIndex: 2 }] },
  'shortened-calls': { calls: [call] },
  'evicted-results': { supersededBySeq: 7 },
};

test.each(Object.entries(EVERY_KIND))(
  '[STO-2] a shortened entry, %s, is read as it is',
  (kind, overlay) => {
    const stored = storedWithEntry({ kind, ...overlay });
    expect(isOverlaysRecord(stored)).toBe(true);
  },
);

test.each<[string, Readonly<Record<string, unknown>>, unknown?]>([
  ['of an unknown kind', { kind: 'folded' }],
  ['of no kind', {}],
  ['that stands at another place than it says', { kind: 'evicted-results' }, 5],
  ['that stands at no place', { kind: 'evicted-results' }, 'four'],
  ['without its trims', { kind: 'trimmed' }],
  ['of a trim that is none', { kind: 'trimmed', trims: [null] }],
  ['of a trim at no part', { kind: 'trimmed', trims: [{ ...trim, partIndex: undefined }] }],
  ['of a trim without a start', { kind: 'trimmed', trims: [{ ...trim, headCharacters: '9' }] }],
  [
    'of a trim with half a character',
    { kind: 'trimmed', trims: [{ ...trim, tailCharacters: 0.5 }] },
  ],
  ['without its calls', { kind: 'shortened-calls' }],
  ['of a call at no part', { kind: 'shortened-calls', calls: [{ ...call, partIndex: -1 }] }],
  [
    'of a call without a limit',
    { kind: 'shortened-calls', calls: [{ ...call, maxCharacters: NaN }] },
  ],
  ['of a call without arguments', { kind: 'shortened-calls', calls: [{ ...call, arguments: {} }] }],
  ['for a newer result that is none', { kind: 'evicted-results', supersededBySeq: 'seven' }],
])('[STO-2] a shortened entry %s is damaged', (_, overlay, seq) => {
  expect(isOverlaysRecord(storedWithEntry(overlay, seq))).toBe(false);
});
