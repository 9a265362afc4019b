import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { emptyValueIndex } from '../condense/value-index.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { parseMessage } from '../formats/parse-message.ts';
import type { Message } from '../message/message.ts';
import { noNotes, setNote } from '../notes/notes.ts';
import { notesSection } from '../notes/notes-section.ts';
import { scratchpadSection } from '../scratchpad/scratchpad-section.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import type { ContextPlan } from './context-plan.ts';
import { makePlan, type PlanInput } from './make-plan.ts';
import { type PrintOptions, printContext } from './print-context.ts';
import { widthOf } from './terminal-text.ts';

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
        keeps: { budgetShare: 0.24, windows: [{ policy: 'sliding-window(4)', messages: 4 }] },
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

test('[BUD-5] prints the whole context at 80 columns: figures, tiers, tokens, reasons, what left', () => {
  expect(printContext(trip)).toBe(`Context of "trip"
sent      233 of 1,000 tokens (23%), counted, 767 free, 10 items
window    1,400, of it headroom 400 (reply 300, safety 100, tool results 0); 9
          messages in the transcript, epoch 2
schedule  waits: UNDER_HIGH_WATERMARK, the context is under the high watermark,
          734 of 850 tokens
ledger    the provider will read 1,300 tokens (factor 1.04, 80 on its own) and
          reported 1,280 last
cache     kept 90, lost 3, new 41, live at notes
live      132 tokens, inside e-8; a change rewrites 138
degraded  LIVE_OVER_SHARE Live section "notes": 100 of its 193 tokens are sent.

── system · 1 item · 8 tokens ──────────────────────────────────────────────────
        8 system               You book trains.
          └ SYSTEM_PROTECTED Sent whole: system text always stays, at the start,
            unchanged.

── archive · 2 items · 31 tokens ───────────────────────────────────────────────
       10 #0 user              Find a train to Graz.
          └ ANCHOR_PROTECTED Sent whole: the first user message states the task
            and always stays.
       21 condensed            <earlier-conversation>⏎Three messages left.⏎</ea…
          └ STANDS_FOR_RANGES Stands for 3 earlier messages: 400 tokens as
            originals, 21 tokens here.

── working · 5 items · 62 tokens ───────────────────────────────────────────────
       24 #4 user           a  Yes, before noon, with a bicycle and two childre…
       13 #5 assistant      a  search({"query":"trains"})
        8 #6 tool           a  3 trains found
       11 #7 assistant      a  Train 1003⇥at 08:12⏎or 1006.
        6 #8 user              Book.
          └ CURRENT_USER_PROTECTED Sent whole: it is the user message being
            answered.

── live · 2 items · 132 tokens ─────────────────────────────────────────────────
       32 scratchpad           <live-scratchpad>⏎Scratchpad, notes you keep for…
          └ LIVE_STATE Rendered anew for this call. When it changes, the 138
            tokens from here to the end cannot be read from a cache.
      100 notes                [trimmed] <live-notes>⏎Notes from the app, as th…
          └ LIVE_OVER_SHARE Shortened to 100 tokens of 193 tokens: its share of
            the input budget is 100 tokens. An input budget of 2,167 tokens or
            more keeps it whole.

── left · 3 messages · 400 tokens ──────────────────────────────────────────────
      400 #1 … #3              [summarised]
          └ OUTSIDE_WINDOW Not sent (400 tokens): the policy sliding-window(4)
            keeps the newest 4 messages, and 5 or more stood behind it when it
            left. A summary and its exact values stand for it. The transcript
            keeps the original. A window of 8 messages or more in the policy
            sliding-window(4) and an input budget of 2,134 tokens or more
            together keep it whole.

── reasons ─────────────────────────────────────────────────────────────────────
  a       FITS Sent whole: there is room for it.
`);
});

test('[BUD-5] at 120 columns it is the same with more of each text', () => {
  const narrow = printContext(trip).split('\n');
  const wide = printContext(trip, { columns: 120 }).split('\n');
  expect(wide.length).toBeLessThan(narrow.length);
  const row = '       24 #4 user           a  ';
  expect(narrow.find((line) => line.startsWith(row))).toHaveLength(80);
  expect(wide.find((line) => line.startsWith(row))).toContain('and please with a seat each.');
  expect(Math.max(...wide.map(widthOf))).toBe(120);
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

test('[BUD-5] escape codes stand in it only where they are asked for', () => {
  const plain = printContext(trip);
  expect(plain).not.toContain('\u001B');
  const styled = printContext(trip, { ansi: true });
  expect(styled).toContain('\u001B[1m── working');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes begin with one
  expect(styled.replace(/\u001B\[\d+m/g, '')).toBe(plain);
});

test('[BUD-5] what is not seen in a message is shown, and no message forges a line', () => {
  const forged = 'ok\u001B[2J\n── system · 9 items ──\r\u202Edesrever\u200B\uD800 👩‍👧';
  const text = printContext(planOf([user(forged)]), { columns: 120 });
  expect(text).toContain('ok⟨U+001B⟩[2J⏎── system · 9 items ──⟨U+000D⟩⟨U+202E⟩desrever');
  const whole = printContext(planOf([user(forged)]), { texts: 'whole' });
  expect(whole).toContain('⟨U+200B⟩\ufffd 👩‍👧');
  expect(whole.match(/^── system/gm)).toHaveLength(1);
  expect(printContext({ ...trip, sessionId: 'a\nb\u0000' })).toContain('Context of "a⏎b⟨U+0000⟩"');
});

test.each([
  [{ colums: 80 }, 'did you mean `columns`'],
  [{ columns: Number.NaN }, 'must be a number of columns; got NaN'],
  [{ columns: Infinity }, 'must be a number of columns; got Infinity'],
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
  const text = printContext(planOf([message, thought]), { columns: 120 });
  expect(text).toContain('See [image] [document a.pdf] [document] [part of another kind]');
  expect(text).toContain('[thinking] hm find({"to":"Graz"})');
});

test('[BUD-5] sections that are withheld and what did not work are told', () => {
  const budget = fixedBudget(20);
  const degraded = [{ code: 'STORE_UNAVAILABLE', message: 'It is gone.' }] as const;
  const sections = [scratchpadSection({ objective: 'x' }, 1)];
  const text = printContext(planOf([user('Hi')], { budget, sections, degraded }));
  expect(text).toContain('── withheld · 1 live section ─');
  expect(text).toContain('scratchpad           [not-selected]');
  expect(text).toContain('degraded  STORE_UNAVAILABLE It is gone.\ndegraded  LIVE_NO_ROOM');
  expect(text).toContain('live      nothing\n');
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

test.each<PrintOptions>([{}, { columns: 120 }, { columns: 1 }, { texts: 'none' }])(
  '[BUD-5] no line is wider than it may be, and the same plan gives the same text: %j (seed 20261123)',
  async (options) => {
    const { columns = 80 } = options;
    await fc.assert(
      fc.property(arbitraryConversation, fc.string({ unit: 'binary' }), (given, sessionId) => {
        const messages = given.map((message) => parseMessage(message));
        const plan = { ...planOf(messages, { overlays: noOverlays() }), sessionId };
        const text = printContext(plan, options);
        for (const line of text.split('\n')) {
          expect(widthOf(line)).toBeLessThanOrEqual(Math.max(60, columns));
        }
        expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
        for (const { seq, kind } of plan.items) {
          if (kind === 'entry') expect(text).toContain(`#${seq} `);
        }
        expect(printContext(plan, options)).toBe(text);
      }),
      { seed: 20261123, numRuns: 30 },
    );
  },
);
