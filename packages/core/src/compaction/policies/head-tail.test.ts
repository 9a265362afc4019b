import { expect, test } from 'vitest';
import { anEntry, aTextMessage } from '../../testing/builders.ts';
import { startsChosen } from '../../testing/compaction-input.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { headTail } from './windows.ts';

/** Single messages; the first `systems` are system messages, and protected. */
function messagesOf(count: number, systems = 0): readonly MeasuredUnit[] {
  return Array.from({ length: count }, (_, seq) => {
    const role = seq < systems ? 'system' : 'user';
    const entries = [anEntry({ seq, message: aTextMessage(role, 'x') })];
    return { start: seq, end: seq + 1, tokens: 10, protected: role === 'system', entries };
  });
}

const choose = (options: Parameters<typeof headTail>[0], units: readonly MeasuredUnit[]) =>
  startsChosen(headTail(options), { units, excessTokens: 0 });

test('[POL-2] the first and the last messages stay, and the middle leaves', () => {
  expect(choose({ messages: 3 }, messagesOf(8))).toEqual([2, 3, 4]);
  expect(choose({ messages: 2 }, messagesOf(6))).toEqual([2, 3]);
  expect(choose({ messages: 6 }, messagesOf(6))).toEqual([]);
});

test('[POL-2] system messages at the start are not counted as head, later ones are not looked for', () => {
  expect(choose({ messages: 2 }, messagesOf(8, 2))).toEqual([4, 5]);
});

test('[POL-2] a head that has left is not replaced by what came after it', () => {
  const units = messagesOf(9).slice(3);
  expect(choose({ messages: 2 }, units)).toEqual([3, 4, 5, 6]);
});

test('[POL-2] a system message that came later does not stand for one at the start', () => {
  const [first, ...rest] = messagesOf(9).slice(2);
  if (!first) throw new Error('there are seven');
  const system = anEntry({ seq: 0, message: aTextMessage('system', 'x') });
  const later = { ...first, protected: true, entries: [{ ...system, seq: 2 }] };
  expect(choose({ messages: 2 }, [later, ...rest])).toEqual([3, 4, 5, 6]);
});

test('[POL-2] a unit of which the head is part stays whole', () => {
  const [first, second, third, ...rest] = messagesOf(8);
  if (!first || !second || !third) throw new Error('there are eight');
  const joined = { ...second, end: 3, entries: [...second.entries, ...third.entries] };
  expect(choose({ messages: 2 }, [first, joined, ...rest])).toEqual([3, 4, 5]);
});

test('[POL-2] is due when more than the slack stands in the middle', () => {
  const { isDue } = headTail({ messages: 3 });
  expect(isDue?.(messagesOf(8))).toBe(false);
  expect(isDue?.(messagesOf(9))).toBe(true);
  expect(isDue?.(messagesOf(9, 1))).toBe(false);
});

test('[CMP-8] the name tells the figures', () => {
  expect(headTail({ messages: 9 }).name).toBe('head-tail(2, 9)');
});

test('[POL-2] a figure that does not fit is refused by name', () => {
  const option = 'headTail.messages';
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
  expect(() => headTail({ messages: -1 })).toThrow(refusal);
});
