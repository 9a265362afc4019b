import { expect, test } from 'vitest';
import { findByPatterns } from './find-by-patterns.ts';

const textsIn = (text: string) =>
  findByPatterns([{ entryId: 'said', role: 'user', text }]).candidates.map((one) => one.text);

test.each([
  'Dear Ada,\nI moved to Porto last week.\nTom',
  'Dear all,\nI moved to Porto.',
  'My dear Ada,\nI prefer tea.',
  'Hello Mrs. Miller!\nI prefer tea.',
  'Liebe Ada,\nich bin nach Porto gezogen.\nTom',
  'Sehr geehrte Damen und Herren,\nich wohne in Gent.',
  'Querida Ada:\nVivo en Madrid.',
  'Chère Ada,\nje préfère le thé.',
  'I moved to Porto. — Tom',
  'I prefer tea.\n- Tom Miller',
  'I moved to Porto.\n\n-- \nTom',
  'I prefer tea.\nTom Smith\nSent from my phone',
  'I prefer tea.\ntom@x.example',
  'I live in Porto now. Best, Tom',
  'Ich wohne in Gent. Viele Grüße, Tom',
  'Vivo en Madrid. Un abrazo, Ana',
  'Je préfère le thé. Bises, Luc',
])('[EXT-5] [GRD-1] of a letter nothing is the words of who pasted it: %j', (text) => {
  expect(textsIn(text)).toEqual([]);
});

test.each([
  'Tom Smith  10:02 AM\nI moved to Porto.\nAnn  10:03 AM\nI prefer wine.',
  'Tom — Today at 10:02\nI moved to Porto.',
  'Tom Smith, 10:02\nI moved to Porto.',
  '[23/11/2026, 10:02] Tom: I moved to Porto.',
  '10:02 Tom Smith\nI moved to Porto.',
  'Eva Braun heute um 10:02 Uhr\nIch wohne in Gent.',
  'Ana hoy a las 10:02\nVivo en Madrid.',
  'Luc hier à 10h02\nJe préfère le thé.',
  'On Mon, Tom <tom@x.example> wrote\nI moved to Porto.',
  'Tom Smith <tom@x.example>\nI moved to Porto.',
  '@tom\nI moved to Porto.',
  'tom@x.example\nI moved to Porto.',
  '★☆☆☆☆ Tom K.\nI moved to Porto and nothing arrived.',
  '5 stars\nI always use this shop.',
])('[EXT-5] [GRD-1] behind the line of a chat, a mail or a review others speak: %j', (text) => {
  expect(textsIn(text)).toEqual([]);
});

test.each([
  'A customer wrote. I moved to Porto and need a new contract.',
  'My landlord says. I live in Porto.',
  'Ein Kunde schrieb mir. Ich wohne in Gent.',
  'Un cliente escribió. Vivo en Madrid.',
  'Un client a écrit. Je préfère le thé.',
  'Got this today.\nI moved to Porto.',
  'I just received this from Tom Smith.\nI prefer tea.',
  'Me llegó esto hoy. Vivo en Madrid.',
  "J'ai reçu ceci hier. Je préfère le thé.",
  'Feedback please!\n\nI work at Globex. I prefer remote work.',
  'I work at Globex. I prefer remote work. Any thoughts?',
  'Lesson 3. I moved to Porto. You moved to Rome.',
  'Lektion 3: Ich wohne in Gent.',
  'You are Eva. I moved to Porto.',
  'Du bist Eva. Ich wohne in Gent.',
  'Let us role-play. I live in Porto.',
  'Continue the story. I moved to Porto. The sea was grey.',
  'Continúa la historia. Vivo en Madrid.',
  'I live in Porto now. Is that grammatical?',
  'Ich wohne in Gent. Ist das grammatisch richtig?',
  'Vivo en Madrid. ¿Es correcto?',
  'I moved to Porto and need a contract.\nWhat do I answer?',
  'Ich wohne in Gent.\nWas soll ich antworten?',
])(
  '[EXT-5] [GRD-1] what is announced, played, practised or to be judged is not said: %j',
  (text) => {
    expect(textsIn(text)).toEqual([]);
  },
);

test.each([
  'I moved to Porto, says Tom.',
  'I prefer window seats, my boss said.',
  'I prefer window seats — that is what Tom wrote.',
  'Ich wohne in Gent, sagt Tom.',
  'Vivo en Madrid, dice Ana.',
  "J'habite à Gand, a dit Luc.",
])('[EXT-5] who says it stands behind it: %j', (text) => {
  expect(textsIn(text)).toEqual([]);
});

test.each([
  ['I live in Ghent.\nTom Smith  10:02 AM\nI moved to Porto.', 'I live in Ghent.'],
  ['I prefer tea. A customer wrote. I prefer coffee.', 'I prefer tea.'],
])('[EXT-5] what stands ahead of the words of others is taken: %j', (text, said) => {
  expect(textsIn(text)).toEqual([said]);
});

test.each([
  'Hi,\nI live in Ghent.',
  'Hi there!\nI live in Ghent.',
  'Dear assistant,\nI live in Ghent.',
  'I live in Ghent.\nThanks',
  'I live in Ghent. Thanks, Claude!',
  'I live in Ghent.\nThank you!',
  'I live in Ghent. Is that far from Porto?',
  'Meet me at 10:02.\nI live in Ghent.',
  'The train leaves at 10:02 from Porto\nI live in Ghent.',
  'My mail is ada@x.example, and I need help.\nI live in Ghent.',
  'You are right. I live in Ghent.',
  'You are a great help! I live in Ghent.',
  'I have this problem. I live in Ghent.',
  'As I said. I live in Ghent.',
  'I live in Ghent, as I said.',
  'I live in Ghent, as said.',
  'Book a table for Tom. I live in Ghent.',
  'I live in Ghent. I have read 3 chapters.',
])('[EXT-5] a message without a sign of others is its writer’s: %j', (text) => {
  expect(textsIn(text)).toEqual([expect.stringMatching(/^I live in Ghent/u)]);
});
