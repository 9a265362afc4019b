import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '../formats/parse-message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { noOverlays } from '../view/overlay.ts';
import { isUnitProtected } from '../view/unit-protection.ts';
import { unitsOf, viewOf } from '../view/view.ts';
import { answeredCallsOf } from './answered-calls.ts';
import { allOf, anyOf, inOrder, keeping } from './combine.ts';
import { type EvictionPolicy, type MeasuredUnit, tokenBudget } from './eviction-policy.ts';
import { guardedChoice } from './guarded-choice.ts';
import { headTail } from './head-tail.ts';
import { latestPerTool } from './latest-per-tool.ts';
import { salience } from './salience.ts';
import { slidingWindow } from './sliding-window.ts';
import { summarizeAndReplace } from './summarize-and-replace.ts';
import { fromTool } from './unit-predicate.ts';

const RUNS = { seed: 20261122, numRuns: 200 };

/** Units as they come from generated conversations, a few more of them protected than have to be. */
const units: fc.Arbitrary<readonly MeasuredUnit[]> = fc
  .tuple(arbitraryConversation, fc.infiniteStream(fc.nat(9)))
  .map(([conversation, dice]) => {
    const transcript = aTranscript(conversation.map((message) => parseMessage(message)));
    return unitsOf(viewOf(transcript, noOverlays(), simpleMeasurer)).map((unit) => ({
      start: unit.start,
      end: unit.end,
      tokens: unit.tokens,
      protected: isUnitProtected(transcript, unit) || dice.next().value === 0,
      entries: unit.members.flatMap((member) => (member.kind === 'entry' ? [member.entry] : [])),
    }));
  });

const figure = fc.integer({ min: 1, max: 25 });
const builtIn: fc.Arbitrary<EvictionPolicy> = fc.oneof(
  fc.constantFrom(tokenBudget(), latestPerTool(), summarizeAndReplace(), salience()),
  fc.record({ messages: figure, slack: fc.nat(10) }).map(slidingWindow),
  fc.record({ messages: figure, headMessages: figure }).map(headTail),
  fc.record({ keepTokens: fc.nat(2_000) }).map(summarizeAndReplace),
  fc.record({ keepMessages: fc.nat(20) }).map(summarizeAndReplace),
  fc.record({ halfLifeMessages: figure }).map(salience),
);
/** A policy that a caller may come up with: starts that are none, seldom a list at all. */
const userWritten: fc.Arbitrary<EvictionPolicy> = fc
  .oneof(
    { weight: 5, arbitrary: fc.array(fc.oneof(fc.nat(60), fc.double(), fc.constant('0'))) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, 7, 'all', { 0: 0 }) },
  )
  .map((answer) => ({ name: 'mine', choose: () => answer as readonly number[] }));

const { policy } = fc.letrec<{ policy: EvictionPolicy }>((tie) => ({
  policy: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: builtIn },
    { weight: 1, arbitrary: userWritten },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(inOrder, anyOf, allOf),
          fc.array(tie('policy'), { minLength: 1, maxLength: 3 }),
        )
        .map(([combinator, parts]) => combinator(...parts)),
    },
    { weight: 1, arbitrary: tie('policy').map((inner) => keeping(fromTool('search'), inner)) },
  ),
}));
const excess = fc.integer({ min: -500, max: 4_000 });

const startsOf = (chosen: readonly MeasuredUnit[]) => chosen.map((unit) => unit.start);
const choice = (of: EvictionPolicy, given: readonly MeasuredUnit[], excessTokens: number) =>
  startsOf(unitsChosen(of, given, excessTokens));
const unitsChosen = (of: EvictionPolicy, given: readonly MeasuredUnit[], excessTokens: number) =>
  guardedChoice(of, { units: given, excessTokens }).map(({ unit }) => unit);
const freedBy = (starts: readonly number[], given: readonly MeasuredUnit[]) =>
  given.reduce((sum, unit) => sum + (starts.includes(unit.start) ? unit.tokens : 0), 0);

test(`[POL-7] under every policy whole unprotected units leave, once each, in order (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, policy, excess, (given, tried, excessTokens) => {
      const before = structuredClone(given);
      const chosen = unitsChosen(tried, given, excessTokens);
      expect(chosen).toEqual(
        given.filter((unit) => !unit.protected && startsOf(chosen).includes(unit.start)),
      );
      expect(given).toEqual(before);
    }),
    RUNS,
  );
});

test(`[POL-7] every policy decides by its input alone (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, policy, excess, (given, tried, excessTokens) => {
      const first = choice(tried, given, excessTokens);
      tried.isDue?.(given);
      choice(tried, given.slice(1), excessTokens + 1);
      expect(choice(tried, given, excessTokens)).toEqual(first);
    }),
    RUNS,
  );
});

test(`[POL-3] [POL-4] policies that go by the excess free it wherever they can, and stop there (seed ${RUNS.seed})`, async () => {
  const going = fc.constantFrom(tokenBudget(), salience(), salience({ halfLifeMessages: 3 }));
  await fc.assert(
    fc.property(units, going, excess, (given, tried, excessTokens) => {
      const chosen = choice(tried, given, excessTokens);
      const most = freedBy(startsOf(given.filter((unit) => !unit.protected)), given);
      expect(freedBy(chosen, given)).toBeGreaterThanOrEqual(Math.min(most, excessTokens));
      const inTurn = tried.choose({ units: given, excessTokens });
      if (inTurn.length > 0) {
        expect(freedBy(inTurn.slice(0, -1), given)).toBeLessThan(excessTokens);
      }
    }),
    RUNS,
  );
});

