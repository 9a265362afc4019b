import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { parseMessage } from '../formats/parse-message.ts';
import type { Message } from '../message/message.ts';
import { runToEnd } from '../platform/steps.ts';
import { isPinnedUnit } from '../policies/hint-for.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import {
  aCompactionInput,
  aReply,
  aStageInput,
  aStep,
  aUserMessage,
} from '../testing/compaction-input.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import { noOverlays } from '../view/overlay.ts';
import { protectionOf } from '../view/protected.ts';
import { unitsOf, viewOf } from '../view/view.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import { faultOf } from './check-compaction.ts';
import type { CompactionInput } from './compaction-input.ts';
import { draftCompaction } from './draft-compaction.ts';
import { finishCompaction } from './finish-compaction.ts';
import type { CompactionStage, StageDecision } from './stage.ts';

/** The outcome of a decision made at the start of a compaction of these messages. */
function carried(
  decision: StageDecision,
  messages: readonly Message[] = talk,
  given: Partial<CompactionInput> = {},
): CarriedOut {
  const input = aCompactionInput(messages, given);
  return runToEnd(carryOut('mine', decision, aStageInput(messages, given).units, input));
}

/** Anchor, a large step, words, a step of the tail. */
const talk = [
  aUserMessage(100),
  ...aStep('a', 300),
  aReply(300),
  ...aStep('b', 300),
  ...aStep('c', 300),
];

/** The reason that a stage of this library keeps with an overlay; the figures of settings are their own test. */
const whyOf = (rule: string) => ({ rule, keeps: { budgetShare: expect.any(Number) } });

const usedUp = [
  {
    kind: 'evicted-results',
    seq: 2,
    compactionId: 'k',
    reason: 'ephemeral',
    why: whyOf('RESULT_USED_UP'),
  },
];

test('[CMP-3] units leave whole, protected ones and what is no unit stay', () => {
  const { leaving } = carried({ leave: [0, 1, 2, 3, 6, 99, -1, Number.NaN, 1] });
  expect(leaving.map(({ unit }) => [unit.start, unit.end])).toEqual([
    [1, 3],
    [3, 4],
  ]);
});

test('[CMP-1] results and unprotected words are trimmed; of what is protected only results', () => {
  const trim = [0, 1, 2, 3, 7, 99].map((seq) => ({ seq, maxTokens: 100 }));
  const { entries } = carried({ trim });
  expect(entries.map(({ kind, seq }) => [kind, seq])).toEqual([
    ['trimmed', 2],
    ['trimmed', 3],
    ['trimmed', 7],
  ]);
});

test.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 5_000])(
  '[POL-7] a limit of %s trims nothing',
  (maxTokens) => {
    expect(carried({ trim: [{ seq: 2, maxTokens }] }).entries).toEqual([]);
  },
);

test('[CMP-1] a result gives way to its marker with the reason that holds', () => {
  const evict = [
    { seq: 2, supersededBySeq: 5 },
    { seq: 5, supersededBySeq: 7, reason: 'latest-only' as const },
  ];
  const messages = [...talk, aReply(300), aUserMessage(10)];
  expect(carried({ evict }, messages).entries).toEqual([
    {
      kind: 'evicted-results',
      seq: 2,
      compactionId: 'k',
      supersededBySeq: 5,
      why: whyOf('RESULT_SUPERSEDED'),
    },
    {
      kind: 'evicted-results',
      seq: 5,
      compactionId: 'k',
      supersededBySeq: 7,
      reason: 'latest-only',
      why: whyOf('RESULT_NOT_LATEST'),
    },
  ]);
});

test('[CMP-9] a marker without a newer result says that it has been used', () => {
  expect(carried({ evict: [{ seq: 2 }] }).entries).toEqual(usedUp);
  expect(carried({ evict: [{ seq: 2, reason: 'latest-only' }] }).entries).toEqual(usedUp);
});

test.each([1, 2, 8, 2.5, Number.NaN, -1])(
  '[CMP-9] a marker never names message %s, which is no newer result',
  (supersededBySeq) => {
    expect(carried({ evict: [{ seq: 2, supersededBySeq }] }).entries).toEqual([]);
  },
);

test('[POL-7] nothing of a decision gets into an overlay but what belongs there', () => {
  const evicted = { seq: 2, kind: 'nonsense', compactionId: 'theirs', act: () => 1 };
  expect(carried({ evict: [evicted] }).entries).toEqual(usedUp);
});

test('[POL-7] words, calls, the newest result, the tail and a small result give way to no marker', () => {
  const messages = [...talk.slice(0, 3), ...aStep('small', 5), aReply(300), ...aStep('c', 300)];
  const evict = messages.map((_, seq) => ({ seq }));
  expect(carried({ evict }, messages).entries.map(({ seq }) => seq)).toEqual([2]);
});

test('[CMP-1] what leaves whole is not shortened too', () => {
  const { entries } = carried({
    leave: [1],
    trim: [{ seq: 2, maxTokens: 100 }],
    evict: [{ seq: 2 }],
  });
  expect(entries).toEqual([]);
});

test('[CMP-1] an entry that is named twice is shortened once', () => {
  const trim = [100, 150].map((maxTokens) => ({ seq: 2, maxTokens }));
  expect(carried({ trim, evict: [{ seq: 2 }] }).entries).toHaveLength(1);
});

