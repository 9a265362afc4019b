import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, ToolCallPart } from '../../message/message.ts';
import { runToEnd } from '../../platform/steps.ts';
import { aTextMessage, aToolCall, aToolResult } from '../../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../../testing/transcripts.ts';
import type { Entry } from '../../transcript/entry.ts';
import { type EntryOverlay, noOverlays } from '../../view/overlay.ts';
import { unitsOf, type ViewUnit, viewOf } from '../../view/view.ts';
import { withEntryOverlays } from '../overlays-with.ts';
import { trimEntry, trimEntryAsWhole, trimUnitToRoom } from './trim-unit.ts';

const context = { compactionId: 'k', measurer: simpleMeasurer };

function anEntryOf(message: Message): Entry {
  return aTranscript([message]).log.at(0);
}

function unitOf(sizes: readonly number[]): {
  readonly unit: ViewUnit;
  readonly after: (overlays: readonly EntryOverlay[] | undefined) => number;
} {
  const calls: Message = {
    role: 'assistant',
    parts: sizes.flatMap((_, index) => aToolCall({ callId: `c${index}` }).parts),
  };
  const results = sizes.map((size, index) =>
    aToolResult({ callId: `c${index}`, text: 'x'.repeat(size * 4) }),
  );
  const transcript = aTranscript([calls, ...results]);
  const [unit] = unitsOf(viewOf(transcript, noOverlays(), simpleMeasurer));
  if (!unit) throw new Error('no unit');
  return {
    unit,
    after: (added) =>
      viewOf(transcript, withEntryOverlays(noOverlays(), added ?? []), simpleMeasurer).tokens,
  };
}

test('[CMP-1] an entry within its limit is left alone', () => {
  const entry = anEntryOf(aToolResult({ text: 'x'.repeat(400) }));
  expect(runToEnd(trimEntry(entry, 104, context))).toBeUndefined();
});

test('[CMP-1] each text over the limit is held to it, short ones stay whole', () => {
  const entry = anEntryOf({
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'a', text: 'x'.repeat(4_000) },
      { type: 'tool-result', callId: 'b', text: 'short' },
    ],
  });
  const overlay = runToEnd(trimEntry(entry, 100, context));
  expect(overlay).toMatchObject({ kind: 'trimmed', seq: 0, compactionId: 'k', limitTokens: 100 });
  expect(overlay?.trims.map((trim) => trim.partIndex)).toEqual([0]);
});

test('[CMP-1] an entry of many short texts has nothing to trim part by part', () => {
  const parts = Array.from({ length: 50 }, () => ({ type: 'text', text: 'x'.repeat(80) }) as const);
  expect(runToEnd(trimEntry(anEntryOf({ role: 'user', parts }), 100, context))).toBeUndefined();
});

test('[TIER-2] as a whole, the texts of an entry share its limit', () => {
  const part = { type: 'text', text: 'x'.repeat(2_000) } as const;
  const transcript = aTranscript([{ role: 'user', parts: [part, part, part, part] }]);
  const overlay = runToEnd(trimEntryAsWhole(transcript.log.at(0), 600, context));
  if (!overlay) throw new Error('nothing was trimmed');
  const overlays = withEntryOverlays(noOverlays(), [overlay]);
  expect(overlay.limitTokens).toBe(600);
  expect(overlay.trims.length).toBe(4);
  expect(viewOf(transcript, overlays, simpleMeasurer).tokens).toBeLessThanOrEqual(600 + 4);
});

test('[TIER-2] as a whole, an entry within its limit is left alone', () => {
  const entry = anEntryOf(aTextMessage('user', 'x'.repeat(400)));
  expect(runToEnd(trimEntryAsWhole(entry, 100, context))).toBeUndefined();
});

test('[CMP-1] a unit is brought down to its room, the largest results first (seed 20261121)', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.property(sizes, fc.integer({ min: 100, max: 3_000 }), (given, roomTokens) => {
      const { unit, after } = unitOf(given);
      const overlays = runToEnd(trimUnitToRoom(unit, roomTokens, context));
      if (!overlays) return;
      expect(after(overlays)).toBeLessThanOrEqual(Math.max(roomTokens, 0));
      const trimmed = new Set(overlays.map((overlay) => overlay.seq - 1));
      const whole = given.filter((_, index) => !trimmed.has(index));
      const cut = given.filter((_, index) => trimmed.has(index));
      expect(Math.max(0, ...whole)).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...cut));
    }),
    { seed: 20261121 },
  );
});

