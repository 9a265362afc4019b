import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import type { Message, Part, ToolCallPart } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { trimmedText } from '../view/overlaid-message.ts';
import { type EntryOverlay, noOverlays } from '../view/overlay.ts';
import { unitsOf, type ViewUnit, viewOf } from '../view/view.ts';
import { withEntryOverlays } from './carry-out.ts';
import {
  commonLimit,
  cutFromArguments,
  type ShortenedRoom,
  shorten,
  shortenedArguments,
} from './shorten.ts';

const context = { compactionId: 'k', measurer: simpleMeasurer };

function shortened(unit: ViewUnit, room: ShortenedRoom) {
  return runToEnd(shorten(unit, room, context));
}

/** What is cut of a message that stands alone. */
function shortenedAlone(
  message: Message,
  room: { textTokens: number } | { messageTokens: number },
) {
  const [unit] = unitsOf(viewOf(aTranscript([message]), noOverlays(), simpleMeasurer));
  if (!unit) throw new Error('no unit');
  const [overlay] = shortened(unit, { seq: 0, ...room }) ?? [];
  return overlay?.kind === 'trimmed' ? overlay : undefined;
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
  const message = aToolResult({ text: 'x'.repeat(400) });
  expect(shortenedAlone(message, { textTokens: 104 })).toBeUndefined();
});

test('[CMP-1] each text over the limit is held to it, short ones stay whole', () => {
  const message: Message = {
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'a', text: 'x'.repeat(4_000) },
      { type: 'tool-result', callId: 'b', text: 'short' },
    ],
  };
  const overlay = shortenedAlone(message, { textTokens: 100 });
  expect(overlay).toMatchObject({ kind: 'trimmed', seq: 0, compactionId: 'k', limitTokens: 100 });
  expect(overlay?.trims.map((trim) => trim.partIndex)).toEqual([0]);
});

test('[CMP-1] an entry of many short texts has nothing to trim part by part', () => {
  const parts = Array.from({ length: 50 }, () => ({ type: 'text', text: 'x'.repeat(80) }) as const);
  expect(shortenedAlone({ role: 'user', parts }, { textTokens: 100 })).toBeUndefined();
});

test('[TIER-2] as a whole, the texts of an entry share its limit', () => {
  const part = { type: 'text', text: 'x'.repeat(2_000) } as const;
  const message: Message = { role: 'user', parts: [part, part, part, part] };
  const transcript = aTranscript([message]);
  const overlay = shortenedAlone(message, { messageTokens: 600 });
  if (!overlay) throw new Error('nothing was trimmed');
  const overlays = withEntryOverlays(noOverlays(), [overlay]);
  expect(overlay.limitTokens).toBe(600);
  expect(overlay.trims.length).toBe(4);
  expect(viewOf(transcript, overlays, simpleMeasurer).tokens).toBeLessThanOrEqual(600 + 4);
});

test('[TIER-2] as a whole, an entry within its limit is left alone', () => {
  const message = aTextMessage('user', 'x'.repeat(400));
  expect(shortenedAlone(message, { messageTokens: 100 })).toBeUndefined();
});

test('[CMP-1] a unit is brought down to its room, the largest results first (seed 20261121)', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.property(sizes, fc.integer({ min: 100, max: 3_000 }), (given, roomTokens) => {
      const { unit, after } = unitOf(given);
      const overlays = shortened(unit, { unitTokens: roomTokens });
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
  expect(shortened(unit, { unitTokens: unit.tokens })).toEqual([]);
});

test('[CMP-1] where a useful piece of each result does not fit, nothing is trimmed', () => {
  const { unit } = unitOf([500, 500, 500, 500]);
  expect(shortened(unit, { unitTokens: 150 })).toBeUndefined();
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
        const trims = shortened(unit, { unitTokens: roomTokens });
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
  const trims = shortened(unit, { unitTokens: 300 }) ?? [];
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
  const trims = shortened(unit, { unitTokens: 600 }) ?? [];
  expect(trims.map(({ kind }) => kind)).toEqual(['shortened-calls', 'trimmed']);
  const view = viewOf(transcript, withEntryOverlays(noOverlays(), trims), simpleMeasurer);
  expect(view.tokens).toBeLessThanOrEqual(600);
});

test('[CMP-9] a call with fields of its provider is left as it is', () => {
  const { unit } = writing({ arguments: hugeCall, extra: { thought_signature: 'c2ln' } });
  expect(shortened(unit, { unitTokens: 300 })).toBeUndefined();
});

const count = (text: string) => simpleMeasurer.text(text);

/** What stays of a text that is the fourth part of a message. */
function fitted(text: string, maxTokens: number) {
  const other: Part = { type: 'text', text: '' };
  const message: Message = { role: 'user', parts: [other, other, other, { type: 'text', text }] };
  return shortenedAlone(message, { textTokens: maxTokens })?.trims[0];
}

const longText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 200, maxLength: 1_500 }),
  fc.array(fc.lorem({ maxCount: 12 }), { minLength: 10, maxLength: 60 }).map((l) => l.join('\n')),
  fc.nat(400).map((length) => '🚂'.repeat(length + 100)),
);

