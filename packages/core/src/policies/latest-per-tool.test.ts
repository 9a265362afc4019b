import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { anEntry, aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { latestPerTool } from './latest-per-tool.ts';

/** Units of these messages, ten tokens each. */
function unitsOf(...messages: readonly (readonly Message[])[]): readonly MeasuredUnit[] {
  let end = 0;
  return messages.map((members) => {
    const start = end;
    end += members.length;
    const entries = members.map((message, at) =>
      anEntry({ seq: start + at, unitStart: start, message }),
    );
    return { start, end, tokens: 10, protected: false, entries };
  });
}

const read = (path: string, callId = 'c') =>
  aToolCall({ callId, toolName: 'read_file', arguments: `{"path":"${path}"}` });
const result = aToolResult({ callId: 'c' });
const step = (path: string) => [read(path), result];
const said = [aTextMessage('assistant', 'Done.')];

const choose = (units: readonly MeasuredUnit[], excessTokens: number) =>
  latestPerTool().choose({ units, excessTokens });

test('[POL-6] older results of the same tool and arguments leave, the newest and all else stay', () => {
  const units = unitsOf(step('a'), said, step('b'), step('a'), step('a'));
  expect(choose(units, 1_000)).toEqual([0, 5]);
});

test('[POL-6] the oldest go first, and no more than frees the excess', () => {
  const units = unitsOf(step('a'), step('a'), step('a'), step('a'));
  expect(choose(units, 11)).toEqual([0, 2]);
  expect(choose(units, 10)).toEqual([0]);
  expect(choose(units, 0)).toEqual([]);
});

test('[POL-6] a unit leaves only when all its results have a newer one', () => {
  const calls: Message = {
    role: 'assistant',
    parts: [...read('a').parts, ...read('b', 'd').parts],
  };
  const both = [calls, result, aToolResult({ callId: 'd' })];
  expect(choose(unitsOf(both, step('a')), 1_000)).toEqual([]);
  expect(choose(unitsOf(both, step('a'), step('b')), 1_000)).toEqual([0]);
});

test('[POL-6] a unit that also holds a result of no call stays', () => {
  const stray = [...step('a'), aToolResult({ callId: 'nowhere' })];
  expect(choose(unitsOf(stray, step('a')), 1_000)).toEqual([]);
});

test('[POL-6] what is protected is not named, and still replaces what is older', () => {
  const units = unitsOf(step('a'), step('a'), step('a')).map((unit) => ({
    ...unit,
    protected: unit.start !== 2,
  }));
  expect(choose(units, 1_000)).toEqual([2]);
});