test('[CMP-1] a unit that has room keeps all its results', () => {
  const { unit } = unitOf([100, 200]);
  expect(runToEnd(trimUnitToRoom(unit, unit.tokens, context))).toEqual([]);
});

test('[CMP-1] where a useful piece of each result does not fit, nothing is trimmed', () => {
  const { unit } = unitOf([500, 500, 500, 500]);
  expect(runToEnd(trimUnitToRoom(unit, 150, context))).toBeUndefined();
});

test('[BUD-3] a stray result beside a good one gives way too, where it was trimmed before as well (seed 20261121)', async () => {
  const size = fc.integer({ min: 1, max: 900 });
  const sizes = fc.record({ good: size, stray: fc.integer({ min: 1, max: 4_000 }) });
  await fc.assert(
    fc.property(sizes, fc.array(fc.integer({ min: 300, max: 3_000 })), (given, rooms) => {
      const results: Message = {
        role: 'tool',
        parts: [
          ...aToolResult({ callId: 'good', text: 'x'.repeat(given.good) }).parts,
          ...aToolResult({ callId: 'stray', text: 'y'.repeat(given.stray * 4 + 1) }).parts,
        ],
      };
      const transcript = aTranscript([aToolCall({ callId: 'good' }), results]);
      let overlays = noOverlays();
      for (const roomTokens of rooms) {
        const [unit] = unitsOf(viewOf(transcript, overlays, simpleMeasurer));
        if (!unit) throw new Error('no unit');
        const trims = runToEnd(trimUnitToRoom(unit, roomTokens, context));
        if (!trims) throw new Error('the stray result was not reached');
        overlays = withEntryOverlays(overlays, trims);
        expect(viewOf(transcript, overlays, simpleMeasurer).tokens).toBeLessThanOrEqual(roomTokens);
      }
    }),
    { seed: 20261121 },
  );
});

/** A unit whose call writes a file and whose result is short. */
function writing(call: Partial<ToolCallPart>, text = 'done') {
  const part = { type: 'tool-call', callId: 'a', toolName: 'edit', arguments: '{}' } as const;
  const transcript = aTranscript([
    { role: 'assistant', parts: [{ ...part, ...call }] },
    aToolResult({ callId: 'a', text }),
  ]);
  const [unit] = unitsOf(viewOf(transcript, noOverlays(), simpleMeasurer));
  if (!unit) throw new Error('no unit');
  return { transcript, unit };
}

const hugeCall = JSON.stringify({ path: 'src/a.ts', text: 'line of code\n'.repeat(400) });

test('[CMP-1] [CMP-9] huge arguments of a call are cut like results, and stay JSON', () => {
  const { transcript, unit } = writing({ arguments: hugeCall });
  const trims = runToEnd(trimUnitToRoom(unit, 300, context)) ?? [];
  expect(trims).toMatchObject([{ kind: 'shortened-calls', seq: 0, calls: [{ partIndex: 0 }] }]);
  const view = viewOf(transcript, withEntryOverlays(noOverlays(), trims), simpleMeasurer);
  expect(view.tokens).toBeLessThanOrEqual(300);
  const [call] = unitsOf(view)[0]?.members[0]?.message.parts ?? [];
  const shown = call?.type === 'tool-call' ? JSON.parse(call.arguments) : undefined;
  expect(shown).toMatchObject({ path: 'src/a.ts' });
  expect(shown.text).toContain('kept in full as message #0');
});

test('[CMP-1] a call and its result give way to one common limit', () => {
  const { transcript, unit } = writing({ arguments: hugeCall }, 'x'.repeat(4_000));
  const trims = runToEnd(trimUnitToRoom(unit, 600, context)) ?? [];
  expect(trims.map(({ kind }) => kind)).toEqual(['shortened-calls', 'trimmed']);
  const view = viewOf(transcript, withEntryOverlays(noOverlays(), trims), simpleMeasurer);
  expect(view.tokens).toBeLessThanOrEqual(600);
});

test('[CMP-9] a call with fields of its provider is left as it is', () => {
  const { unit } = writing({ arguments: hugeCall, extra: { thought_signature: 'c2ln' } });
  expect(runToEnd(trimUnitToRoom(unit, 300, context))).toBeUndefined();
});
