import { expect, test } from 'vitest';
import { emptyValueIndex } from '../condense/value-index.ts';
import { type Message, textOf } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import { appended, type Transcript } from '../transcript/transcript.ts';
import { noOverlays, type Overlays } from './overlay.ts';
import { unitsOf, type View, viewOf } from './view.ts';

const messages: readonly Message[] = [
  aTextMessage('user', 'Find trains.'),
  aToolCall(),
  aToolResult(),
  aTextMessage('assistant', 'There are three.'),
  aTextMessage('user', 'Book one.'),
];

const reply = aTextMessage('assistant', 'Booked.');

function grown(transcript: Transcript, message: Message): Transcript {
  const tokens = simpleMeasurer.message(message);
  return appended(transcript, { id: `e-${transcript.length}`, createdAtMs: 0, message, tokens });
}

function seen(view: View): readonly string[] {
  return view.segments.map((segment) => {
    switch (segment.kind) {
      case 'range':
        return `range ${segment.range.fromSeq}-${segment.range.toSeq}`;
      case 'condensed':
        return 'condensed';
      case 'unit':
        return `unit ${segment.start}-${segment.end}`;
      default:
        return segment satisfies never;
    }
  });
}

function overlaysWith(given: Partial<Overlays>): Overlays {
  return { ...noOverlays(), ...given };
}

function condensedBefore(beforeSeq: number, text = '<quoted/>') {
  return {
    id: 'c',
    compactionId: 'k',
    text,
    beforeSeq,
    coveredEntries: 2,
    coveredTokens: 20,
    values: emptyValueIndex,
  };
}

const range = (fromSeq: number, toSeq: number) => ({
  fromSeq,
  toSeq,
  compactionId: 'k',
  tokens: 9,
});

test('[CMP-3] without overlays the view is the transcript, unit by unit, the messages themselves', () => {
  const view = viewOf(aTranscript(messages), noOverlays(), simpleMeasurer);
  expect(seen(view)).toEqual(['unit 0-1', 'unit 1-3', 'unit 3-4', 'unit 4-5']);
  const sent = unitsOf(view).flatMap((unit) => unit.members.map((member) => member.message));
  expect(sent.every((message, seq) => message === messages[seq])).toBe(true);
});

test('[CMP-8] a range is stepped over, and the condensed text stands where it was put', () => {
  const overlays = overlaysWith({ ranges: [range(1, 4)], condensed: condensedBefore(1) });
  const view = viewOf(aTranscript(messages), overlays, simpleMeasurer);
  expect(seen(view)).toEqual(['unit 0-1', 'condensed', 'range 1-4', 'unit 4-5']);
});

test('[CMP-8] condensed text comes behind a range that holds its place', () => {
  const overlays = overlaysWith({ ranges: [range(0, 3)], condensed: condensedBefore(1) });
  const view = viewOf(aTranscript(messages), overlays, simpleMeasurer);
  expect(seen(view)).toEqual(['range 0-3', 'condensed', 'unit 3-4', 'unit 4-5']);
});

test('[BUD-3] condensed text that found no room is not in the view', () => {
  const overlays = overlaysWith({ ranges: [range(1, 4)], condensed: condensedBefore(1, '') });
  const view = viewOf(aTranscript(messages), overlays, simpleMeasurer);
  expect(seen(view)).toEqual(['unit 0-1', 'range 1-4', 'unit 4-5']);
});

test('[CMP-9] a trimmed entry shows its start, its end and where the whole is kept', () => {
  const long = aToolResult({ text: `start ${'x'.repeat(400)} end` });
  const transcript = aTranscript([aToolCall(), long]);
  const trims = [{ partIndex: 0, headCharacters: 5, tailCharacters: 3 }];
  const entries = new Map([
    [1, { kind: 'trimmed', seq: 1, compactionId: 'k', limitTokens: 20, trims }] as const,
  ]);
  const [unit] = unitsOf(viewOf(transcript, overlaysWith({ entries }), simpleMeasurer));
  const member = unit?.members[1];
  expect(member && textOf(member.message)).toBe(
    'start\n[… 402 characters left out; kept in full as message #1 …]\nend',
  );
  expect(member?.tokens).toBe(member && simpleMeasurer.message(member.message).value);
});

test('[CMP-9] an evicted result leaves a marker that names the newer one, and its call stays', () => {
  const transcript = aTranscript([aToolCall(), aToolResult({ text: 'old' })]);
  const entries = new Map([
    [1, { kind: 'evicted-results', seq: 1, compactionId: 'k', supersededBySeq: 7 }] as const,
  ]);
  const [unit] = unitsOf(viewOf(transcript, overlaysWith({ entries }), simpleMeasurer));
  expect(unit?.members.map((member) => member.message.role)).toEqual(['assistant', 'tool']);
  expect(unit?.members[1]?.message.parts).toEqual([
    {
      type: 'tool-result',
      callId: 'call-1',
      text: '[Left out: message #7 has a newer result of the same call. Kept in full as message #1.]',
    },
  ]);
});

