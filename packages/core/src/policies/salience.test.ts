import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { textOf } from '../message/message.ts';
import { anEntry, aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import type { Entry } from '../transcript/entry.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { salience } from './salience.ts';

type Given = Message | readonly Message[];

/** Units of these messages, ten tokens each, none protected. */
function unitsOf(...messages: readonly Given[]): readonly MeasuredUnit[] {
  let end = 0;
  return messages.map((given) => {
    const members = 'role' in given ? [given] : given;
    const start = end;
    end += members.length;
    const entries = members.map((message, at) =>
      anEntry({ seq: start + at, unitStart: start, message }),
    );
    return { start, end, tokens: 10, protected: false, entries };
  });
}

const user = (text: string) => aTextMessage('user', text);
const reply = (text: string) => aTextMessage('assistant', text);
const lengthOf = (entry: Entry) => textOf(entry.message).length;
const byLength = () => salience({ name: 'length', score: lengthOf });

test('[POL-4] what the caller’s score puts lowest leaves first, until the excess is gone', () => {
  const units = unitsOf(user('xxx'), user('x'), user('xxxx'), user('xx'));
  expect(byLength().choose({ units, excessTokens: 15 })).toEqual([1, 3]);
  expect(byLength().choose({ units, excessTokens: 20 })).toEqual([1, 3]);
  expect(byLength().choose({ units, excessTokens: 1_000 })).toEqual([1, 3, 0, 2]);
  expect(byLength().choose({ units, excessTokens: 0 })).toEqual([]);
});

test('[POL-4] of equal scores the older leaves first', () => {
  const flat = salience({ name: 'flat', score: () => 0 });
  const units = unitsOf(user('a'), user('b'), user('c'));
  expect(flat.choose({ units, excessTokens: 11 })).toEqual([0, 1]);
});

test('[POL-4] scores without end are scores', () => {
  const score = ({ seq }: Entry) => [Infinity, -Infinity, 0][seq] ?? 0;
  const units = unitsOf(user('a'), user('b'), user('c'));
  const { choose } = salience({ name: 'ends', score });
  expect(choose({ units, excessTokens: 1_000 })).toEqual([1, 2, 0]);
});

test('[POL-4] a unit is worth as much as the best entry in it', () => {
  const units = unitsOf([reply('x'), reply('xxxxx'), reply('x')], user('xx'));
  expect(byLength().choose({ units, excessTokens: 1 })).toEqual([3]);
});

test('[POL-4] [POL-7] what is protected is not named, and frees nothing', () => {
  const units = unitsOf(user('x'), user('xx'), user('xxx')).map((unit) => ({
    ...unit,
    protected: unit.start === 0,
  }));
  expect(byLength().choose({ units, excessTokens: 10 })).toEqual([1]);
});

test('[POL-4] each entry is scored once, however many compactions there are', () => {
  const asked: number[] = [];
  const policy = salience({
    name: 'asked',
    score: ({ seq }): number => asked.push(seq),
  });
  const units = unitsOf(user('a'), user('b'), user('c'));
  policy.choose({ units: units.slice(0, 2), excessTokens: 5 });
  policy.choose({ units, excessTokens: 5 });
  expect(asked).toEqual([0, 1, 2]);
});

test('[POL-4] a score that is no number is refused, by the message it was given for', () => {
  const units = unitsOf(user('a'), user('b'));
  const policy = salience({ name: 'hole', score: ({ seq }) => (seq === 1 ? Number.NaN : 0) });
  expect(() => policy.choose({ units, excessTokens: 5 })).toThrow('NaN for message #1');
});

test.each([
  [{ name: 'x', score: 'high' }, 'salience.score'],
  [{ score: lengthOf }, 'salience.name'],
  [{ name: ' ', score: lengthOf }, 'salience.name'],
  [{ halfLifeMessages: 0 }, 'salience.halfLifeMessages'],
])('[POL-4] %o is refused by name', (options, option) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
  expect(() => salience(options as never)).toThrow(refusal);
});

test('[CMP-8] the name tells whose score it is', () => {
  expect(salience().name).toBe('salience(half-life 20)');
  expect(salience({ halfLifeMessages: 20 }).name).toBe(salience().name);
  expect(byLength().name).toBe('salience("length")');
});

