import {
  type ContextPlan,
  createAgentMemory,
  type Decision,
  fixedBudget,
  InvalidOptionError,
  type Message,
  type PlanItem,
  type PlanRange,
  type Tier,
} from '@agent-memory/core';
import { arbitraryConversation, aTextMessage } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PrintOptions, printContext } from './print-context.ts';

function aDecision(itemId: string, decision: Partial<Decision> = {}): Decision {
  const tokens = { raw: 100, sent: 100, source: 'counted' } as const;
  return { itemId, tier: 'working', fate: 'sent', rule: 'FITS', tokens, numbers: {}, ...decision };
}

type Made = Pick<PlanItem, 'kind' | 'message'> & { readonly seq?: number };

const tokensOf = (tokens: number) => ({ raw: tokens, sent: tokens, source: 'counted' }) as const;

function anItem(id: string, made: Made, decision: Partial<Decision> = {}): PlanItem {
  const { tier = 'working' } = decision;
  return { id, tier: tier as 'working', ...made, decision: aDecision(id, decision) };
}

function anEntry(seq: number, message: Message, decision: Partial<Decision> = {}): PlanItem {
  return anItem(`entry-${seq}`, { kind: 'entry', seq, message }, decision);
}

function aRange(fromSeq: number, toSeq: number, raw: number): PlanRange {
  const decision = aDecision(`range-${fromSeq}`, {
    ...{ tier: 'archive', fate: 'summarised', rule: 'TIER_OVER_BUDGET_OLDEST_FIRST' },
    tokens: { raw, sent: 0, source: 'counted' },
  });
  return { fromSeq, toSeq, decision };
}

/** A window of 12,000 tokens with 8,000 for input. */
function aPlan(items: readonly PlanItem[], plan: Partial<ContextPlan> = {}): ContextPlan {
  const { budget = { ...fixedBudget(8_000), contextWindow: 12_000 } } = plan;
  const sum = (some: readonly PlanItem[]) =>
    some.reduce((all, { decision }) => all + decision.tokens.sent, 0);
  const total = (tier: Tier) => {
    const own = items.filter((item) => item.tier === tier);
    return { tokens: sum(own), items: own.length };
  };
  const [system, archive, working, live] = [
    ...[total('system'), total('archive'), total('working'), total('live')],
  ];
  const headroom = { tokens: budget.contextWindow - budget.inputTokens, items: 0 };
  return {
    ...{
      version: 1,
      sessionId: 'fixture',
      transcriptLength: items.length,
      epoch: 0,
      budget,
      items,
    },
    ...{ ranges: [], withheld: [], degraded: [], livePlacement: { kind: 'none' } },
    ...{ totalTokens: sum(items), freeTokens: budget.inputTokens - sum(items) },
    tokenSource: 'counted',
    tiers: { system, archive, working, live, headroom } as ContextPlan['tiers'],
    schedule: {
      state: 'wait',
      reason: 'GROWTH_NOT_DUE',
      numbers: { viewTokens: 3_640, grownTokens: 1_240, dueTokens: 3_900 },
    },
    ledger: { factor: 1, reservedTokens: 0, predictedTokens: sum(items) },
    ...plan,
  };
}

const LONG =
  'Yes, before noon, with a bicycle and two children, and please with a seat for each of us.';
const REPLY = 'Train 1003\tat 08:12\nor 1006.';

const items = [
  anItem(
    'system',
    { kind: 'system', message: aTextMessage('system', 'You book trains.') },
    { tier: 'system', rule: 'SYSTEM_PROTECTED', tokens: tokensOf(8) },
  ),
  anItem(
    'condensed-k',
    { kind: 'condensed', message: aTextMessage('user', '<a>\nThree left.\n</a>') },
    {
      ...{ tier: 'archive', rule: 'STANDS_FOR_RANGES', tokens: tokensOf(21) },
      numbers: { coveredMessages: 3, coveredTokens: 400 },
    },
  ),
  anEntry(4, aTextMessage('user', LONG)),
  anEntry(5, aTextMessage('assistant', REPLY), { tokens: tokensOf(1_011) }),
];

