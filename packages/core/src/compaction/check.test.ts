import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '../formats/parse-message.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTextMessage } from '../testing/builders.ts';
import { aReply, aStep, aUserMessage } from '../testing/compaction-input.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { noOverlays, type Overlays, type RangeOverlay } from '../view/overlay.ts';
import { unitsOf, type View, viewOf } from '../view/view.ts';
import { findingFault } from './check.ts';

/** Anchor, a step (1–2), words, a system message, words, the user again, a step (7–8). */
const messages: readonly Message[] = [
  aUserMessage(10),
  ...aStep('a', 10),
  aReply(10),
  aTextMessage('system', 'Be brief.'),
  aReply(10),
  aUserMessage(10),
  ...aStep('b', 10),
];

const aRange = (fromSeq: number, toSeq: number): RangeOverlay => ({
  fromSeq,
  toSeq,
  compactionId: 'k',
  tokens: 10,
});

function faultOfRanges(...ranges: readonly RangeOverlay[]): string | undefined {
  const transcript = aTranscript(messages);
  const overlays: Overlays = { ...noOverlays(), ranges };
  return runToEnd(
    findingFault(transcript, overlays, viewOf(transcript, noOverlays(), simpleMeasurer), ranges),
  );
}

test('[CMP-7] whole unprotected units may leave', () => {
  expect(faultOfRanges(aRange(1, 3))).toBeUndefined();
  expect(faultOfRanges(aRange(1, 4), aRange(5, 6))).toBeUndefined();
});

test.each([
  [1, 2],
  [2, 4],
  [2, 3],
])('[CMP-3] a range %i–%i that cuts a unit is a fault', (fromSeq, toSeq) => {
  expect(faultOfRanges(aRange(fromSeq, toSeq))).toBe(`the range ${fromSeq}–${toSeq} cuts a unit`);
});

test.each<[string, readonly RangeOverlay[]]>([
  ['overlap', [aRange(1, 4), aRange(3, 4)]],
  ['stand in the wrong order', [aRange(5, 6), aRange(1, 3)]],
  ['are empty', [aRange(3, 3)]],
  ['end ahead of their start', [aRange(3, 1)]],
  ['reach behind the transcript', [aRange(5, 10)]],
  ['have no place', [aRange(Number.NaN, 3)]],
])('[CMP-7] ranges that %s are a fault', (_what, ranges) => {
  expect(faultOfRanges(...ranges)).toContain('is out of order');
});

test.each([
  ['the anchor', 0, 1],
  ['a system message in the middle', 4, 5],
  ['the current user message', 6, 7],
  ['the newest unit', 7, 9],
])('[TIER-6] %s that left is a fault', (_what, fromSeq, toSeq) => {
  const fault = `message #${fromSeq} is protected and left`;
  expect(faultOfRanges(aRange(fromSeq, toSeq))).toBe(fault);
  expect(faultOfRanges(aRange(fromSeq === 0 ? 0 : 3, toSeq))).toContain('is protected and left');
});

test('[TIER-6] anchor, current user message and newest unit are missed although they left long ago', () => {
  const transcript = aTranscript(messages);
  const view = viewOf(transcript, noOverlays(), simpleMeasurer);
  const faultIn = (range: RangeOverlay) =>
    runToEnd(findingFault(transcript, { ...noOverlays(), ranges: [range] }, view, []));
  expect(faultIn(aRange(0, 1))).toBe('message #0 is protected and left');
  expect(faultIn(aRange(6, 7))).toBe('message #6 is protected and left');
  expect(faultIn(aRange(7, 9))).toBe('message #7 is protected and left');
});

/** The view of the messages with some members of its second unit, the first step, taken out. */
function viewWithout(role: 'assistant' | 'tool'): View {
  const view = viewOf(aTranscript(messages), noOverlays(), simpleMeasurer);
  const segments = view.segments.map((segment) =>
    segment.kind === 'unit' && segment.start === 1
      ? { ...segment, members: segment.members.filter(({ message }) => message.role !== role) }
      : segment,
  );
  return { ...view, segments };
}

test('[CMP-3] a result without its call is a fault, and a call without its result', () => {
  const transcript = aTranscript(messages);
  const fault = (view: View) => runToEnd(findingFault(transcript, noOverlays(), view, []));
  expect(fault(viewWithout('assistant'))).toBe('a tool result stands without its call a');
  expect(fault(viewWithout('tool'))).toBe('the tool call a stands without its result');
});

test('[CMP-3] a call that is answered twice is a fault', () => {
  const transcript = aTranscript(messages);
  const view = viewOf(transcript, noOverlays(), simpleMeasurer);
  const twice = unitsOf(view).map((unit) =>
    unit.start === 1 ? { ...unit, members: [...unit.members, ...unit.members.slice(1)] } : unit,
  );
  expect(runToEnd(findingFault(transcript, noOverlays(), { ...view, segments: twice }, []))).toBe(
    'a tool result stands without its call a',
  );
});

test('[CMP-7] a view without overlays has no fault, whatever was said (seed 20261122)', async () => {
  await fc.assert(
    fc.property(arbitraryConversation, (conversation) => {
      const transcript = aTranscript(conversation.map((message) => parseMessage(message)));
      const view = viewOf(transcript, noOverlays(), simpleMeasurer);
      expect(runToEnd(findingFault(transcript, noOverlays(), view, []))).toBeUndefined();
    }),
    { seed: 20261122 },
  );
});