// ---- The built-in heuristic

function heuristicOrder(...messages: readonly Given[]): readonly number[] {
  return salience().choose({ units: unitsOf(...messages), excessTokens: Infinity });
}

test('[POL-4] the importance that an entry was given when it was appended stands for that of the rules', () => {
  const units = unitsOf(reply('All is well.'), reply('All is well.'), user('Order ZFA04Y!'));
  const scored = units.map((unit, at) => ({
    ...unit,
    entries: unit.entries.map((entry) => ({ ...entry, importance: [0.9, 0, 0][at] ?? 0 })),
  }));
  const order = (given: typeof units) =>
    salience().choose({ units: given, excessTokens: Infinity });
  expect(order(units)).toEqual([0, 1, 2]);
  expect(order(scored)[0]).toBe(1);
  expect(order(scored)[2]).toBe(2);
});

test('[POL-4] of two that say the same the older leaves first', () => {
  expect(heuristicOrder(reply('All is well.'), reply('All is well.'))).toEqual([0, 1]);
});

test('[POL-4] the user’s words stay longer than the assistant’s, and these than a tool’s', () => {
  expect(heuristicOrder(user('Fine by me'), reply('Fine by me'), user('x'))[0]).toBe(1);
  const answer = aToolResult({ text: 'Fine by me' });
  expect(heuristicOrder(reply('Fine by me'), answer, user('x'))[0]).toBe(1);
});

test('[POL-4] exact values, decisions, questions and failures each make an entry stay longer', () => {
  const dull = reply('It went on like that for some time');
  const telling = [
    reply('The order is ZFA04Y and so on for some time'),
    reply('We agreed on that for some time'),
    reply('Would it go on like that for some time?'),
  ];
  for (const message of telling) expect(heuristicOrder(message, dull, user('x'))[0]).toBe(1);
  const call = aToolCall({ callId: 'c', arguments: '{}' });
  const failed = [call, aToolResult({ callId: 'c', text: 'error: it went wrong' })];
  const fine = [call, aToolResult({ callId: 'c', text: 'and it went on' })];
  expect(heuristicOrder(failed, fine, user('x'))[0]).toBe(2);
});

test('[POL-4] what shares words or values with the newest user message stays longer', () => {
  const trains = reply('Trains leave in the morning');
  const boats = reply('Boats leave in the morning');
  expect(heuristicOrder(boats, trains, user('When do the boats go?'))[0]).toBe(1);
  expect(heuristicOrder(boats, trains, user('Any trains?'), reply('x'))[0]).toBe(0);
  const first = reply('列车早上出发');
  const second = reply('渡船早上出发');
  expect(heuristicOrder(first, second, user('列车几点'))[0]).toBe(1);
});

test('[POL-4] a word that every entry has makes none of them stand out as much as a rare one', () => {
  const common = Array.from({ length: 8 }, () => reply('the garden'));
  const rare = reply('an orchid, in bloom here');
  const order = heuristicOrder(rare, ...common, user('garden orchid'));
  expect(order.indexOf(0)).toBeGreaterThan(4);
});

test('[POL-4] each text is read once, whoever asks', () => {
  let reads = 0;
  const counting = ({ role, parts }: Message): Message => ({
    role,
    get parts() {
      reads += 1;
      return parts;
    },
  });
  const units = unitsOf(counting(user('a')), counting(reply('b')));
  salience().choose({ units, excessTokens: 5 });
  const firstReads = reads;
  salience({ halfLifeMessages: 5 }).choose({ units, excessTokens: 5 });
  expect(firstReads).toBeGreaterThan(0);
  expect(reads).toBe(firstReads);
});

test('[POL-4] the heuristic orders any text, and always the same way (seed 20261122)', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.property(texts, (given) => {
      const messages = given.map((text, index) => (index % 3 === 0 ? user(text) : reply(text)));
      const order = heuristicOrder(...messages);
      expect(order.toSorted((a, b) => a - b)).toEqual(given.map((_, index) => index));
      expect(heuristicOrder(...messages)).toEqual(order);
    }),
    { seed: 20261122 },
  );
});