test(`[POL-7] whatever comes first, in order with the default the excess is freed where it can be (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, policy, excess, (given, first, excessTokens) => {
      const chosen = choice(inOrder(first, tokenBudget()), given, excessTokens);
      const most = freedBy(startsOf(given.filter((unit) => !unit.protected)), given);
      expect(freedBy(chosen, given)).toBeGreaterThanOrEqual(Math.min(most, excessTokens));
      expect(chosen).toEqual(expect.arrayContaining(choice(first, given, excessTokens)));
    }),
    RUNS,
  );
});

test(`[POL-1] [POL-2] a window that slid is not due again (seed ${RUNS.seed})`, async () => {
  const windows = fc.oneof(
    fc.record({ messages: figure, slack: fc.nat(10) }).map(slidingWindow),
    fc.record({ messages: figure, headMessages: figure, slack: fc.nat(10) }).map(headTail),
  );
  await fc.assert(
    fc.property(units, windows, (given, window) => {
      const chosen = choice(window, given, 0);
      if (window.isDue?.(given)) expect(chosen).not.toEqual([]);
      expect(window.isDue?.(given.filter((unit) => !chosen.includes(unit.start)))).toBe(false);
    }),
    RUNS,
  );
});

test(`[POL-1] the last K messages stay under a sliding window (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, figure, (given, messages) => {
      const chosen = choice(slidingWindow({ messages }), given, 0);
      const end = given.at(-1)?.end ?? 0;
      const gone = given.filter((unit) => chosen.includes(unit.start));
      expect(gone.filter((unit) => unit.end > end - messages)).toEqual([]);
      const stay = given.filter((unit) => !unit.protected && !chosen.includes(unit.start));
      expect(stay.filter((unit) => unit.end <= end - messages)).toEqual([]);
    }),
    RUNS,
  );
});

test(`[POL-5] what summarise-and-replace keeps is a tail (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, fc.nat(2_000), (given, keepTokens) => {
      const chosen = choice(summarizeAndReplace({ keepTokens }), given, 1);
      const free = startsOf(given.filter((unit) => !unit.protected));
      expect(chosen).toEqual(free.slice(0, chosen.length));
      const kept = given.filter((unit) => unit.start > (chosen.at(-1) ?? -1));
      if (chosen.length > 0 && kept.every((unit) => !unit.protected)) {
        expect(freedBy(startsOf(kept), given)).toBeLessThanOrEqual(keepTokens);
      }
    }),
    RUNS,
  );
});

test(`[POL-6] of every call that was answered the newest result stays (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, (given) => {
      const chosen = choice(latestPerTool(), given, Number.MAX_SAFE_INTEGER);
      for (const unit of given.filter(({ start }) => chosen.includes(start))) {
        const kept = given.filter(({ start }) => start > unit.start && !chosen.includes(start));
        expect(kept.flatMap(answeredIn)).toEqual(expect.arrayContaining([...answeredIn(unit)]));
      }
    }),
    RUNS,
  );
});

function answeredIn({ entries }: MeasuredUnit): readonly string[] {
  return answeredCallsOf(entries).flatMap(({ calls }) =>
    calls.map((call) => `${call.toolName} ${call.arguments}`),
  );
}

test(`[POL-7] any of is the union, all of the intersection (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, policy, policy, excess, (given, a, b, excessTokens) => {
      const [byA, byB] = [a, b].map((one) => new Set(choice(one, given, excessTokens)));
      if (!byA || !byB) throw new Error('there are two');
      const all = startsOf(given);
      expect(choice(anyOf(a, b), given, excessTokens)).toEqual(
        all.filter((start) => byA.has(start) || byB.has(start)),
      );
      expect(choice(allOf(a, b), given, excessTokens)).toEqual(
        all.filter((start) => byA.has(start) && byB.has(start)),
      );
      expect(choice(anyOf(a, b), given, excessTokens)).toEqual(
        choice(anyOf(b, a), given, excessTokens),
      );
    }),
    RUNS,
  );
});

test(`[POL-7] in order changes nothing by brackets (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, builtIn, builtIn, builtIn, excess, (given, a, b, c, excessTokens) => {
      const flat = choice(inOrder(a, b, c), given, excessTokens);
      expect(choice(inOrder(inOrder(a, b), c), given, excessTokens)).toEqual(flat);
    }),
    RUNS,
  );
});

test(`[POL-7] keeping never names what it keeps, and keeping nothing changes nothing (seed ${RUNS.seed})`, async () => {
  const nothing = { name: 'nothing', test: () => false };
  await fc.assert(
    fc.property(units, policy, excess, fc.nat(4), (given, inner, excessTokens, remainder) => {
      const some = { name: 'some', test: (unit: MeasuredUnit) => unit.start % 5 === remainder };
      const chosen = keeping(some, inner).choose({ units: given, excessTokens });
      expect(chosen.filter((start) => start % 5 === remainder)).toEqual([]);
      expect(keeping(nothing, inner).choose({ units: given, excessTokens })).toEqual(
        choice(inner, given, excessTokens),
      );
    }),
    RUNS,
  );
});

test(`[CMP-8] policies of the same name choose the same (seed ${RUNS.seed})`, async () => {
  await fc.assert(
    fc.property(units, builtIn, builtIn, excess, (given, a, b, excessTokens) => {
      const isSame = a.name === b.name;
      if (isSame) expect(choice(a, given, excessTokens)).toEqual(choice(b, given, excessTokens));
    }),
    { ...RUNS, numRuns: 1_000 },
  );
});
