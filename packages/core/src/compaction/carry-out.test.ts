import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '../formats/parse-message.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import {
  aCompactionInput,
  aDecision,
  aReply,
  aStageInput,
  aStageOf,
  aStep,
  aUserMessage,
} from '../testing/compaction-input.ts';
import { draftCompaction, finishCompaction } from '../testing/to-the-end.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import { noOverlays } from '../view/overlay.ts';
import { protectionOf } from '../view/protected.ts';
import { unitsOf, viewOf } from '../view/view.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import { findingFault } from './check.ts';
import { isPinnedUnit } from './policies/tool-results.ts';
import type { CompactionInput } from './stage.ts';

/** The outcome of a decision made at the start of a compaction of these messages. */
function carried(
  decision: Parameters<typeof aDecision>[0],
  messages: readonly Message[] = talk,
  given: Partial<CompactionInput> = {},
): CarriedOut {
  const input = aCompactionInput(messages, given);
  return runToEnd(carryOut(aDecision(decision), aStageInput(messages, given).units, input));
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
const whyOf = (rule: string) => ({ rule, keeps: {} });

test('[CMP-3] units leave whole, protected ones and what is no unit stay', () => {
  const { leaving } = carried({ leave: [0, 1, 2, 3, 6, 99, -1, Number.NaN, 1] });
  expect(leaving.map((unit) => [unit.start, unit.end])).toEqual([
    [1, 3],
    [3, 4],
  ]);
});

test('[CMP-1] results are trimmed, and nothing else', () => {
  const trim = [0, 1, 2, 3, 7, 99].map((seq) => ({ seq, maxTokens: 100 }));
  const { entries } = carried({ trim });
  expect(entries.map(({ kind, seq }) => [kind, seq])).toEqual([
    ['trimmed', 2],
    ['trimmed', 7],
  ]);
});

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

test('[POL-7] words, calls, the newest result, the tail and a small result give way to no marker', () => {
  const messages = [...talk.slice(0, 3), ...aStep('small', 5), aReply(300), ...aStep('c', 300)];
  const evict = messages.map((_, seq) => ({ seq, reason: 'latest-only' as const }));
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
        aStageOf({ trim: [{ seq: 2, maxTokens: 80 }], evict: [{ seq: 5, reason: 'latest-only' }] }),
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

const seq = fc.integer({ min: -2, max: 60 });

const arbitraryDecision = fc.record(
  {
    trim: fc.array(fc.record({ seq, maxTokens: fc.oneof(seq, fc.constantFrom(100, 300)) }), {
      maxLength: 20,
    }),
    evict: fc.array(
      fc.oneof(
        fc.record({ seq, reason: fc.constant('latest-only' as const) }),
        fc.record({ seq, supersededBySeq: seq }),
      ),
      { maxLength: 20 },
    ),
    leave: fc.array(seq, { maxLength: 20 }),
    summary: fc.string({ minLength: 1 }),
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
          const stages = planned.map(([decision, takesUnits], index) =>
            aStageOf(decision, { name: `stage-${index}`, takesUnits }),
          );
          const draft = draftCompaction({ ...input, compactionId: `k-${round}`, stages });
          const outcome = finishCompaction(draft);
          if (outcome.kind === 'dropped') {
            expect(outcome.why).toBe('it would free nothing');
            continue;
          }
          finishedCount += 1;
          const { overlays, left, tokensAfter } = outcome.compaction;
          const view = viewOf(input.transcript, overlays, input.measurer);
          expect(view.tokens).toBe(tokensAfter);
          expect(runToEnd(findingFault(input.transcript, overlays, view, left))).toBeUndefined();
          expectSoundOverlays(input, outcome.compaction.overlays);
          input = { ...input, overlays };
        }
      },
    ),
    { seed: 20261122, numRuns: 150 },
  );
  expect(finishedCount).toBeGreaterThan(0);
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
    } else if (protectionOf(transcript, seq) && message.role !== 'tool') {
      expect(seq).toBe(transcript.anchorSeq);
    }
  }
}
