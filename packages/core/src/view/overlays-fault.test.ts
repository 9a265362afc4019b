import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { aTextMessage, someEntries } from '../testing/builders.ts';
import type { Entry } from '../transcript/entry.ts';
import { noOverlays, type Overlays } from './overlay.ts';
import { overlaysFault } from './overlays-fault.ts';

const call: Message = {
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{}' }],
};
const result: Message = {
  role: 'tool',
  parts: [{ type: 'tool-result', callId: 'c', text: 'found' }],
};

/** User, call with result, user, answer, user. */
const path: readonly Entry[] = [
  aTextMessage('user', 'Where to?'),
  call,
  result,
  aTextMessage('user', 'When?'),
  aTextMessage('assistant', 'At 7:42.'),
  aTextMessage('user', 'Thanks.'),
].map((message, seq) => entryOf(message, seq));

test.each<[string, readonly (readonly [number, number])[], string | undefined]>([
  ['whole units between the first and the newest message', [[1, 4]], undefined],
  ['two runs of them', [[1, 3], [4, 5]], undefined], // biome-ignore format: a range a pair
  ['the first user message', [[0, 3]], 'message #0 is protected and left'],
  ['the newest user message', [[4, 6]], 'message #5 is protected and left'],
  ['a call without its result', [[1, 2]], 'the range 1–2 cuts a unit'],
  ['a result without its call', [[2, 4]], 'the range 2–4 cuts a unit'],
  ['nothing', [[3, 3]], 'the range 3–3 is out of order'],
  ['more than there is', [[1, 9]], 'the range 1–9 is out of order'],
  ['the same twice', [[1, 4], [3, 5]], 'the range 3–5 is out of order'], // biome-ignore format: a range a pair
])('[STO-6] stored ranges that leave out %s: %j are judged', (_, ranges, fault) => {
  expect(overlaysFault(path, overlaysOf(ranges))).toBe(fault);
});

test('[STO-6] a shortened message that has left, or is not there, is a fault', () => {
  expect(overlaysFault(path, overlaysOf([], 4))).toBeUndefined();
  expect(overlaysFault(path, overlaysOf([[1, 4]], 2))).toContain('message #2');
  expect(overlaysFault(path, overlaysOf([], 6))).toContain('message #6');
});

test('[STO-9] of a path that is read in part, entries that are not read are no fault', () => {
  const part = path.filter(({ seq }) => seq === 0 || seq >= 3);
  expect(overlaysFault(part, overlaysOf([[1, 4]]))).toBeUndefined();
  expect(overlaysFault(part, overlaysOf([[0, 4]]))).toBe('message #0 is protected and left');
  expect(overlaysFault(part, overlaysOf([[2, 4]]))).toBeUndefined();
});

test('[STO-6] overlays lie over the path to the head, not over other branches', () => {
  const branch = { ...entryOf(aTextMessage('user', 'Or by bus?'), 3), id: 'b', position: 6 };
  const entries = [...path, { ...branch, parentId: path[2]?.id ?? null }];
  expect(overlaysFault(entries, overlaysOf([[1, 3]]), 'b')).toBeUndefined();
  expect(overlaysFault(entries, overlaysOf([[1, 4]]), 'b')).toBe(
    'message #3 is protected and left',
  );
  expect(overlaysFault(entries, overlaysOf([[1, 4]]), path[5]?.id)).toBeUndefined();
  expect(overlaysFault(entries, overlaysOf([[1, 4]]), null)).toBe('the range 1–4 is out of order');
});

function entryOf(message: Message, seq: number): Entry {
  const [entry] = someEntries(seq, seq + 1);
  if (!entry) throw new Error('no entry');
  return { ...entry, message, unitStart: message === result ? seq - 1 : seq };
}

function overlaysOf(ranges: readonly (readonly [number, number])[], shortened?: number): Overlays {
  const overlay = { compactionId: 'k', tokens: 1 };
  return {
    ...noOverlays(),
    ranges: ranges.map(([fromSeq, toSeq]) => ({ ...overlay, fromSeq, toSeq })),
    ...(shortened !== undefined && {
      entries: new Map([
        [shortened, { kind: 'evicted-results', seq: shortened, compactionId: 'k' }],
      ]),
    }),
  };
}
