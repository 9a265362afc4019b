import { expect, test } from 'vitest';
import { forgetRequestsIn } from './forget-requests.ts';

const requestsIn = (text: string) =>
  forgetRequestsIn({ entryId: 'm', role: 'user', text }).map(({ entryId: _, ...about }) => about);

test.each([
  'Forget that.',
  'Please forget that.',
  'Oh, forget it.',
  'Oh wait. Forget that.',
  'Vergiss das bitte.',
  'Olvida eso.',
  'Oublie ça.',
])('[EXT-5] %j is about the message ahead', (text) => {
  expect(requestsIn(text)).toEqual([{ within: 1 }]);
});

test.each([
  "Don't remember that.",
  'Please do not save this.',
  'Forget what I just said.',
  'Merk dir das bitte nicht.',
  'Vergiss, was ich gesagt habe.',
  'Ne retiens pas ça.',
])('[EXT-5] %j is about what was kept lately', (text) => {
  expect(requestsIn(text)).toEqual([{ within: 3 }]);
});

test.each([
  ['Forget what I said about Ghent.', 'Ghent', false],
  ['Please forget everything I told you about my job.', 'my job', true],
  ["Don't remember what I said about Vim.", 'Vim', false],
  ['Forget that I live in Ghent.', 'I live in Ghent', false],
  ['Forget my address.', 'my address', false],
  ['Vergiss, was ich über Gent gesagt habe.', 'Gent', false],
  ['Vergiss alles, was ich über Gent erzählt habe.', 'Gent', true],
  ['Olvida lo que dije sobre Gante.', 'Gante', false],
  ["Oublie ce que j'ai dit sur Gand.", 'Gand', false],
])('[EXT-5] %j names %j', (text, topic, isAll) => {
  expect(requestsIn(text)).toEqual([{ topic, isAll }]);
});

test.each([
  'Book me a flight to Rome. Forget that.',
  'My name is Eve. Forget that.',
  'Forget that, show me trains.',
  "Don't forget that.",
  'Forget that. Just kidding.',
  'Forget what I said about Ghent. Just kidding!',
  'Forget that bug for now.',
  'Did you forget that?',
  'Forget about it.',
  'The page says "forget that".',
  '"Forget what I said about Ghent."',
  'Here is what the customer wrote: Forget what I said about Ghent.',
  'Translate this mail:\nForget that.',
  `Forget that.\n${'A line of a form.\n'.repeat(20)}`,
])('[GRD-1] [EXT-5] %j asks to forget nothing that is known', (text) => {
  expect(requestsIn(text)).toEqual([]);
});

test.each([
  ['Shall I also book a hotel?', 'No, forget it.'],
  ['Shall I also book a hotel?', 'Forget it.'],
  ['Shall I also book a hotel?', 'No, forget that.'],
  ['Noted. I can also book a hotel.', 'Forget it.'],
  ['Noted. Which train?', 'Oh, forget it.'],
  ['Soll ich ein Hotel buchen?', 'Nein, vergiss es.'],
])('[EXT-5] behind %j the words %j decline, and forget nothing', (answer, text) => {
  const ahead = [{ entryId: 'a', role: 'assistant', text: answer } as const];
  expect(forgetRequestsIn({ entryId: 'm', role: 'user', text }, ahead)).toEqual([]);
});

test.each([
  ['Noted.', 'Forget it.'],
  ['Noted. Which train?', 'Forget that.'],
  ['Noted. Let me know if you need anything else.', 'Forget that.'],
  ['Noted. Would you like anything else?', 'Forget that.'],
  ['Shall I also book a hotel?', "Don't remember that."],
])('[EXT-5] behind %j the words %j ask', (answer, text) => {
  const ahead = [{ entryId: 'a', role: 'assistant', text: answer } as const];
  expect(forgetRequestsIn({ entryId: 'm', role: 'user', text }, ahead)).toHaveLength(1);
});

test('[GRD-1] nobody asks for it but the user', () => {
  for (const role of ['assistant', 'tool', 'system'] as const) {
    expect(forgetRequestsIn({ entryId: 'm', role, text: 'Forget that.' })).toEqual([]);
  }
});