test('[BUD-3] a stray result beside a good one is passed on as the overlay leaves it', () => {
  const results: Message = {
    role: 'tool',
    parts: [
      ...aToolResult({ text: 'good' }).parts,
      ...aToolResult({ callId: 'stray', text: `start ${'x'.repeat(400)} end` }).parts,
    ],
  };
  const transcript = aTranscript([aToolCall(), results]);
  const trims = [{ partIndex: 1, headCharacters: 5, tailCharacters: 3 }];
  const entries = new Map([
    [1, { kind: 'trimmed', seq: 1, compactionId: 'k', limitTokens: 20, trims }] as const,
  ]);
  const members = (overlays: Overlays) =>
    unitsOf(viewOf(transcript, overlays, simpleMeasurer))[0]?.members ?? [];
  const trimmed = members(overlaysWith({ entries }));
  expect(trimmed.map((member) => textOf(member.message))).toEqual([
    '',
    'good',
    '[Tool output without a matching call (stray)]\nstart\n[… 402 characters left out; kept in full as message #1 …]\nend',
  ]);
  expect(trimmed[2]?.message).toBe(members(overlaysWith({ entries }))[2]?.message);
  expect(members(noOverlays())[2]?.tokens).toBeGreaterThan(100);
});

test('[CMP-3] a call without a result is followed by a placeholder that counts', () => {
  const view = viewOf(aTranscript([aToolCall()]), noOverlays(), simpleMeasurer);
  const [unit] = unitsOf(view);
  expect(unit?.members.map((member) => member.kind)).toEqual(['entry', 'repair']);
  const tokens = unit?.members.map((member) => simpleMeasurer.message(member.message).value);
  expect(view.tokens).toBe(tokens?.reduce((sum, value) => sum + value, 0));
});

test('[TOK-4] the tokens of a view are those of everything in it', () => {
  const overlays = overlaysWith({ ranges: [range(1, 3)], condensed: condensedBefore(1) });
  const view = viewOf(aTranscript(messages), overlays, simpleMeasurer);
  const kept = [0, 3, 4].flatMap((seq) => messages[seq] ?? []);
  const sum = [...kept, aTextMessage('user', '<quoted/>')].reduce(
    (total, message) => total + simpleMeasurer.message(message).value,
    0,
  );
  expect(view.tokens).toBe(sum);
});

test('[CMP-8] looks at nothing that left, so a long transcript costs what its view costs', () => {
  const transcript = aTranscript(messages);
  let reads = 0;
  const log = new Proxy(transcript.log, {
    get(target, name) {
      if (name === 'at') reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  viewOf({ ...transcript, log }, overlaysWith({ ranges: [range(0, 4)] }), simpleMeasurer);
  expect(reads).toBe(1);
});

test('[TIER-1] where the transcript has only grown, what stood in the view stands there as the same objects', () => {
  const overlays = overlaysWith({ ranges: [range(1, 3)], condensed: condensedBefore(1) });
  const transcript = aTranscript(messages);
  const before = viewOf(transcript, overlays, simpleMeasurer);
  const after = viewOf(grown(transcript, reply), overlays, simpleMeasurer);
  expect(seen(after)).toEqual([...seen(before), 'unit 5-6']);
  expect(
    after.segments.slice(0, -1).every((segment, index) => segment === before.segments[index]),
  ).toBe(true);
  expect(after.tokens).toBe(before.tokens + simpleMeasurer.message(reply).value);
});

test('[CMP-3] a unit that grows is laid out anew, and what stands ahead of it is not', () => {
  const overlays = noOverlays();
  const transcript = aTranscript(messages.slice(0, 2));
  const before = viewOf(transcript, overlays, simpleMeasurer);
  const after = viewOf(grown(transcript, aToolResult()), overlays, simpleMeasurer);
  expect(seen(after)).toEqual(['unit 0-1', 'unit 1-3']);
  expect(after.segments[0]).toBe(before.segments[0]);
});

test('[TOK-3] better counts and another measurer lay the view out anew', () => {
  const overlays = noOverlays();
  const transcript = aTranscript(messages);
  const first = viewOf(transcript, overlays, simpleMeasurer);
  transcript.log.measure(0, { value: 1_000, source: 'counted', encoding: 'other' });
  const measured = viewOf({ ...transcript }, overlays, simpleMeasurer);
  expect(measured.tokens).toBeGreaterThan(first.tokens + 900);
  const other = viewOf(transcript, overlays, createMeasurer(simpleCounter));
  expect(other).not.toBe(measured);
});
