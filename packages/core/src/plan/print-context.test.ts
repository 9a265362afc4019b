import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyValueIndex } from '../condense/value-index.ts';
import { parseMessage } from '../formats/parse-message.ts';
import { InvalidOptionError } from '../ground/errors/errors.ts';
import { noNotes, setNote } from '../live/notes/notes.ts';
import { notesSection } from '../live/notes/notes-section.ts';
import { scratchpadSection } from '../live/scratchpad/scratchpad-section.ts';
import type { Message } from '../message/message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import type { ContextPlan } from './context-plan.ts';
import { makePlan, type PlanInput } from './make-plan.ts';
import { type PrintOptions, printContext } from './print-context.ts';

const user = (text: string) => aTextMessage('user', text);
const reply = (text: string) => aTextMessage('assistant', text);
const system = aTextMessage('system', 'You book trains.');

function planOf(messages: readonly Message[], input: Partial<PlanInput> = {}): ContextPlan {
  const bare = makePlan({
    sessionId: 'trip',
    transcript: aTranscript(messages),
    overlays: noOverlays(),
    budget: { ...fixedBudget(1_000), contextWindow: 1_400, replyTokens: 300, safetyTokens: 100 },
    fixed: { system: { message: system, tokens: simpleMeasurer.message(system) } },
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
    ...input,
  });
  return {
    ...bare,
    schedule: {
      state: 'wait',
      reason: 'UNDER_HIGH_WATERMARK',
      numbers: { viewTokens: 734, highTokens: 850, progressShare: 0.42 },
    },
    ledger: { factor: 1.04, reservedTokens: 80, predictedTokens: 1_300, reportedTokens: 1_280 },
    cache: {
      keptTokens: 90,
      lostTokens: 3,
      newTokens: 41,
      firstChange: { itemId: 'notes', cause: 'live' },
    },
  };
}

const overlays: Overlays = {
  ...noOverlays(2),
  ranges: [
    {
      fromSeq: 1,
      toSeq: 4,
      compactionId: 'k',
      tokens: 400,
      why: {
        rule: 'OUTSIDE_WINDOW',
        decidedBy: 'sliding-window(4)',
        numbers: { windowMessages: 4, leastNewerMessages: 5 },
        keeps: { windows: [{ policy: 'sliding-window(4)', messages: 4 }] },
      },
    },
  ],
  condensed: {
    id: 'condensed-k',
    compactionId: 'k',
    text: '<earlier-conversation>\nThree messages left.\n</earlier-conversation>',
    beforeSeq: 1,
    coveredEntries: 3,
    coveredTokens: 400,
    values: emptyValueIndex,
  },
};

const trip = planOf(
  [
    user('Find a train to Graz.'),
    reply('Which day?'),
    user('Monday.'),
    reply('In the morning?'),
    user('Yes, before noon, with a bicycle and two children, and please with a seat each.'),
    aToolCall({ callId: 'a' }),
    aToolResult({ callId: 'a' }),
    reply('Train 1003\tat 08:12\nor 1006.'),
    user('Book.'),
  ],
  {
    overlays,
    sections: [
      scratchpadSection({ objective: 'Book a train' }),
      notesSection(setNote(noNotes, 'page', `Checkout ${'with many words on it '.repeat(30)}`)),
    ],
  },
);

test('[BUD-5] prints the whole context: figures, then tokens, tier and reason of each item and range', () => {
  expect(printContext(trip)).toBe(`Context of "trip"
sent      233 of 1,000 tokens (23%), counted, 767 free, 10 items
window    1,400: system 8, archive 31, working 62, live 132, headroom 400
history   9 messages, epoch 2
schedule  waits: UNDER_HIGH_WATERMARK, the context is under the high watermark, 734 of 850 tokens
ledger    factor 1.04, reservedTokens 80, predictedTokens 1,300, reportedTokens 1,280
cache     keptTokens 90, lostTokens 3, newTokens 41, live at notes
degraded  LIVE_OVER_SHARE Live section "notes": 100 of its 193 tokens are sent.
        8 system system [sent] SYSTEM_PROTECTED Sent whole: system text always stays, at the start, unchanged.
          │ You book trains.
       10 archive #0 user [sent] ANCHOR_PROTECTED Sent whole: the first user message states the task and always stays.
          │ Find a train to Graz.
       21 archive condensed-k condensed [sent] STANDS_FOR_RANGES Stands for 3 earlier messages: 400 tokens as originals, 21 tokens here.
          │ <earlier-conversation>⏎Three messages left.⏎</earlier-conver…
       24 working #4 user [sent] FITS Sent whole: there is room for it.
          │ Yes, before noon, with a bicycle and two children, and pleas…
       13 working #5 assistant [sent] FITS Sent whole: there is room for it.
          │ search({"query":"trains"})
        8 working #6 tool [sent] FITS Sent whole: there is room for it.
          │ 3 trains found
       11 working #7 assistant [sent] FITS Sent whole: there is room for it.
          │ Train 1003⇥at 08:12⏎or 1006.
        6 working #8 user [sent] CURRENT_USER_PROTECTED Sent whole: it is the user message being answered.
          │ Book.
       32 live scratchpad [sent] LIVE_STATE Rendered for this call. When it changes, what stands from here to the end cannot be read from a cache.
          │ <live-scratchpad>⏎Scratchpad, notes you keep for yourself (3…
      100 live notes [trimmed] LIVE_OVER_SHARE Shortened to 100 tokens of 193 tokens: its share of the input budget is 100 tokens.
          │ <live-notes>⏎Notes from the app, as things are now (193% ful…
      400 archive #1 … #3 [summarised] OUTSIDE_WINDOW Not sent (400 tokens): the policy sliding-window(4) keeps the newest 4 messages, and 5 or more stood after it when it left. A text stands for it, with as many of its exact values as have room. The transcript keeps the original.
`);
});

