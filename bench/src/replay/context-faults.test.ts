import { expect, test } from 'vitest';
import type { ChatMessage } from './chat-message.mjs';
import { faultsOf } from './context-faults.mjs';
import type { Session } from './sessions.mjs';
import { assistant, call, result, session, system, user, words } from './testing/builders.mjs';

const SYSTEM = system('Be kind.');
const ANCHOR = user('Please book the flight.');

/** Faults of a context asked for at the end of the session. */
function faults(recorded: Session, context: readonly ChatMessage[], budget = 1000) {
  return [...faultsOf(recorded, recorded.messages.length, context, budget)];
}

test('[BENCH] finds nothing wrong with the whole session when it fits', () => {
  const messages = [SYSTEM, ANCHOR, call('c1'), result('c1'), assistant('Booked.'), user('Thanks')];
  expect(faults(session(...messages), messages)).toEqual([]);
});

test('[BENCH] calls a context over budget from the first token above it', () => {
  const messages = [SYSTEM, ANCHOR, user(words(86))];
  const total = session(...messages).totalTokens;
  expect(faults(session(...messages), messages, total)).toEqual([]);
  expect(faults(session(...messages), messages, total - 1)).toEqual(['overBudget']);
});

test('[BENCH] calls a result without its call ahead of it an orphan', () => {
  const recorded = session(SYSTEM, ANCHOR, call('c1'), result('c1'));
  expect(faults(recorded, [SYSTEM, ANCHOR, result('c1')])).toEqual(['orphanResults']);
  expect(faults(recorded, [SYSTEM, ANCHOR, result('c1'), call('c1')])).toEqual([
    'orphanResults',
    'danglingCalls',
  ]);
});

test('[BENCH] calls a call without its result dangling, also beside answered ones', () => {
  const recorded = session(SYSTEM, ANCHOR, call('c1'), result('c1'), call('c2'), result('c2'));
  const context = [SYSTEM, ANCHOR, call('c1'), result('c1'), call('c2')];
  expect(faults(recorded, context)).toEqual(['danglingCalls']);
});

test('[BENCH] misses the system text in any role but system', () => {
  const recorded = session(SYSTEM, ANCHOR);
  expect(faults(recorded, [user('Be kind.'), ANCHOR])).toEqual(['lostSystem']);
  expect(faults(recorded, [system('Preface. Be kind. More.'), ANCHOR])).toEqual([]);
});

test('[BENCH] misses no system and no anchor that the session does not have yet', () => {
  const recorded = session(assistant('Hello'), assistant('Anybody there?'), ANCHOR);
  expect([...faultsOf(recorded, 2, [assistant('Hello')], 1000)]).toEqual([]);
});

test('[BENCH] misses the first user message unless some message holds all of it', () => {
  const recorded = session(SYSTEM, ANCHOR, user('Quick!'));
  expect(faults(recorded, [SYSTEM, user('Quick!')])).toEqual(['lostAnchor']);
  expect(faults(recorded, [SYSTEM, user('Please book'), user('Quick!')])).toEqual(['lostAnchor']);
  const noted = user('Task: Please book the flight. (first request)');
  expect(faults(recorded, [SYSTEM, noted, user('Quick!')])).toEqual([]);
});

test('[BENCH] takes the first 200 characters for an anchor above a quarter of the budget', () => {
  const large = user(words(300));
  const recorded = session(SYSTEM, large);
  const excerpt = user(`${words(300).slice(0, 200)} [cut]`);
  expect(faults(recorded, [SYSTEM, excerpt], 1000)).toEqual([]);
  expect(faults(recorded, [SYSTEM, excerpt], 1300)).toEqual(['lostAnchor']);
  expect(faults(recorded, [SYSTEM, user(words(300).slice(0, 199))], 1000)).toEqual(['lostAnchor']);
});

test('[BENCH] calls a tail thin below a fifth of the free budget, less 64 tokens', () => {
  const recorded = session(
    SYSTEM,
    ANCHOR,
    ...Array.from({ length: 20 }, (_, index) => user(`${index}${words(95)}`)),
  );
  const fixed = (recorded.system?.tokens ?? 0) + (recorded.anchor?.tokens ?? 0);
  const budget = 1000 + fixed; // wanted: 200 - 64 = 136 tokens of originals
  const kept = recorded.messages.slice(-2);
  expect(faults(recorded, [SYSTEM, ANCHOR, ...kept], budget)).toEqual([]);
  expect(faults(recorded, [SYSTEM, ANCHOR, ...kept.slice(-1)], budget)).toEqual(['thinTail']);
});

test('[BENCH] asks for no more of a tail than exists', () => {
  const recorded = session(SYSTEM, ANCHOR, user('Quick!'));
  expect(faults(recorded, [SYSTEM, ANCHOR], 100_000)).toEqual([]);
});

test('[BENCH] knows an original again by its first or last 80 characters and its role', () => {
  const long = `${'start '.repeat(40)}middle${' end'.repeat(40)}`;
  const recorded = session(SYSTEM, ANCHOR, result('c0', long), user(words(300)));
  const derived = (message: ChatMessage) =>
    faults(recorded, [SYSTEM, ANCHOR, call('c0'), message, user(words(300))], 480).includes(
      'derivedHeavy',
    );
  const filler = words(130, 'pear');
  expect(derived(result('c0', `${long.slice(0, 80)}${filler}`))).toBe(false);
  expect(derived(result('c0', `${filler}${long.slice(-80)}`))).toBe(false);
  expect(derived(result('c0', filler))).toBe(true);
  expect(derived(user(`${long.slice(0, 80)}${filler}`))).toBe(true);
});

test('[BENCH] calls more than a quarter of derived text too much', () => {
  const recorded = session(SYSTEM, ANCHOR, user('Quick!'));
  const note = (tokens: number) => user(words(tokens - 4, 'summary'));
  expect(faults(recorded, [SYSTEM, ANCHOR, note(250)], 1000)).toEqual([]);
  expect(faults(recorded, [SYSTEM, ANCHOR, note(251)], 1000)).toEqual(['derivedHeavy']);
});

test('[BENCH] counts what system and anchor carry on top of themselves as derived', () => {
  const recorded = session(SYSTEM, ANCHOR);
  const notes = words(130, 'summary');
  const context = [system(`Be kind.${notes}`), user(`Please book the flight.${notes}`)];
  expect(faults(recorded, context, 1000)).toEqual(['derivedHeavy']);
  expect(faults(recorded, [context[0] ?? SYSTEM, ANCHOR], 1000)).toEqual([]);
});

test('[BENCH] finds system, anchor and tail missing from an empty context', () => {
  const recorded = session(SYSTEM, ANCHOR, user(words(300)));
  expect(faults(recorded, [])).toEqual(['lostSystem', 'lostAnchor', 'thinTail']);
});
