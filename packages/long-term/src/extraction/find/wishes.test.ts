import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';

function foundIn(text: string) {
  const { candidates } = findByPatterns([{ entryId: 'said', role: 'user', text }]);
  return candidates.map((one) => `${one.type} ${one.kind}: ${one.text}`);
}

test.each([
  ['Remember that my dog is called Bello.', 'user fact: My dog is called Bello.'],
  [
    'Please remember that the gate code changes in May.',
    'project fact: The gate code changes in May.',
  ],
  ["Don't forget that I work from home on Fridays.", 'user fact: I work from home on Fridays.'],
  ['Please note: my sister visits every June.', 'user fact: My sister visits every June.'],
  ['Keep in mind that we ship to Norway.', 'project fact: We ship to Norway.'],
  ['Merk dir bitte, dass mein Hund Bello heißt.', 'user fact: Mein Hund Bello heißt.'],
  ['Recuerda que mi perro se llama Bello.', 'user fact: Mi perro se llama Bello.'],
  ["N'oublie pas que mon chien s'appelle Bello.", "user fact: Mon chien s'appelle Bello."],
])('[EXT-5] what the user asks to remember is kept: %j', (text, expected) => {
  expect(foundIn(text)).toEqual([expected]);
});

test.each([
  'Remember to close the valve.',
  "Don't forget to add the salt.",
  'Note that the function returns null.',
  'Remember that this is only a draft.',
  'Do you remember that my dog is called Bello?',
  'Remember that the server is down right now.',
  'She said: "Remember that my dog is called Bello."',
  'Remember that my password is hunter2.',
])('[EXT-5] what is no wish to have something kept: %j', (text) => {
  expect(foundIn(text)).toEqual([]);
});
