import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';

const textsIn = (text: string) =>
  findByPatterns([{ entryId: 'said', role: 'user', text }]).candidates.map((one) => one.text);

test.each([
  [
    'I am allergic to peanuts and I live in Ghent.',
    ['I am allergic to peanuts', 'I live in Ghent.'],
  ],
  ['I live in Ghent, and my name is Ada.', ['I live in Ghent', 'My name is Ada.']],
  ['I prefer tea, but I hate coffee.', ['I prefer tea', 'I hate coffee.']],
  ['I live in Ghent; I work at Acme.', ['I live in Ghent', 'I work at Acme.']],
  [
    'Ich wohne in Gent und ich bin allergisch gegen Nüsse.',
    ['Ich wohne in Gent', 'Ich bin allergisch gegen Nüsse.'],
  ],
  ['Vivo en Gante y soy alérgica al polen.', ['Vivo en Gante', 'Soy alérgica al polen.']],
  ["J'habite à Gand et je préfère le thé.", ["J'habite à Gand", 'Je préfère le thé.']],
])('[EXT-5] each statement of %j is one of its own', (text, expected) => {
  expect(textsIn(text)).toEqual(expected);
});

test('[EXT-5] statements of one sentence quote their own words', () => {
  const [first, second] = findByPatterns([
    {
      entryId: 'said',
      role: 'user',
      text: 'Also, my user ID is ada_17 and my email is a@x.example.',
    },
  ]).candidates;
  expect(first).toMatchObject({ value: 'ada_17', spans: [{ quote: 'my user ID is ada_17' }] });
  expect(second).toMatchObject({ value: 'a@x.example' });
});

test.each([
  'I love tea and coffee.',
  'I live in Ghent and I like it.',
  'I hate coffee and always drink tea.',
  'I am allergic to peanuts and my sister is too.',
  'My favourite song is "Ghent and I prefer rain".',
  'We decided to use Postgres because we know it and I prefer it.',
])('[EXT-5] a sentence stays whole where a part of it says nothing alone: %j', (text) => {
  expect(textsIn(text)).toEqual([text]);
});