const ranges = [aRange(1, 4, 400), aRange(0, 1, 12)];

const trip = aPlan(items, {
  ...{ sessionId: 'trip', transcriptLength: 6, epoch: 2, ranges },
  ledger: { factor: 1.04, reservedTokens: 80, predictedTokens: 1_300, reportedTokens: 1_280 },
  cache: {
    ...{ keptTokens: 90, lostTokens: 3, newTokens: 41 },
    firstChange: { itemId: 'notes', cause: 'live' },
  },
  degraded: [{ code: 'STORE_UNAVAILABLE', message: 'It is gone.' }],
});

const printed = (parts: Message['parts'], options?: PrintOptions) =>
  printContext(aPlan([anEntry(0, { role: 'user', parts })]), options);

test('[BUD-5] prints the whole context: figures, then tokens, tier and reason of each item and range', () => {
  const lines = printContext(trip).split('\n');
  const [head, figures] = [lines.slice(0, 8), lines.slice(8)];
  expect(head).toEqual([
    'Context of "trip"',
    'sent      1,140 of 8,000 tokens (14%), counted, 6,860 free, 4 items',
    'window    12,000: system 8, archive 21, working 1,111, live 0, headroom 4,000',
    'history   6 messages, epoch 2',
    'schedule  waits: GROWTH_NOT_DUE, the context has grown 1,240 of 3,900 tokens that pay for a compaction',
    'ledger    factor 1.04, reservedTokens 80, predictedTokens 1,300, reportedTokens 1,280',
    'cache     keptTokens 90, lostTokens 3, newTokens 41, live at notes',
    'degraded  STORE_UNAVAILABLE It is gone.',
  ]);
  expect(figures).toEqual([
    '        8 system system [sent] SYSTEM_PROTECTED Sent whole: system text always stays, at the start, unchanged.',
    '          │ You book trains.',
    '       21 archive condensed-k condensed [sent] STANDS_FOR_RANGES Stands for 3 earlier messages: 400 tokens as originals, 21 tokens here.',
    '          │ <a>⏎Three left.⏎</a>',
    '      100 working #4 user [sent] FITS Sent whole: there is room for it.',
    '          │ Yes, before noon, with a bicycle and two children, and pleas…',
    '    1,011 working #5 assistant [sent] FITS Sent whole: there is room for it.',
    '          │ Train 1003⇥at 08:12⏎or 1006.',
    expect.stringMatching(
      /^ {6}400 archive #1–#3 \[summarised\] TIER_OVER_BUDGET_OLDEST_FIRST Not/,
    ),
    expect.stringMatching(/^ {7}12 archive #0 \[summarised\]/),
    '',
  ]);
});

test('[BUD-5] whole texts stand on lines of their own, each behind a bar', () => {
  const lines = printContext(trip, { texts: 'whole' }).split('\n');
  const at = lines.findIndex((line) => line.includes('#5 assistant'));
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '          │ Train 1003⇥at 08:12',
    '          │ or 1006.',
  ]);
});

test('[BUD-5] without texts a report says nothing of what was said', () => {
  const text = printContext(trip, { texts: 'none' });
  for (const word of ['bicycle', 'Three left', 'You book']) expect(text).not.toContain(word);
  expect(text).toContain('#4 user');
});

test('[BUD-5] what is not seen in a message is shown, and no message forges a line', () => {
  const forged = 'ok\u001B[2J\n   9 system #9 user [sent]\r\u202Edesrever\u200B\uD800 👩‍👧';
  const text = printed([{ type: 'text', text: forged }]);
  expect(text).toContain('│ ok⟨U+001B⟩[2J⏎   9 system #9 user [sent]⟨U+000D⟩⟨U+202E⟩desrever');
  const whole = printed([{ type: 'text', text: forged }], { texts: 'whole' });
  expect(whole).toContain('⟨U+200B⟩⟨U+D800⟩ 👩‍👧');
  expect(whole.match(/^ +9 system/gm)).toBeNull();
  expect(printContext({ ...trip, sessionId: 'a\nb\u0000' })).toContain('Context of "a⏎b⟨U+0000⟩"');
});

