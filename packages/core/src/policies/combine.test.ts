import { expect, test } from 'vitest';
import { anEntry, aToolCall } from '../testing/builders.ts';
import { allOf, anyOf, inOrder, keeping } from './combine.ts';
import { type EvictionPolicy, type MeasuredUnit, tokenBudget } from './eviction-policy.ts';
import { slidingWindow } from './sliding-window.ts';
import { summarizeAndReplace } from './summarize-and-replace.ts';
import { fromTool, type UnitPredicate } from './unit-predicate.ts';

/** Units of one message and ten tokens; those at `firm` are protected. */
const unitsOf = (count: number, firm: readonly number[] = []): readonly MeasuredUnit[] =>
  Array.from({ length: count }, (_, seq) => ({
    start: seq,
    end: seq + 1,
    tokens: 10,
    protected: firm.includes(seq),
    entries: [anEntry({ seq })],
  }));

/** Names these units whatever it is asked. */
const naming = (...starts: readonly number[]): EvictionPolicy => ({
  name: `naming(${starts.join(' ')})`,
  choose: () => starts,
});
/** Due as long as one of these units is there. */
const dueFor = (...starts: readonly number[]): EvictionPolicy => ({
  ...naming(...starts),
  isDue: (units) => units.some((unit) => starts.includes(unit.start) && !unit.protected),
});

const even: UnitPredicate = { name: 'even', test: (unit) => unit.start % 2 === 0 };

test('[POL-7] in order: the next one is asked only for what is still too much', () => {
  const policy = inOrder(naming(4, 2), tokenBudget());
  expect(policy.choose({ units: unitsOf(6), excessTokens: 20 })).toEqual([2, 4]);
  expect(policy.choose({ units: unitsOf(6), excessTokens: 40 })).toEqual([0, 1, 2, 4]);
});

test('[POL-7] in order: what is protected or does not exist frees nothing', () => {
  const policy = inOrder(naming(0, 9), tokenBudget());
  expect(policy.choose({ units: unitsOf(4, [0]), excessTokens: 10 })).toEqual([1]);
});

test('[POL-7] in order: each sees what those before it left over', () => {
  const seen: number[][] = [];
  const watching: EvictionPolicy = {
    name: 'watching',
    choose({ units, excessTokens }) {
      seen.push([...units.map((unit) => unit.start), excessTokens]);
      return [];
    },
  };
  inOrder(naming(1), watching, tokenBudget()).choose({ units: unitsOf(3), excessTokens: 15 });
  expect(seen).toEqual([[0, 2, 5]]);
});

test('[POL-1] in order: one whose time has come acts though nothing has to leave', () => {
  const policy = inOrder(tokenBudget(), slidingWindow({ messages: 2, slack: 1 }));
  expect(policy.isDue?.(unitsOf(3))).toBe(false);
  expect(policy.isDue?.(unitsOf(4))).toBe(true);
  expect(policy.choose({ units: unitsOf(4), excessTokens: 0 })).toEqual([0, 1]);
  expect(policy.choose({ units: unitsOf(3), excessTokens: 0 })).toEqual([]);
});

test('[POL-7] any of: all that one of them names, once each, in send order', () => {
  const policy = anyOf(naming(4, 1), naming(1, 0));
  expect(policy.choose({ units: unitsOf(6), excessTokens: 0 })).toEqual([0, 1, 4]);
});

test('[POL-7] all of: what each of them names', () => {
  const policy = allOf(naming(4, 1, 3), naming(3, 1, 0));
  expect(policy.choose({ units: unitsOf(6), excessTokens: 0 })).toEqual([1, 3]);
});

test('[POL-7] any of is due when one is; all of when each is, and something would leave', () => {
  const units = unitsOf(4);
  expect(anyOf(tokenBudget(), dueFor(1)).isDue?.(units)).toBe(true);
  expect(allOf(dueFor(1, 2), dueFor(2, 3)).isDue?.(units)).toBe(true);
  expect(allOf(dueFor(1), dueFor(3)).isDue?.(units)).toBe(false);
});

test('[POL-7] a combination that never is due does not have to be asked', () => {
  const never = [inOrder, anyOf, allOf].map((combine) => combine(tokenBudget(), naming(1)));
  const combined = [...never, allOf(tokenBudget(), dueFor(1)), keeping(even, tokenBudget())];
  expect(combined.filter((policy) => policy.isDue)).toEqual([]);
});

test('[POL-7] keeping: the kept are protected for the policy, which goes on to others', () => {
  const policy = keeping(even, tokenBudget());
  expect(policy.choose({ units: unitsOf(6), excessTokens: 20 })).toEqual([1, 3]);
  expect(policy.choose({ units: unitsOf(6, [1]), excessTokens: 1_000 })).toEqual([3, 5]);
});

test('[POL-7] keeping: is not due for what it keeps', () => {
  expect(keeping(even, dueFor(2)).isDue?.(unitsOf(4))).toBe(false);
  expect(keeping(even, dueFor(3)).isDue?.(unitsOf(4))).toBe(true);
});

test('[POL-7] keeping: units of some tools by their calls', () => {
  const [first, second, third] = unitsOf(3);
  if (!first || !second || !third) throw new Error('there are three');
  const message = aToolCall({ toolName: 'get_order' });
  const called = { ...second, entries: [anEntry({ seq: 1, message })] };
  const choose = (...tools: readonly string[]) =>
    keeping(fromTool(...tools), summarizeAndReplace()).choose({
      units: [first, called, third],
      excessTokens: 1,
    });
  expect(choose('find', 'get_order')).toEqual([0, 2]);
  expect(choose('find')).toEqual([0, 1, 2]);
});

test.each([inOrder, anyOf, allOf])('[POL-7] %o of one policy is that policy', (combinator) => {
  const only = slidingWindow({ messages: 3 });
  expect(combinator(only)).toBe(only);
});

test('[CMP-8] a name tells the parts and their order', () => {
  const [a, b] = [naming(1), naming(2)];
  const names = [
    inOrder(a, b),
    inOrder(b, a),
    anyOf(a, b),
    allOf(a, b),
    keeping(even, a),
    keeping({ ...even, name: 'odd' }, a),
    keeping(fromTool('a, b'), a),
    keeping(fromTool('a', 'b'), a),
    inOrder(a, inOrder(b, a)),
    inOrder(a, b, a),
  ].map((policy) => policy.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toBe('in-order(naming(1), naming(2))');
  expect(names[4]).toBe('keeping(even, naming(1))');
});

test.each([
  ['no policy', () => inOrder(), 'policy'],
  ['no policy at all', () => anyOf(), 'policy'],
  ['something that is none', () => allOf(tokenBudget(), {} as never), 'policy'],
  ['a function alone', () => inOrder((() => []) as never), 'policy'],
  [
    'a predicate without a name',
    () => keeping({ ...even, name: '' }, tokenBudget()),
    'keeping.name',
  ],
  [
    'a function for a predicate',
    () => keeping(((): boolean => true) as never, tokenBudget()),
    'keeping',
  ],
  ['nothing for a predicate', () => keeping(undefined as never, tokenBudget()), 'keeping'],
  ['nothing to keep from', () => keeping(even, undefined as never), 'policy'],
  ['no tool', () => fromTool(), 'fromTool'],
  ['a tool without a name', () => fromTool('find', ''), 'fromTool'],
])('[POL-7] %s is refused by name', (_, make, option) => {
  expect(make).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', option }));
});
