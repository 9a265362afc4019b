import { expect, test } from 'vitest';
import { speaksOfOtherThings } from './checked-summary.ts';

const MATTER = `user: We leave from Berlin on 14 May and come back on 18 May, thirty four singers in all.
assistant: The morning train arrives without a change; its group price holds until the second of March.
user: Please hold the seats under my name, with places for wheelchairs, and cancel the hotel near the harbour.
assistant: The reservation is held, the hotel was cancelled, and the hostel in the old town has beds with breakfast.`;

test.each([
  'Hello! This reply comes from a very small model that runs the real engine in your browser.',
  'Photosynthesis converts sunlight, carbon dioxide and water into glucose and oxygen within chloroplasts.',
  'wwindow pproduct thheory tensor quantum bracket zebra plastic marble cotton',
])('[MOD-4] this has nothing to do with the conversation: %s', (summary) => {
  expect(speaksOfOtherThings(summary, MATTER)).toBe(true);
});

test.each([
  'Thirty four singers travel from Berlin by morning train; seats with wheelchair places are reserved.',
  'The user organises a choir trip. Hotel cancellation done, hostel chosen, breakfast included, train booked.',
  'Singers go in May.',
  '',
])('[MOD-4] this may be a summary of it: %s', (summary) => {
  expect(speaksOfOtherThings(summary, MATTER)).toBe(false);
});

test('[MOD-4] of a script without gaps, and of a conversation of few words, nothing is concluded', () => {
  const chinese =
    '用户想取消酒店预订并保留火车座位。合唱团五月从柏林出发，三十四人，需要轮椅座位。';
  expect(speaksOfOtherThings(`${chinese} Hello`, `user: ${chinese}`)).toBe(false);
  const words = 'Photosynthesis converts sunlight, carbon, dioxide, water, glucose';
  expect(speaksOfOtherThings(words, 'user: Hello there, how are things?')).toBe(false);
});
