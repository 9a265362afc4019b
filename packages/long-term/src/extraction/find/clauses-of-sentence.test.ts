import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';

function foundIn(text: string) {
  const { candidates } = findByPatterns([{ entryId: 'said', role: 'user', text }]);
  return candidates.map((one) => `${one.type} ${one.kind}: ${one.text}`);
}

test.each([
  [
    "I'm redoing the balcony, so I prefer plants that need little water, which ones would you buy?",
    ['user preference: I prefer plants that need little water'],
  ],
  [
    'My desk is full, but I’d rather sort papers by hand than with a scanner, what do you think?',
    ['user preference: I’d rather sort papers by hand than with a scanner'],
  ],
  [
    "Could you explain sourdough, considering I've never baked with yeast?",
    ["user fact: I've never baked with yeast"],
  ],
  [
    'We have never shipped on a Friday, how risky is it?',
    ['project fact: We have never shipped on a Friday'],
  ],
  [
    'The rent was raised to 940 euros, can I still afford it?',
    ['project fact: The rent was raised to 940 euros'],
  ],
  [
    "I'm planning the trip around our new budget of $1,350, where should we stay?",
    ['project fact: Our new budget of $1,350'],
  ],
  [
    "I'm on Fedora, so always show dnf commands.",
    ["user fact: I'm on Fedora", 'user instruction: Always show dnf commands.'],
  ],
  ['My name is Ana Ruiz, nice to meet you.', ['user fact: My name is Ana Ruiz']],
  [
    'My daughter Mira starts school in August, what does she need?',
    ['user fact: My daughter Mira starts school in August'],
  ],
  [
    'Our dashboard is at https://graphs.example/d/7 and the runbook is in docs/oncall.md.',
    [
      'reference identifier: Our dashboard is at https://graphs.example/d/7',
      'reference identifier: The runbook is in docs/oncall.md.',
    ],
  ],
  [
    'If I ask for a recipe, always give the weights in grams.',
    ['user instruction: If I ask for a recipe, always give the weights in grams.'],
  ],
  [
    'Could you always give distances in miles?',
    ['user instruction: Always give distances in miles'],
  ],
  [
    'Let us see. I chose the tram for the commute. It is faster than the bus.',
    ['project decision: I chose the tram for the commute.'],
  ],
])('[EXT-5] of %j the clauses that last are taken', (text, expected) => {
  expect(foundIn(text)).toEqual(expected);
});

test('[EXT-5] a decision has the reason that the next sentence gives', () => {
  const text = 'We chose the tram for the commute. It is faster than the bus.';
  const { candidates } = findByPatterns([{ entryId: 'said', role: 'user', text }]);
  expect(candidates).toMatchObject([{ kind: 'decision', reason: 'It is faster than the bus' }]);
});

test.each([
  'The server is down right now.',
  'The migration is in progress, step 3 of 5.',
  'My cat Tom is asleep on the sofa.',
  'Ben and I prefer it, what would you do?',
  'I prefer the corner table, my sister said.',
  'If I prefer tea, what should I order?',
  'I prefer the late train, I think.',
  'My uncle wrote, I have never seen the sea.',
  'Should I say that I prefer tea, or is that rude?',
  'Would it help if the budget was raised to $900?',
  'I prefer it over the other one, can you explain why?',
  'He told me, always check the oil, is that right?',
  'We chose the tram. Can you find the timetable?',
])('[EXT-5] nothing is taken that its writer does not vouch for: %j', (text) => {
  expect(foundIn(text)).toEqual([]);
});

test('[EXT-5] a message is read beside its code', () => {
  const code = Array.from({ length: 60 }, (_, line) => `const value${line} = ${line};`).join('\n');
  const text = `I've never written a parser, so go slowly.\n\`\`\`js\n${code}\n\`\`\`\nCan you review this?`;
  expect(foundIn(text)).toEqual(["user fact: I've never written a parser"]);
});
