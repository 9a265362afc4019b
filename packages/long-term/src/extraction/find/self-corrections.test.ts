import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';
import { forgetRequestsIn } from './forget-requests.ts';
import type { ReadableEntry } from './readable-entry.ts';

const user = (text: string, entryId = 'said'): ReadableEntry => ({ entryId, role: 'user', text });
const textsIn = (text: string) => findByPatterns([user(text)]).candidates.map((one) => one.text);

test.each([
  'I prefer wine. Sorry, I meant beer.',
  'I prefer wine. I mean beer.',
  'I prefer wine. No, beer.',
  'I live in Porto... wait, no, Lisbon.',
  'I live in Porto, no wait, Lisbon.',
  'I live in Porto, I mean Lisbon.',
  'I live in Porto, sorry, Lisbon.',
  'I live in Porto. That was a lie.',
  'I live in Porto. That is wrong.',
  'I live in Porto. I made that up.',
  'I moved to Porto. Ignore that.',
  'I moved to Porto. I prefer wine. Please delete that.',
  'I moved to Porto. I prefer wine. Oops, wrong chat.',
  'I moved to Porto. This was meant for somebody else.',
  'Ich wohne in Gent. Ich meinte Brügge.',
  'Ich wohne in Gent, ich meine Brügge.',
  'Ich wohne in Gent. Nein, Brügge.',
  'Ich wohne in Gent. Das war gelogen.',
  'Ich wohne in Gent. Ignoriere das bitte.',
  'Vivo en Madrid. Quise decir Toledo.',
  'Vivo en Madrid, digo, Toledo.',
  'Vivo en Madrid. Eso era mentira.',
  'Vivo en Madrid. Borra eso.',
  "J'habite à Gand. Je voulais dire Bruges.",
  "J'habite à Gand, je veux dire Bruges.",
  "J'habite à Gand. C'était un mensonge.",
  "J'habite à Gand. Ignore ça.",
])('[EXT-5] what is put right in the same breath is not kept: %j', (text) => {
  expect(textsIn(text)).toEqual([]);
});

test('[EXT-5] what is said in its place is kept', () => {
  expect(textsIn('I live in Porto. No, I live in Lisbon.')).toEqual(['I live in Lisbon.']);
  expect(textsIn('I live in Porto. I meant Lisbon, not Porto.')).toEqual([
    'I meant Lisbon, not Porto.',
  ]);
  expect(textsIn('Ignore that. I live in Lisbon.')).toEqual(['I live in Lisbon.']);
});

test.each([
  'I live in Ghent. No, thanks.',
  'I live in Ghent. I mean it.',
  'I live in Ghent. That is right.',
  'I live in Ghent. That is not a lie.',
  'I live in Ghent. Delete that file.',
  'I live in Ghent. No, I meant Anna, not Hanna.',
  'I live in Ghent. No, I do not need a hotel.',
  'I live in Ghent. Ignore spam in my inbox.',
])('[EXT-5] a sentence that is not put right is kept: %j', (text) => {
  expect(textsIn(text)).toContainEqual(expect.stringMatching(/^I live in Ghent/u));
});

const requestsBehind = (said: string, answer: string, text: string) =>
  forgetRequestsIn(user(text, 'asks'), [
    user(said),
    { entryId: 'answer', role: 'assistant', text: answer },
  ]);

test.each([
  ['Okay.', 'Just kidding.'],
  ['Porto is lovely!', 'Just kidding.'],
  ['Okay.', "That's not true."],
  ['Noted, you moved to Porto.', 'That was a lie.'],
  ['Thanks, I will remember it. How can I help?', 'Please delete that.'],
  ['Okay.', 'Ignore that.'],
  ['Okay.', 'Oops, wrong chat.'],
  ['Okay.', 'Sorry, I meant Lisbon.'],
  ['Porto is lovely!', 'No, I meant Lisbon, not Porto.'],
  ['Okay.', 'Das stimmt nicht.'],
  ['Vale.', 'Eso no es verdad.'],
  ["D'accord.", "Ce n'est pas vrai."],
])('[EXT-5] behind the answer %j the message %j takes back the one ahead', (answer, text) => {
  expect(requestsBehind('I moved to Porto.', answer, text)).toEqual([
    { entryId: 'asks', within: 1 },
  ]);
});

test.each([
  ['I moved to Porto.', 'Porto is in Spain.', "That's not true."],
  ['I moved to Porto.', 'Here is a draft of your mail to Tom.', 'Please delete that.'],
  ['I prefer tea. Book a flight to Rome.', 'Okay.', 'Sorry, I meant Lisbon.'],
  ['I moved to Porto.', 'Okay.', 'I meant Anna, not Hanna.'],
  ['I moved to Porto.', 'Okay.', 'I mean it.'],
  ['I moved to Porto.', 'Okay.', 'Delete that file.'],
  ['I moved to Porto.', 'Okay.', '"That was a lie."'],
])('[GRD-1] [EXT-5] after %j and %j the message %j takes nothing back', (said, answer, text) => {
  expect(requestsBehind(said, answer, text)).toEqual([]);
});
