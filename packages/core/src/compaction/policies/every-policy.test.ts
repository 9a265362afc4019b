import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '../../formats/parse-message.ts';
import { runToEnd } from '../../ground/platform/steps.ts';
import { arbitraryConversation } from '../../testing/arbitrary-conversation.ts';
import { startsChosen } from '../../testing/compaction-input.ts';
import { aTranscript, simpleMeasurer } from '../../testing/transcripts.ts';
import { noOverlays } from '../../view/overlay.ts';
import { isUnitProtected } from '../../view/protected.ts';
import { unitsOf, viewOf } from '../../view/view.ts';
import { type EvictionPolicy, type MeasuredUnit, tokenBudget } from './eviction-policy.ts';
import { choosingGuarded } from './guarded-choice.ts';
import { headTail, slidingWindow } from './windows.ts';

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
  fc.constant(tokenBudget()),
  fc.record({ messages: figure, slack: fc.nat(10) }).map(slidingWindow),
  fc.record({ messages: figure }).map(headTail),
);
/** A policy that a caller may come up with: starts that are none, seldom a list at all. */
const userWritten: fc.Arbitrary<EvictionPolicy> = fc
  .oneof(
    { weight: 5, arbitrary: fc.array(fc.oneof(fc.nat(60), fc.double(), fc.constant('0'))) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, 7, 'all', { 0: 0 }) },
  )
  .map((answer) => ({ name: 'mine', choose: () => answer as readonly number[] }));

const policy = fc.oneof({ weight: 4, arbitrary: builtIn }, { weight: 1, arbitrary: userWritten });
const excess = fc.integer({ min: -500, max: 4_000 });

const startsOf = (chosen: readonly MeasuredUnit[]) => chosen.map((unit) => unit.start);
const choice = (of: EvictionPolicy, given: readonly MeasuredUnit[], excessTokens: number) =>
  startsOf(unitsChosen(of, given, excessTokens));
const unitsChosen = (of: EvictionPolicy, given: readonly MeasuredUnit[], excessTokens: number) =>
  runToEnd(choosingGuarded(of, { units: given, excessTokens })).flatMap(
    ({ start }) => given.find((unit) => unit.start === start) ?? [],
  );
const freedBy = (starts: readonly number[], given: readonly MeasuredUnit[]) =>
  given.reduce((sum, unit) => sum + (starts.includes(unit.start) ? unit.tokens : 0), 0);

test('[POL-7] under every policy whole unprotected units leave, once each, in order', async () => {
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

test('[POL-7] every policy decides by its input alone', async () => {
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

test('[POL-3] the default frees the excess wherever it can, and stops there', async () => {
  const tried = tokenBudget();
  await fc.assert(
    fc.property(units, excess, (given, excessTokens) => {
      const chosen = choice(tried, given, excessTokens);
      const most = freedBy(startsOf(given.filter((unit) => !unit.protected)), given);
      expect(freedBy(chosen, given)).toBeGreaterThanOrEqual(Math.min(most, excessTokens));
      const inTurn = startsChosen(tried, { units: given, excessTokens });
      if (inTurn.length > 0) {
        expect(freedBy(inTurn.slice(0, -1), given)).toBeLessThan(excessTokens);
      }
    }),
    RUNS,
  );
});

test('[POL-1] [POL-2] a window that slid is not due again', async () => {
  const windows = fc.oneof(
    fc.record({ messages: figure, slack: fc.nat(10) }).map(slidingWindow),
    fc.record({ messages: figure }).map(headTail),
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

test('[POL-1] the last K messages stay under a sliding window', async () => {
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

test('[CMP-8] policies of the same name choose the same', async () => {
  await fc.assert(
    fc.property(units, builtIn, builtIn, excess, (given, a, b, excessTokens) => {
      const isSame = a.name === b.name;
      if (isSame) expect(choice(a, given, excessTokens)).toEqual(choice(b, given, excessTokens));
    }),
    { ...RUNS, numRuns: 1_000 },
  );
});
