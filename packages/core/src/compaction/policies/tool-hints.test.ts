import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { anEntry, aTextMessage, aToolCall, aToolResult } from '../../testing/builders.ts';
import { checkedToolHints, type ToolHints } from './tool-hints.ts';
import { hintFor, isPinnedUnit, resultLimit } from './tool-results.ts';

const unitOf = (...messages: readonly Message[]) => ({
  entries: messages.map((message, seq) => anEntry({ seq, unitStart: 0, message })),
});
const call = aToolCall({ callId: 'c', toolName: 'get_order' });
const result = aToolResult({ callId: 'c' });

test('[POL-8] hints are taken as given, and a later change of the caller’s object changes nothing', () => {
  const order = { pinned: true, maxTokens: 200 };
  const given: Record<string, object> = { get_order: order, clock: { ephemeral: true }, read: {} };
  const hints = checkedToolHints(given);
  expect(hints).toEqual(given);
  order.maxTokens = 5;
  given.clock = { pinned: true };
  expect(hints.get_order?.maxTokens).toBe(200);
  expect(hints.clock).toEqual({ ephemeral: true });
  expect(Object.isFrozen(hints) && Object.isFrozen(hints.get_order)).toBe(true);
});

test.each([
  ['a list', [], 'toolHints'],
  ['nothing', null, 'toolHints'],
  ['a hint that is a flag', { find: true }, 'toolHints.find'],
  ['a misspelt hint', { find: { ephermal: true } }, 'toolHints.find.ephermal'],
  ['a flag that is a word', { find: { pinned: 'yes' } }, 'toolHints.find.pinned'],
  ['half a token', { find: { maxTokens: 99.5 } }, 'toolHints.find.maxTokens'],
  ['a limit too small for any result', { find: { maxTokens: 63 } }, 'toolHints.find.maxTokens'],
  ['a limit without end', { find: { maxTokens: Infinity } }, 'toolHints.find.maxTokens'],
  ['a limit in words', { find: { maxTokens: '100' } }, 'toolHints.find.maxTokens'],
  ['pinned and ephemeral', { find: { pinned: true, ephemeral: true } }, 'toolHints.find'],
  ['pinned and latest only', { find: { pinned: true, latestOnly: true } }, 'toolHints.find'],
])('[POL-8] %s is refused by name', (_, hints, option) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
  expect(() => checkedToolHints(hints as never)).toThrow(refusal);
});

test('[POL-8] what is said not to hold contradicts nothing', () => {
  const hints: object = { find: { pinned: true, ephemeral: false, maxTokens: undefined } };
  expect(checkedToolHints(hints as ToolHints).find?.pinned).toBe(true);
});

test('[POL-8] a tool without a hint has an empty one, whatever its name', () => {
  expect(hintFor({}, 'constructor')).toEqual({});
  expect(hintFor(checkedToolHints({ __proto__: { pinned: true } }), 'find')).toEqual({});
});

test('[POL-8] a unit is pinned by a result of a pinned tool, not by its call alone', () => {
  const hints = { get_order: { pinned: true } };
  expect(isPinnedUnit(unitOf(call, result), hints)).toBe(true);
  expect(isPinnedUnit(unitOf(call), hints)).toBe(false);
  expect(isPinnedUnit(unitOf(call, result), {})).toBe(false);
  expect(isPinnedUnit(unitOf(aTextMessage('user', 'get_order')), hints)).toBe(false);
});

test('[POL-8] one pinned result among others pins their unit', () => {
  const other = aToolCall({ callId: 'd', toolName: 'find' });
  const calls: Message = { role: 'assistant', parts: [...other.parts, ...call.parts] };
  const unit = unitOf(calls, aToolResult({ callId: 'd' }), result);
  expect(isPinnedUnit(unit, { get_order: { pinned: true } })).toBe(true);
});

test('[POL-8] a tool’s own limit takes the place of the common one, above or below it', () => {
  const hints = { read: { maxTokens: 4_000 }, clock: { maxTokens: 64 }, find: {} };
  expect(resultLimit('read', hints, 500)).toBe(4_000);
  expect(resultLimit('clock', hints, 500)).toBe(64);
  expect(resultLimit('find', hints, 500)).toBe(500);
  expect(resultLimit('toString', hints, 500)).toBe(500);
});