test('[CMP-8] what was shortened before is sent no longer than before', () => {
  const first = draftCompaction(
    aCompactionInput(talk, {
      stages: [
        { name: 'cut', decide: () => ({ trim: [{ seq: 2, maxTokens: 80 }], evict: [{ seq: 5 }] }) },
      ],
    }),
  );
  const { overlays } = first;
  expect([...overlays.entries.keys()].sort()).toEqual([2, 5]);
  const decision = {
    trim: [2, 5].map((seq) => ({ seq, maxTokens: 200 })),
    evict: [{ seq: 5 }],
  };
  expect(
    carried(decision, [...talk, aReply(300)], { overlays, compactionId: 'next' }).entries,
  ).toEqual([]);
  const further = carried({ trim: [{ seq: 2, maxTokens: 60 }] }, [...talk, aReply(300)], {
    overlays,
    compactionId: 'next',
  });
  expect(further.entries).toMatchObject([{ seq: 2, compactionId: 'next', limitTokens: 60 }]);
});

test.each(['', ' \n', undefined])(
  '[CMP-10] words that say nothing (%o) stand for nothing',
  (summary) => {
    const nothing = { leave: [1], summary } as StageDecision;
    expect(carried(nothing)).not.toHaveProperty('summary');
    expect(carried({ leave: [1], summary: 'Notes.' }).summary).toBe('Notes.');
  },
);

const anything = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity, 0.5, 1e21) },
);

const arbitraryDecision: fc.Arbitrary<StageDecision> = fc.record(
  {
    trim: fc.array(
      fc.record({ seq: anything, maxTokens: fc.oneof(anything, fc.constantFrom(100, 300)) }),
      { maxLength: 20 },
    ),
    evict: fc.array(
      fc.record(
        {
          seq: anything,
          supersededBySeq: anything,
          reason: fc.constantFrom('latest-only' as const, 'ephemeral' as const),
        },
        { requiredKeys: ['seq'] },
      ),
      { maxLength: 20 },
    ),
    leave: fc.array(anything, { maxLength: 20 }),
    summary: fc.string(),
  },
  { requiredKeys: [] },
);

test('[CMP-3] [CMP-7] [POL-7] whatever stages decide, every promise is kept, compaction after compaction (seed 20261122)', async () => {
  const someStages = fc.array(fc.tuple(arbitraryDecision, fc.boolean()), {
    minLength: 1,
    maxLength: 3,
  });
  const rounds = fc.array(someStages, { minLength: 1, maxLength: 3 });
  const pinned = fc.constantFrom({}, { search: { pinned: true } }, { book: { latestOnly: true } });
  let finishedCount = 0;
  await fc.assert(
    fc.property(
      arbitraryConversation,
      rounds,
      fc.integer({ min: 200, max: 1_500 }),
      pinned,
      (conversation, plannedRounds, inputTokens, toolHints) => {
        const messages = conversation.map((message) => parseMessage(message));
        const budget = fixedBudget(inputTokens, { high: 0.5, low: 0.1 });
        let input = aCompactionInput(messages, { budget, toolHints });
        for (const [round, planned] of plannedRounds.entries()) {
          const stages = planned.map(
            ([decision, takesUnits], index): CompactionStage => ({
              name: `stage-${index}`,
              takesUnits,
              decide: () => decision,
            }),
          );
          const draft = draftCompaction({ ...input, compactionId: `k-${round}`, stages });
          const outcome = finishCompaction(draft, undefined);
          if (outcome.kind === 'dropped') {
            expect(outcome.why).toBe('it would free nothing');
            continue;
          }
          finishedCount += 1;
          const { overlays, left, tokensAfter } = outcome.compaction;
          const view = viewOf(input.transcript, overlays, input.measurer);
          expect(view.tokens).toBe(tokensAfter);
          expect(faultOf(input.transcript, overlays, view, left)).toBeUndefined();
          expectSoundOverlays(input, outcome.compaction.overlays);
          input = { ...input, overlays };
        }
      },
    ),
    { seed: 20261122, numRuns: 150 },
  );
  expect(finishedCount).toBeGreaterThan(50);
});

/** Overlays of whole units and of entries, of nothing protected, each entry sent shorter than it is. */
function expectSoundOverlays(
  { transcript, measurer, toolHints }: CompactionInput,
  overlays: CompactionInput['overlays'],
): void {
  const units = unitsOf(viewOf(transcript, noOverlays(), measurer));
  const isGone = (seq: number) =>
    overlays.ranges.some(({ fromSeq, toSeq }) => seq >= fromSeq && seq < toSeq);
  for (const { start, end } of units) {
    const entries = transcript.log.slice(start, end);
    const gone = entries.filter(({ seq }) => isGone(seq));
    expect([0, entries.length]).toContain(gone.length);
    if (gone.length === 0) continue;
    expect(gone.filter(({ seq }) => protectionOf(transcript, seq))).toEqual([]);
    expect(isPinnedUnit({ entries }, toolHints)).toBe(false);
  }
  const shown = unitsOf(viewOf(transcript, overlays, measurer)).flatMap((unit) => unit.members);
  for (const [seq, overlay] of overlays.entries) {
    expect(overlay.seq).toBe(seq);
    const { message, tokens } = transcript.log.at(seq);
    const member = shown.find((one) => one.kind === 'entry' && one.entry.seq === seq);
    expect(member?.kind).toBe('entry');
    expect(measurer.message(overlaidMessage(transcript.log.at(seq), overlay)).value).toBeLessThan(
      tokens.value,
    );
    if (overlay.kind === 'evicted-results') {
      expect(message.role).toBe('tool');
      const { supersededBySeq: bySeq } = overlay;
      expect(bySeq === undefined || (bySeq > seq && bySeq < transcript.length)).toBe(true);
    } else if (protectionOf(transcript, seq) && message.role !== 'tool') {
      expect(seq).toBe(transcript.anchorSeq);
    }
  }
}