test('[CMP-9] what fits holds the start and the end of the text and no broken character (seed 20261121)', async () => {
  await fc.assert(
    fc.property(longText, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (text, share) => {
      const maxTokens = Math.floor(count(text) * share);
      const trim = fitted(text, maxTokens);
      if (!trim) return;
      const shown = trimmedText(text, trim, 0);
      const head = text.slice(0, trim.headCharacters);
      const tail = text.slice(text.length - trim.tailCharacters);
      expect(count(shown)).toBeLessThanOrEqual(maxTokens);
      expect(head.length + tail.length).toBeLessThan(text.length);
      expect(shown.startsWith(`${head}\n[…`)).toBe(true);
      expect(shown.endsWith(`…]\n${tail}`)).toBe(true);
      expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([
        text.isWellFormed(),
        text.isWellFormed(),
      ]);
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

test('[CMP-9] the line between says how much is missing and where the whole is kept', () => {
  const text = 'x'.repeat(2_000);
  const trim = fitted(text, 200);
  if (!trim) throw new Error('nothing fits');
  const missing = 2_000 - trim.headCharacters - trim.tailCharacters;
  expect(trimmedText(text, trim, 0)).toContain(
    `[… ${missing} characters left out; kept in full as message #0 …]`,
  );
  expect(trim.partIndex).toBe(3);
});

test('[CMP-9] uses most of its room', () => {
  const trim = fitted('x'.repeat(20_000), 1_000);
  expect((trim?.headCharacters ?? 0) + (trim?.tailCharacters ?? 0)).toBeGreaterThan(3_000);
});

test('[CMP-9] a cut moves back to the end of a line where one is near', () => {
  const text = Array.from({ length: 200 }, (_, line) => `line ${line} of the log`).join('\n');
  const trim = fitted(text, 300);
  if (!trim) throw new Error('nothing fits');
  expect(text.charAt(trim.headCharacters)).toBe('\n');
  expect(text.charAt(text.length - trim.tailCharacters - 1)).toBe('\n');
});

test('[CMP-9] where not even a short piece fits there is no trim', () => {
  expect(fitted('x'.repeat(2_000), 10)).toBeUndefined();
  expect(fitted('x'.repeat(2_000), 0)).toBeUndefined();
});

/** What is sent of the arguments of a call that has room for so many tokens and its frame. */
function fittedArguments(json: string, maxTokens: number) {
  const { unit } = writing({ arguments: json });
  const unitTokens = unit.tokens - count(json) + maxTokens;
  const [overlay] = shortened(unit, { unitTokens }) ?? [];
  return overlay?.kind === 'shortened-calls' ? overlay.calls[0] : undefined;
}

const code = Array.from({ length: 80 }, (_, index) => `const value${index} = "${index}";`).join(
  '\n',
);
const edit = `{"path": "src/a.ts", "line": 12345678901234567890, "text": ${JSON.stringify(code)}}`;

test('[CMP-9] a long text in the arguments keeps its start and end around a line that says what is missing', () => {
  const shown = JSON.parse(shortenedArguments(edit, 400, 12)) as { readonly text: string };
  expect(shown.text.startsWith('const value0 = "0";\n')).toBe(true);
  expect(shown.text.endsWith('const value79 = "79";')).toBe(true);
  expect(shown.text).toMatch(/\[… \d+ characters left out; kept in full as message #12 …\]/);
});

test('[CMP-9] everything beside the long texts stays as it was written, to the byte', () => {
  const shown = shortenedArguments(edit, 400, 12);
  expect(shown.startsWith('{"path": "src/a.ts", "line": 12345678901234567890, "text": "')).toBe(
    true,
  );
});

test('[CMP-9] what is cut and what is shown make up the whole text', () => {
  const shown = JSON.parse(shortenedArguments(edit, 400, 12)) as { readonly text: string };
  const [cut = ''] = runToEnd(cutFromArguments(edit, 400));
  const [head = '', tail = ''] = shown.text.split(/\n\[… .* …\]\n/);
  expect(head + cut + tail).toBe(code);
});

test('[CMP-9] names of fields are never cut, however long', () => {
  const name = 'n'.repeat(900);
  expect(shortenedArguments(`{"${name}" : 1}`, 100, 0)).toBe(`{"${name}" : 1}`);
});

test('[CMP-9] arguments that are no JSON stay as they are', () => {
  const broken = `{"text": "${'x'.repeat(2_000)}`;
  expect(shortenedArguments(broken, 100, 0)).toBe(broken);
  expect(fittedArguments(broken, 90)).toBeUndefined();
});

test('[CMP-1] arguments of short texts only have nothing to cut', () => {
  const json = JSON.stringify(Array.from({ length: 200 }, (_, index) => `row ${index}`));
  expect(fittedArguments(json, 90)).toBeUndefined();
});

test('[CMP-1] [CMP-9] what fits is JSON of the same shape within its limit (seed 20261122)', async () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1_500 }),
    fc.constantFrom('\\', '"', '\\"'.repeat(300), '🚂'.repeat(400), '\n\t'.repeat(200)),
    fc.double(),
    fc.constant(null),
  );
  const values = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf, { maxLength: 4 })));
  await fc.assert(
    fc.property(values, fc.integer({ min: 40, max: 600 }), (given, maxTokens) => {
      const json = JSON.stringify(given);
      const call = fittedArguments(json, maxTokens);
      if (call === undefined) return;
      const shown = call.arguments;
      expect(shown).toBe(shortenedArguments(json, call.maxCharacters, 0));
      expect(count(shown)).toBeLessThanOrEqual(maxTokens);
      expect(shapeOf(JSON.parse(shown))).toEqual(shapeOf(JSON.parse(json)));
    }),
    { seed: 20261122 },
  );
});

/** A value with every string replaced by the same one. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, child]) => [name, shapeOf(child)]);
}

test('[CMP-1] a common limit takes from the largest only', () => {
  expect(commonLimit([10, 500, 700], 410)).toBe(200);
  expect(commonLimit([10, 20], 30)).toBe(Number.POSITIVE_INFINITY);
});
