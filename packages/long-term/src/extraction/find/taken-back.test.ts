import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';

test.each([
  'I prefer tea. Just kidding!',
  'I live in Ghent. Not!',
  'I prefer window seats. Haha, just joking.',
  "I'm allergic to nuts. Please don't save that.",
  'My name is Eve. Forget that.',
  'Off the record. I live in Ghent.',
  'I live in Ghent. This is between you and me.',
  'I love it when you ignore my mails. Great work.',
  'I like it when it crashes, great work.',
  'I prefer that.',
  'I prefer this one.',
  'I love you.',
  'Always do it.',
  'Call me Ishmael.',
  'Ich wohne in Berlin. Nur Spaß!',
  'Ich wohne in Berlin. Merk dir das bitte nicht.',
  'Ich bevorzuge das.',
  'Vivo en Madrid. Es broma.',
  'Vivo en Madrid. No lo guardes.',
  'Prefiero eso.',
  'Je préfère le thé. Je plaisante !',
  'Je préfère le thé. Ne le retiens pas.',
  'Je préfère ça.',
])('[EXT-5] what is taken back, meant otherwise or a scrap is not kept: %j', (text) => {
  const { candidates } = findByPatterns([{ entryId: 'said', role: 'user', text }]);
  expect(candidates).toEqual([]);
});

test.each([
  'I live in Ghent. I prefer tea. Just kidding!',
  'I live in Ghent. Not bad, is it?',
  "I live in Ghent. Don't forget it.",
])('[EXT-5] a sentence that is not taken back is kept: %j', (text) => {
  const { candidates } = findByPatterns([{ entryId: 'said', role: 'user', text }]);
  expect(candidates).toMatchObject([{ text: 'I live in Ghent.' }]);
});