test('[BUD-5] calls, pictures and documents are told in a word', () => {
  const text = printed([
    { type: 'text', text: 'See' },
    { type: 'image', url: 'data:,' },
    { type: 'document', filename: 'a.pdf' },
    { type: 'document', data: 'x' },
    { type: 'unknown', value: 1 },
    { type: 'thinking', text: 'hm' },
    { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{"to":"Graz"}' },
  ]);
  const said = [...text.matchAll(/│ (.*)/g)].map(([, words]) => words);
  expect(said).toEqual([
    ...['See', '[image]', '[document a.pdf]', '[document]', '[part of another kind]'],
    ...['[thinking] hm', 'find({"to":"Graz"})'],
  ]);
});

test('[BUD-5] the parts of a section, and sections without room, are told with their reasons', () => {
  const parts = [aDecision('r1', { rule: 'RETRIEVED' as 'FITS', sentence: 'It is the likest.' })];
  const message = aTextMessage('user', 'Likes tea');
  const decided = { tier: 'live', rule: 'LIVE_STATE', parts } as const;
  const section = anItem('memory', { kind: 'notes', message }, decided);
  const withheld = [
    aDecision('notes', { tier: 'live', fate: 'not-selected', rule: 'LIVE_NO_ROOM' }),
  ];
  const text = printContext(aPlan([section], { withheld }));
  expect(text).toContain('· r1 [sent] RETRIEVED It is the likest.');
  expect(text).toContain('live notes [not-selected] LIVE_NO_ROOM');
});

test('[BUD-5] a plan over budget, or one that was never assembled, is printed too', () => {
  const budget = fixedBudget(500);
  const { schedule: _, ledger: __, ...bare } = aPlan(items, { budget });
  const text = printContext(bare);
  expect(text).toContain('of 500 tokens (228%), counted, 640 over, 4 items');
  expect(text).not.toMatch(/^(schedule|ledger|cache)/m);
  expect(printContext(aPlan([]))).toContain('0 of 8,000 tokens (0%), counted, 8,000 free, 0 items');
});

test('[HIS-4] nothing of a refused context is told as sent', () => {
  const text = printContext({ ...trip, isRefused: true });
  expect(text).toContain('refused   nothing was sent; it would have been 1,140 of 8,000 tokens');
  expect(text).not.toMatch(/^sent/m);
});

test.each([
  [trip, { text: 'whole' }, /did you mean `texts`/],
  [trip, { texts: 'all' }, /`texts` must be one of start, whole, none\./],
  [trip, null, /must be an object; got null/],
  [null, {}, /must be a plan, as `memory.plan\(\)` and `assemble` give it/],
  [{}, {}, /must be a plan/],
  ['plan', {}, /must be a plan/],
])('[OBS-3] %j with options such as %j is refused', (plan, options, message) => {
  const print = () => printContext(plan as ContextPlan, options as PrintOptions);
  expect(print).toThrow(InvalidOptionError);
  expect(print).toThrow(message);
});

test('[BUD-5] each message has a line, and the same plan gives the same text (seed 20261123)', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryConversation,
      fc.string({ unit: 'binary', minLength: 1 }),
      async (messages, sessionId) => {
        const memory = createAgentMemory({ id: 'printed', budget: fixedBudget(50_000) });
        await memory.append([...messages]);
        const plan = { ...memory.plan(), sessionId };
        await memory.dispose();
        const text = printContext(plan);
        expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
        for (const { seq, kind } of plan.items) {
          if (kind === 'entry') expect(text).toContain(`#${seq} `);
        }
        expect(printContext(plan)).toBe(text);
      },
    ),
    { seed: 20261123, numRuns: 30 },
  );
});
