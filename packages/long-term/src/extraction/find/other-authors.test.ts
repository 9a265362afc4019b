import { expect, test } from 'vitest';
import { checkProposal } from '../model/check-proposal.ts';
import { findByPatterns } from './find-by-patterns.ts';

const foundIn = (text: string) =>
  findByPatterns([{ entryId: 'said', role: 'user', text }]).candidates;

/** Ahead of somebody else's words. */
const HEADS = [
  '---------- Forwarded message ---------\nFrom: Tom Berg',
  'Begin forwarded message:',
  'Fwd: news',
  'FW: Apartment',
  'Re: our call',
  'WG: Umzug',
  'AW: Termin',
  'Weitergeleitete Nachricht',
  'Mensaje reenviado',
  'Message transféré',
  'Hi all,',
  'Good morning everyone,',
  'Hallo zusammen,',
  'Hola a todos:',
  'Bonjour à tous,',
  'Hab das gerade bekommen.',
  'Can you reply to him?',
  'Kannst du ihr antworten?',
  'How would you say this in Spanish?',
];

/** Behind somebody else's words, or words that are only to be judged. */
const REQUESTS = [
  'Can you reply to him?',
  'Could you answer her politely?',
  'Help me write back to them.',
  'Please draft a friendly reply.',
  'What should I reply to this?',
  'Is this ok?',
  'is that ok like this?',
  'Does this sound right?',
  'Sounds good?',
  'Should I send this?',
  'How would you say that in Spanish?',
  'How do I phrase this better?',
  'What does she mean?',
  'tl;dr?',
  'Kannst du ihm antworten?',
  'Was soll ich darauf antworten?',
  'Bitte schreib mir eine Antwort.',
  'Passt das so?',
  'Klingt das gut?',
  'Wie sagt man das auf Englisch?',
  'Was meint er damit?',
  '¿Puedes contestarle?',
  '¿Está bien así?',
  '¿Cómo se dice eso en inglés?',
  '¿Qué quiere decir?',
  'Peux-tu lui répondre ?',
  'C’est bon comme ça ?',
  'Comment dit-on ça en anglais ?',
  'Que veut-elle dire ?',
];

const STATEMENTS = ['I live in Porto now.', 'Ich wohne jetzt in Gent.', 'Vivo en Madrid.'];

test.each(HEADS)('[EXT-5] [GRD-1] what stands behind %j is not the word of the user', (head) => {
  for (const said of STATEMENTS) expect(foundIn(`${head}\n\n${said}`)).toEqual([]);
});

test.each(REQUESTS)(
  '[EXT-5] [GRD-1] what stands ahead of %j is not the word of the user',
  (asked) => {
    for (const said of STATEMENTS) {
      expect(foundIn(said)).toMatchObject([{ source: 'user_stated' }]);
      expect(foundIn(`${said}\n\n${asked}`)).toEqual([]);
      expect(foundIn(`${said} ${asked}`)).toEqual([]);
    }
  },
);

test.each([
  'Can you find a gym?',
  'Is this ok with the visa of my sister?',
  'Can you remember that?',
  'Please reply in French.',
  'How do you say cheese in Portuguese?',
  'My brother is here. Can you recommend him a hotel?',
  'Kannst du dir das merken?',
  'Is that possible?',
])('[EXT-5] ahead of %j the user speaks', (asked) => {
  expect(foundIn(`I live in Porto now. ${asked}`)[0]).toMatchObject({ source: 'user_stated' });
});

const PAYMENTS = [
  'My bank is Globex Savings.',
  'I always pay with PayPal.',
  'Ich bezahle immer per Überweisung.',
];

test.each(PAYMENTS)('[GRD-1] %j is a hypothesis where its message shows another hand', (said) => {
  const sources = (text: string) => foundIn(text).map(({ source }) => source);
  const plain = sources(said);
  expect(plain).toEqual(plain.map(() => 'user_stated'));
  for (const beside of [
    `${said}\n\nSee https://globex.example for the form.`,
    `${said} Tom calls it "the new way".`,
    `${said}\n\n> when do you pay?`,
    `${said}\nHere is what he wrote:\nI live in Porto.`,
  ]) {
    expect(sources(beside)).toEqual(plain.map(() => 'agent_inferred'));
  }
});

test('[GRD-1] so is one that a model proposes', () => {
  const text = 'I pay from the account at Globex.\n\n> which account?';
  const proposal = {
    ...{ type: 'user', kind: 'fact', quote: 'I pay from the account at Globex.' },
    text: 'The user pays from the account at Globex.',
  };
  const of = (said: string) =>
    checkProposal(proposal, {
      entries: [{ entryId: 'said', role: 'user', text: said }],
      tools: {},
    });
  expect(of('I pay from the account at Globex.')).toMatchObject({
    candidate: { source: 'user_stated' },
  });
  expect(of(text)).toMatchObject({ candidate: { source: 'agent_inferred' } });
});
