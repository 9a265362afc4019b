import { expect, test } from 'vitest';
import { findByPatterns } from '../find-by-patterns.ts';

const foundIn = (text: string) =>
  findByPatterns([{ entryId: 'said', role: 'user', text }]).candidates;

test.each([
  ['I want all prices quoted with VAT whenever you mention one.', 'instruction'],
  ['Summaries ought to be three bullets at most, every time.', 'instruction'],
  ["I'd appreciate it if you would always spell out acronyms.", 'instruction'],
  ['When you give me directions, please use landmarks.', 'instruction'],
  ['When discussing medication, remind me to ask a pharmacist.', 'instruction'],
  ['For all my cover letters, keep the tone informal.', 'instruction'],
  ['Each recipe you give me should list the calories.', 'instruction'],
  ['Could you start replying in Spanish from now on?', 'instruction'],
  ['Mornings work best for me.', 'preference'],
  ["Early flights don't work for me.", 'preference'],
  ["I'd take the train over a plane any day.", 'preference'],
  ["I don't eat meat, so what can I cook?", 'preference'],
  ['Honestly I find dark themes easier on my eyes; which one would you pick?', 'preference'],
  ['Being allergic to shellfish, what could I order here?', 'fact'],
  ["I've yet to try sushi.", 'fact'],
  ["We haven't used any cloud services so far.", 'fact'],
  ['I have no experience with databases.', 'fact'],
  ['The meeting got pushed back to Thursday.', 'fact'],
  ['My commute went from 40 minutes to an hour.', 'fact'],
  ['We ended up with 9 chapters instead of 12.', 'fact'],
  ['I used to drink coffee, but now I only drink tea.', 'fact'],
  ['I went for the diesel model because it is cheaper on long trips.', 'decision'],
  ["Let's settle on the blue logo. The team found the red one too aggressive.", 'decision'],
  ['Can you remember that I park on level 3?', 'fact'],
  ["I'm Priya, a product designer from Pune.", 'fact'],
  ['My boss, Ingrid, approves every invoice.', 'fact'],
  ['Our team uses Jira and Confluence.', 'fact'],
  ['Alerts go to #ops-alerts.', 'identifier'],
  ['https://status.example.com is our status page.', 'identifier'],
])('[EXT-5] %j is taken as %s', (text, kind) => {
  expect(foundIn(text)).toMatchObject([{ kind, source: 'user_stated' }]);
});

test.each([
  'Always return a promise from this handler, please.',
  'It should return an empty list whenever the input is null.',
  'When you click the button, it should open a modal.',
  'Whenever I open the app, I get a blank screen.',
  'For each item in the list, print the name.',
  'Users should always see the newest post first.',
  'I want the output sorted when it is printed.',
  'The second paragraph works best for me.',
  'Thursday works better for me.',
  "Let's use your suggestion because it's shorter.",
  "I'll go with option B.",
  'The counter is now 5 after the loop.',
  "I haven't got any results.",
  'I ended up with an error instead of a list.',
  'I moved the function to another file.',
  'Can you remember what I said?',
])('[EXT-5] nothing of %j holds on', (text) => {
  expect(foundIn(text)).toEqual([]);
});
