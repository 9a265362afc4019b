import { expect, test } from 'vitest';
import { findByPatterns } from '../find-by-patterns.ts';

const foundIn = (text: string) =>
  findByPatterns([{ entryId: 'said', role: 'user', text }]).candidates;

test.each([
  ["I don't live in Ghent anymore.", 'fact'],
  ['I no longer live in Ghent.', 'fact'],
  ['I moved to Porto.', 'fact'],
  ['By the way, I’ve just moved from Ghent to New York.', 'fact'],
  ['I moved to Porto this week.', 'fact'],
  ['I live in Porto now.', 'fact'],
  ['Actually, I live in Porto.', 'fact'],
  ['I left Acme.', 'fact'],
  ['I quit Acme last month.', 'fact'],
  ['I left Acme and joined Globex.', 'fact'],
  ["I'm now working at Globex.", 'fact'],
  ["I'm not vegetarian anymore.", 'fact'],
  ['I no longer use Vim.', 'preference'],
  ['I stopped using Vim.', 'preference'],
  ["I don't drink coffee any more.", 'preference'],
  ['I use Helix now.', 'preference'],
  ['Call me Bo now.', 'preference'],
  ['My favourite editor is Helix now.', 'preference'],
  ['My favourite editor is no longer Vim.', 'preference'],
  ['Ich wohne nicht mehr in Gent.', 'fact'],
  ['Ich bin nach Porto gezogen.', 'fact'],
  ['Ich nutze Vim nicht mehr.', 'preference'],
  ['Ya no vivo en Gante.', 'fact'],
  ['Ya no uso Vim.', 'preference'],
  ["Je n'habite plus à Gand.", 'fact'],
  ["Je n'utilise plus Vim.", 'preference'],
])('[EXT-5] %j is found as a %s', (text, kind) => {
  expect(foundIn(text)).toMatchObject([{ kind, type: 'user', source: 'user_stated' }]);
});

test.each([
  'I moved to the next step.',
  'I moved to TypeScript for the backend.',
  'I left the meeting early.',
  'I left Chrome open.',
  'I left Monday off the list.',
  'I joined the call.',
  "I don't like it anymore.",
  'I no longer use that.',
  "I don't use this anymore.",
  'I no longer see the error.',
  "I don't need the booking anymore.",
  'I stopped using it.',
  'My colleague moved to Porto.',
  'If I moved to Porto, would I pay tax?',
  'Did I say that I moved to Porto?',
])('[EXT-5] a step of the work, or words that point elsewhere, end nothing: %j', (text) => {
  expect(foundIn(text)).toEqual([]);
});
