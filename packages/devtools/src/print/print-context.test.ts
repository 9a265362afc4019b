import {
  type ContextPlan,
  createAgentMemory,
  fixedBudget,
  InvalidOptionError,
  type Message,
} from '@agent-memory/core';
import { arbitraryConversation } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  aBudget,
  aDecision,
  aMadeItem,
  aMessage,
  anEntry,
  anItem,
  aPlan,
  aRange,
} from '../testing/plan-fixture.ts';
import { type PrintOptions, printContext } from './print-context.ts';

const LONG =
  'Yes, before noon, with a bicycle and two children, and please with a seat for each of us.';
const REPLY = 'Train 1003\tat 08:12\nor 1006.';

const items = [
  aMadeItem({ id: 'system', kind: 'system', tier: 'system' }, 'You book trains.', {
    rule: 'SYSTEM_PROTECTED',
    tokens: { raw: 8, sent: 8, source: 'counted' },
  }),
  aMadeItem({ id: 'condensed-k', kind: 'condensed', tier: 'archive' }, '<a>\nThree left.\n</a>', {
    rule: 'STANDS_FOR_RANGES',
    numbers: { coveredMessages: 3, coveredTokens: 400 },
    tokens: { raw: 21, sent: 21, source: 'counted' },
  }),
  anItem(anEntry(4, aMessage('user', LONG)), 'working'),
  anItem(anEntry(5, aMessage('assistant', REPLY), 1_011), 'working', { rule: 'FITS' }),
];

const ranges = [
  aRange(1, 4, { tokens: { raw: 400, sent: 0, source: 'counted' } }),
  aRange(0, 1, { tokens: { raw: 12, sent: 0, source: 'counted' } }),
];

const trip = aPlan(items, {
  ...{ sessionId: 'trip', epoch: 2, ranges },
  ledger: { factor: 1.04, reservedTokens: 80, predictedTokens: 1_300, reportedTokens: 1_280 },
  cache: {
    ...{ keptTokens: 90, lostTokens: 3, newTokens: 41 },
    firstChange: { itemId: 'notes', cause: 'live' },
  },
  degraded: [{ code: 'STORE_UNAVAILABLE', message: 'It is gone.' }],
});

const printed = (parts: Message['parts'], options?: PrintOptions) =>
  printContext(aPlan([anItem(anEntry(0, { role: 'user', parts }), 'working')]), options);

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
    ...['See', '[image]', '[document a.pdf]', '[document]', '1'],
    ...['[thinking] hm', 'find({"to":"Graz"})'],
  ]);
});

test('[BUD-5] the parts of a section, and sections without room, are told with their reasons', () => {
  const parts = [aDecision('r1', { rule: 'RETRIEVED' as 'FITS', sentence: 'It is the likest.' })];
  const section = aMadeItem(
    { id: 'memory', kind: 'memory' as 'notes', tier: 'live' },
    'Likes tea',
    {
      rule: 'LIVE_STATE',
      parts,
    },
  );
  const withheld = [
    aDecision('notes', { tier: 'live', fate: 'not-selected', rule: 'LIVE_NO_ROOM' }),
  ];
  const text = printContext(aPlan([section], { withheld }));
  expect(text).toContain('· r1 [sent] RETRIEVED It is the likest.');
  expect(text).toContain('live notes [not-selected] LIVE_NO_ROOM');
});

test('[BUD-5] a plan over budget, or one that was never assembled, is printed too', () => {
  const budget = aBudget({ inputTokens: 500 });
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
