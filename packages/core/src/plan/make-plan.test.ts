import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyValueIndex } from '../condense/value-index.ts';
import { parseMessage } from '../formats/parse-message.ts';
import type { LiveSection } from '../live/live-section.ts';
import { noNotes, setNote } from '../live/notes/notes.ts';
import { notesSection } from '../live/notes/notes-section.ts';
import { scratchpadSection } from '../live/scratchpad/scratchpad-section.ts';
import { type Message, textOf } from '../message/message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createMeasurer, type Measurer } from '../tokens/measurer.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import type { BarePlan } from './context-plan.ts';
import { makePlan, type PlanInput } from './make-plan.ts';

const system = aTextMessage('system', 'Answer briefly.');
const user = (text: string) => aTextMessage('user', text);
const reply = (text: string) => aTextMessage('assistant', text);

function aPlanInput(messages: readonly Message[], input: Partial<PlanInput> = {}): PlanInput {
  return {
    sessionId: 's',
    transcript: aTranscript(messages),
    overlays: noOverlays(),
    budget: fixedBudget(1_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
    ...input,
  };
}

function fixedPart(message: Message) {
  return { message, tokens: simpleMeasurer.message(message) };
}

function rows(plan: BarePlan): readonly string[] {
  return plan.items.map((item) => `${item.tier} ${item.id} ${item.decision.rule}`);
}

const leftBehind: Pick<Overlays, 'ranges' | 'condensed'> = {
  ranges: [{ fromSeq: 1, toSeq: 3, compactionId: 'k', tokens: 40 }],
  condensed: {
    id: 'condensed-k',
    compactionId: 'k',
    text: '<earlier-conversation>…</earlier-conversation>',
    beforeSeq: 1,
    coveredEntries: 2,
    coveredTokens: 40,
    values: emptyValueIndex,
  },
};

test('[TIER-1] [TIER-2] [TIER-3] [TIER-4] tiers stand in send order: system, archive, working, live', () => {
  const plan = makePlan(
    aPlanInput(
      [user('Find trains.'), reply('Which day?'), user('May 20.'), reply('Three.'), user('Book.')],
      {
        fixed: { system: fixedPart(system), tools: fixedPart(aTextMessage('system', '[{}]')) },
        overlays: { ...noOverlays(), ...leftBehind },
        sections: [scratchpadSection({ objective: 'Trains' })],
      },
    ),
  );
  expect(rows(plan)).toEqual([
    'system system SYSTEM_PROTECTED',
    'system tools TOOLS_COUNTED',
    'archive e-0 ANCHOR_PROTECTED',
    'archive condensed-k STANDS_FOR_RANGES',
    'working e-3 FITS',
    'working e-4 CURRENT_USER_PROTECTED',
    'live scratchpad LIVE_STATE',
  ]);
});

test('[TIER-7] what stands for what left stands in the middle: the task ahead of it, the newest turns behind', () => {
  const messages = [user('Find trains.'), reply('a'), reply('b'), user('Book.'), reply('Done.')];
  const overlays = { ...noOverlays(), ...leftBehind };
  const plan = makePlan(
    aPlanInput(messages, { overlays, sections: [scratchpadSection({ objective: 'Trains' })] }),
  );
  expect(plan.items.map((item) => item.kind)).toEqual([
    'entry',
    'condensed',
    'entry',
    'entry',
    'scratchpad',
  ]);
  expect(plan.items.map((item) => item.seq)).toEqual([0, undefined, 3, 4, undefined]);
});

test('[TIER-1] leading system messages are of the system tier, later ones stay where they are', () => {
  const later = aTextMessage('system', 'Be brief from now on.');
  const plan = makePlan(aPlanInput([system, user('Hi'), reply('Hello'), later, user('Bye')]));
  expect(rows(plan)).toEqual([
    'system e-0 SYSTEM_PROTECTED',
    'archive e-1 ANCHOR_PROTECTED',
    'working e-2 FITS',
    'working e-3 SYSTEM_PROTECTED',
    'working e-4 CURRENT_USER_PROTECTED',
  ]);
});

test('[TIER-2] a message that nothing was done to is sent as the very same object', () => {
  const messages = [user('Hi'), reply('Hello')];
  const { items } = makePlan(aPlanInput(messages));
  expect(items.map((item) => item.message)).toEqual(messages);
  expect(items.every((item, seq) => item.message === messages[seq])).toBe(true);
});

test('[TIER-3] the working tier holds the two newest turns', () => {
  const turns = [1, 2, 3].flatMap((turn) => [user(`${turn}?`), reply(`${turn}.`)]);
  const plan = makePlan(aPlanInput(turns));
  expect(plan.items.map((item) => item.tier)).toEqual([
    'archive',
    'archive',
    'working',
    'working',
    'working',
    'working',
  ]);
});

test('[TIER-6] the newest unit says that it is protected', () => {
  const plan = makePlan(aPlanInput([user('Find'), aToolCall(), aToolResult()]));
  expect(rows(plan).slice(1)).toEqual([
    'working e-1 NEWEST_UNIT_PROTECTED',
    'working e-2 NEWEST_UNIT_PROTECTED',
  ]);
});

const manyFacts = {
  keyFacts: Array.from({ length: 50 }, (_, index) => `fact number ${index}`),
};

test('[BUD-3] live state shrinks first, whole lines at a time, and says what room it had', () => {
  const sections = [scratchpadSection(manyFacts, 1)];
  const budget = fixedBudget(100);
  const plan = makePlan(aPlanInput([user('Hi')], { sections, budget }));
  const live = plan.items.at(-1);
  expect(live?.decision).toMatchObject({
    fate: 'trimmed',
    rule: 'LIVE_NO_ROOM',
    numbers: { roomTokens: 100 - 5, shareTokens: 100 },
  });
  expect(live && textOf(live.message)).toMatch(/- fact number \d+\n\(cut: \d+ more lines\)\n</);
  expect(plan.totalTokens).toBeLessThanOrEqual(100);
  expect(plan.withheld).toEqual([]);
  expect(plan.degraded).toMatchObject([{ code: 'LIVE_NO_ROOM' }]);
});

test('[PAD-3] a scratchpad over its share is cut to it, however much room there is, and says so', () => {
  const sections = [scratchpadSection(manyFacts)];
  const plan = makePlan(aPlanInput([user('Hi')], { sections }));
  const { decision, message } = plan.items.at(-1) ?? {};
  expect(decision).toMatchObject({
    fate: 'trimmed',
    rule: 'LIVE_OVER_SHARE',
    numbers: { shareTokens: 100, roomTokens: 100 },
  });
  expect(decision?.tokens.sent).toBeLessThanOrEqual(100);
  const percent = Math.round(100 * (decision?.numbers.usedShare ?? 0));
  expect(percent).toBeGreaterThan(200);
  expect(message && textOf(message)).toContain(`(${percent}% full, and not all of it is shown).`);
  expect(plan.degraded).toEqual([
    {
      code: 'LIVE_OVER_SHARE',
      message: `Live section "scratchpad": ${decision?.tokens.sent} of its ${decision?.tokens.raw} tokens are sent.`,
    },
  ]);
});

test('[BUD-3] live state that finds no room at all is withheld with the reason', () => {
  const budget = fixedBudget(12);
  const sections = [scratchpadSection({ objective: 'x' }, 1)];
  const plan = makePlan(aPlanInput([user('Hi')], { sections, budget, degraded: [] }));
  expect(rows(plan)).toEqual(['archive e-0 ANCHOR_PROTECTED']);
  expect(plan.withheld).toMatchObject([
    { itemId: 'scratchpad', fate: 'not-selected', rule: 'LIVE_NO_ROOM', tokens: { sent: 0 } },
  ]);
  expect(plan.degraded).toMatchObject([{ code: 'LIVE_NO_ROOM' }]);
  expect(plan.livePlacement).toEqual({ kind: 'none' });
});

test('[TIER-4] each section is an item of its own, in order, with its decision; all travel in one place', () => {
  const notes = setNote(noNotes, 'page', 'Checkout');
  const sections = [scratchpadSection({ objective: 'Trains' }), notesSection(notes)];
  const plan = makePlan(aPlanInput([user('Hi')], { sections }));
  expect(rows(plan)).toEqual([
    'archive e-0 ANCHOR_PROTECTED',
    'live scratchpad LIVE_STATE',
    'live notes LIVE_STATE',
  ]);
  const [pad, page] = plan.items.slice(1).map(({ decision }) => decision);
  expect(plan.tiers.live).toEqual({
    items: 2,
    tokens: (pad?.tokens.sent ?? 0) + (page?.tokens.sent ?? 0),
  });
  expect(plan.livePlacement).toEqual({ kind: 'inside', itemId: 'e-0' });
});

test('[TIER-4] a section that fails is left out and reported; the others are sent', () => {
  const broken: LiveSection = {
    ...notesSection(noNotes),
    render: () => {
      throw new TypeError('no report yet');
    },
  };
  const sections = [broken, scratchpadSection({ objective: 'Trains' })];
  const degraded = [{ code: 'STORE_UNAVAILABLE', message: 'gone' }] as const;
  const plan = makePlan(aPlanInput([user('Hi')], { sections, degraded }));
  expect(rows(plan)).toEqual(['archive e-0 ANCHOR_PROTECTED', 'live scratchpad LIVE_STATE']);
  expect(plan.withheld).toMatchObject([
    { itemId: 'notes', rule: 'LIVE_SECTION_FAILED', tokens: { raw: 0, sent: 0 } },
  ]);
  expect(plan.degraded).toEqual([
    ...degraded,
    {
      code: 'LIVE_SECTION_FAILED',
      message: 'Live section "notes": no report yet',
    },
  ]);
});

test('[TOK-3] a scratchpad is rendered and counted once, however many plans it is in', () => {
  const counted: string[] = [];
  const measurer = createMeasurer({
    ...simpleCounter,
    count: (text) => {
      counted.push(text);
      return simpleCounter.count(text);
    },
  });
  let reads = 0;
  const scratchpad = {
    get objective() {
      reads += 1;
      return 'Trains';
    },
  };
  const input = aPlanInput([user('Hi')], { sections: [scratchpadSection(scratchpad)], measurer });
  const plans = [makePlan(input), makePlan(input), makePlan(input)];
  expect(plans[2]).toEqual(plans[0]);
  expect(plans[2]?.items.at(-1)).toBe(plans[0]?.items.at(-1));
  expect(plans[0]?.items.at(-1)?.decision.rule).toBe('LIVE_STATE');
  const texts = counted.filter((text) => text.includes('Trains'));
  // Bare, for its header, and in its envelope.
  expect(texts).toHaveLength(2);
  expect(new Set(texts).size).toBe(2);
  expect(reads).toBe(1);
});

test('[TOK-3] of a scratchpad that does not fit no text is counted twice, and other room cuts it anew', () => {
  const counted: string[] = [];
  const measurer = createMeasurer({
    ...simpleCounter,
    count: (text) => {
      counted.push(text);
      return simpleCounter.count(text);
    },
  });
  const sections = [scratchpadSection(manyFacts, 1)];
  const sentOf = (inputTokens: number) => {
    const budget = fixedBudget(inputTokens);
    const plan = makePlan(aPlanInput([user('Hi')], { sections, measurer, budget }));
    return plan.items.at(-1)?.decision.tokens.sent ?? 0;
  };
  const smaller = sentOf(100);
  const texts = counted.filter((text) => text.includes('fact number'));
  expect(new Set(texts).size).toBe(texts.length);
  expect(sentOf(200)).toBeGreaterThan(smaller);
});

test('[TOK-3] another measurer counts the same scratchpad for itself', () => {
  const scratchpad = { objective: 'Trains' };
  const twice = createMeasurer({
    ...simpleCounter,
    count: (text) => 2 * simpleCounter.count(text),
  });
  const liveTokens = (measurer: Measurer) =>
    makePlan(aPlanInput([], { sections: [scratchpadSection(scratchpad)], measurer })).totalTokens -
    4;
  expect(liveTokens(twice)).toBe(2 * liveTokens(simpleMeasurer));
});

test.each([null, undefined, 'a note', 7])('[TIER-4] a scratchpad of %j has no live item', (pad) => {
  expect(
    rows(makePlan(aPlanInput([user('Hi')], { sections: [scratchpadSection(pad)] }))),
  ).toHaveLength(1);
});

test('[BUD-3] a plan may be over budget and says by how much', () => {
  const plan = makePlan(aPlanInput([user('x'.repeat(400))], { budget: fixedBudget(50) }));
  expect(plan.totalTokens).toBe(104);
  expect(plan.freeTokens).toBe(-54);
});

test.each<[string, readonly Message[], object]>([
  ['inside the last user message', [user('Hi')], { kind: 'inside', itemId: 'e-0' }],
  [
    'inside the last tool result',
    [user('Hi'), aToolCall(), aToolResult()],
    { kind: 'inside', itemId: 'e-2' },
  ],
  ['as a message behind the assistant', [user('Hi'), reply('Hello')], { kind: 'message' }],
  ['as a message where there is nothing else', [], { kind: 'message' }],
  [
    'inside the placeholder of a call without a result',
    [user('Hi'), aToolCall()],
    { kind: 'inside', itemId: 'e-1/repair-1' },
  ],
])('[TIER-4] live state travels %s', (_, messages, placement) => {
  const plan = makePlan(
    aPlanInput(messages, { sections: [scratchpadSection({ objective: 'Trains' })] }),
  );
  expect(plan.livePlacement).toMatchObject(placement);
});

test('[TIER-2] ranges that left are told with what stands for them', () => {
  const messages = [user('Find'), reply('a'), reply('b'), reply('c')];
  const overlays = { ...noOverlays(), ...leftBehind };
  const plan = makePlan(aPlanInput(messages, { overlays }));
  expect(plan.ranges).toMatchObject([
    {
      fromSeq: 1,
      toSeq: 3,
      decision: { fate: 'summarised', by: ['condensed-k'], tokens: { raw: 40, sent: 0 } },
    },
  ]);
});

test.each([
  ['counted', {}],
  ['estimated', { source: 'estimated' }],
] as const)('[TOK-2] a range of %s figures says so', (source, given) => {
  const messages = [user('Find'), reply('a'), reply('b'), reply('c')];
  const range = { fromSeq: 1, toSeq: 3, compactionId: 'k', tokens: 40, ...given };
  const overlays = { ...noOverlays(), ranges: [range] };
  const plan = makePlan(aPlanInput(messages, { overlays }));
  expect(plan.ranges[0]?.decision.tokens).toEqual({ raw: 40, sent: 0, source });
});

test('[TIER-2] where the condensed text found no room, nothing claims to stand for what left', () => {
  const messages = [user('Find'), reply('a'), reply('b'), reply('c')];
  const { ranges, condensed } = leftBehind;
  const overlays = {
    ...noOverlays(),
    ranges,
    ...(condensed && { condensed: { ...condensed, text: '' } }),
  };
  const plan = makePlan(aPlanInput(messages, { overlays }));
  expect(plan.ranges[0]?.decision.fate).toBe('evicted');
  expect(plan.ranges[0]?.decision.by).toBeUndefined();
});

test('[CMP-3] a repair is an item of its own that names the entry it is about', () => {
  const plan = makePlan(aPlanInput([user('Hi'), aToolCall()]));
  expect(plan.items.at(-1)).toMatchObject({
    id: 'e-1/repair-1',
    kind: 'repair',
    seq: 1,
    decision: { rule: 'MISSING_RESULT_FILLED', by: ['e-1'], tokens: { raw: 0 } },
  });
});

test('[TOK-2] a plan is counted when everything in it is, and estimated otherwise', () => {
  expect(makePlan(aPlanInput([user('Hi')])).tokenSource).toBe('counted');
  const picture: Message = { role: 'user', parts: [{ type: 'image', url: 'u' }] };
  expect(makePlan(aPlanInput([user('Hi'), picture])).tokenSource).toBe('estimated');
});

test('[BUD-5] [TIER-5] tiers add up to the total, and headroom is what the budget keeps free (seed 20261121)', async () => {
  await fc.assert(
    fc.property(
      arbitraryConversation,
      fc.integer({ min: 100, max: 2_000 }),
      (given, inputTokens) => {
        const budget = { ...fixedBudget(inputTokens), contextWindow: inputTokens + 300 };
        const scratchpad = { keyFacts: ['one', 'two'] };
        const { tiers, totalTokens, items } = makePlan(
          aPlanInput(given.map(parseMessage), {
            budget,
            sections: [scratchpadSection(scratchpad)],
          }),
        );
        const { system: fixed, archive, working, live } = tiers;
        expect(fixed.tokens + archive.tokens + working.tokens + live.tokens).toBe(totalTokens);
        expect(fixed.items + archive.items + working.items + live.items).toBe(items.length);
        expect(tiers.headroom).toEqual({ tokens: 300, items: 0 });
      },
    ),
    { seed: 20261121 },
  );
});

test('[TIER-1] the same input gives the same plan, to the byte (seed 20261121)', async () => {
  await fc.assert(
    fc.property(arbitraryConversation, (given) => {
      const input = aPlanInput(given.map(parseMessage), {
        sections: [scratchpadSection({ objective: 'x' })],
      });
      const again = aPlanInput(given.map(parseMessage), {
        sections: [scratchpadSection({ objective: 'x' })],
      });
      expect(JSON.stringify(makePlan(again))).toBe(JSON.stringify(makePlan(input)));
    }),
    { seed: 20261121 },
  );
});