test('[BUD-5] whole texts stand on lines of their own, each behind a bar', () => {
  const lines = printContext(trip, { texts: 'whole' }).split('\n');
  const at = lines.findIndex((line) => line.includes('#7 assistant'));
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '          │ Train 1003⇥at 08:12',
    '          │ or 1006.',
  ]);
});

test('[BUD-5] without texts a report says nothing of what was said', () => {
  const text = printContext(trip, { texts: 'none' });
  for (const word of ['Graz', 'bicycle', 'Checkout', 'You book']) expect(text).not.toContain(word);
  expect(text).toContain('#4 user');
});

test('[BUD-5] what is not seen in a message is shown, and no message forges a line', () => {
  const forged = 'ok\u001B[2J\n   9 system #9 user [sent]\r\u202Edesrever\u200B\uD800 👩‍👧';
  const text = printContext(planOf([user(forged)]));
  expect(text).toContain('│ ok⟨U+001B⟩[2J⏎   9 system #9 user [sent]⟨U+000D⟩⟨U+202E⟩desrever');
  const whole = printContext(planOf([user(forged)]), { texts: 'whole' });
  expect(whole).toContain('⟨U+200B⟩\ufffd 👩‍👧');
  expect(whole.match(/^ +9 system/gm)).toBeNull();
  expect(printContext({ ...trip, sessionId: 'a\nb\u0000' })).toContain('Context of "a⏎b⟨U+0000⟩"');
});

test.each([
  [{ text: 'whole' }, 'did you mean `texts`'],
  [{ texts: 'all' }, 'must be one of start, whole, none; got all'],
])('[OBS-3] options such as %j are refused', (options, words) => {
  expect(() => printContext(trip, options as PrintOptions)).toThrow(InvalidOptionError);
  expect(() => printContext(trip, options as PrintOptions)).toThrow(
    new RegExp(words.replaceAll('`', '.'), 'i'),
  );
});

test('[BUD-5] calls, pictures and documents are told in a word', () => {
  const message: Message = {
    role: 'user',
    parts: [
      { type: 'text', text: 'See' },
      { type: 'image', url: 'data:,' },
      { type: 'document', filename: 'a.pdf' },
      { type: 'document', data: 'x' },
      { type: 'unknown', value: 1 },
    ],
  };
  const thought: Message = {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm' },
      { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{"to":"Graz"}' },
    ],
  };
  const text = printContext(planOf([message, thought]));
  const said = [...text.matchAll(/│ (.*)/g)].map(([, words]) => words);
  expect(said.slice(1)).toEqual([
    ...['See', '[image]', '[document a.pdf]', '[document]', '[part of another kind]'],
    ...['[thinking] hm', 'find({"to":"Graz"})', '[No result was recorded for this call.]'],
  ]);
});

test('[BUD-5] sections that are withheld and what did not work are told', () => {
  const budget = fixedBudget(20);
  const degraded = [{ code: 'STORE_UNAVAILABLE', message: 'It is gone.' }] as const;
  const sections = [scratchpadSection({ objective: 'x' }, 1)];
  const text = printContext(planOf([user('Hi')], { budget, sections, degraded }));
  expect(text).toContain('live scratchpad [not-selected] LIVE_NO_ROOM');
  expect(text).toContain('degraded  STORE_UNAVAILABLE It is gone.\ndegraded  LIVE_NO_ROOM');
});

test('[BUD-5] a plan over budget, or one that was never assembled, is printed too', () => {
  const {
    schedule: _,
    ledger: __,
    cache: ___,
    ...bare
  } = planOf([user('x'.repeat(4_000))], {
    budget: fixedBudget(500),
  });
  const text = printContext(bare);
  expect(text).toContain('(202%), counted, 512 over, 2 items');
  expect(text).not.toMatch(/^(schedule|ledger|cache)/m);
  const nothing = printContext(planOf([], { fixed: {} }));
  expect(nothing).toContain('0 of 1,000 tokens (0%), counted, 1,000 free, 0 items');
});

test('[BUD-5] each item has a line, and the same plan gives the same text (seed 20261123)', async () => {
  await fc.assert(
    fc.property(arbitraryConversation, fc.string({ unit: 'binary' }), (given, sessionId) => {
      const messages = given.map((message) => parseMessage(message));
      const plan = { ...planOf(messages, { overlays: noOverlays() }), sessionId };
      const text = printContext(plan);
      expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
      for (const { seq, kind } of plan.items) {
        if (kind === 'entry') expect(text).toContain(`#${seq} `);
      }
      expect(printContext(plan)).toBe(text);
    }),
    { seed: 20261123, numRuns: 30 },
  );
});
