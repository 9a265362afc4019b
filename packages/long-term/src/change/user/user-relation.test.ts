import { expect, test } from 'vitest';
import { type Relation, relationBetween } from '../contradiction.ts';

const RELATIONS: readonly (readonly [now: string, before: string, Relation])[] = [
  ["I don't live in Ghent anymore.", 'I live in Ghent.', 'replaces'],
  ['I do not live in Ghent any more', 'I live in Ghent, Belgium.', 'replaces'],
  ['I no longer live in Ghent.', 'I live in Ghent.', 'replaces'],
  ['I moved away from Ghent.', 'I live in Ghent.', 'replaces'],
  ['I moved to Porto.', 'I live in Ghent.', 'replaces'],
  ["I've just moved from Ghent to Porto.", 'I live in Ghent.', 'replaces'],
  ['I moved to Porto last week (week of 2026-11-16).', 'I live in Ghent.', 'replaces'],
  ['I live in Porto now.', 'I live in Ghent.', 'replaces'],
  ['I live in porto now', 'i live in ghent', 'replaces'],
  ['I live in Porto now.', "I don't live in Ghent anymore.", 'replaces'],
  ["I don't live in Ghent anymore, I moved to Porto.", 'I live in Ghent.', 'replaces'],
  ['The user lives in Porto.', 'I live in Ghent.', 'replaces'],
  ['My sister lives in Porto.', 'My sister lives in Ghent.', 'replaces'],
  ['My sister lives in Porto.', 'I live in Ghent.', 'beside'],
  ["The user doesn't live in Ghent anymore.", 'The user lives in Ghent.', 'replaces'],
  ['I live in Porto now.', 'I live in Porto.', 'same'],
  ['I live in Porto now.', 'I moved to Porto.', 'same'],
  ['I live in Porto.', 'I live in Porto, Portugal.', 'same'],
  ['I live in Porto, Portugal.', 'I live in Porto.', 'replaces'],
  ['I live in Porto and I work at Acme.', 'I live in Porto.', 'may-contradict'],
  ["I don't live in Bruges anymore.", 'I live in Ghent.', 'beside'],
  ['I live in Nice in winter.', 'I live in Ghent.', 'may-contradict'],
  ['I live in the countryside.', 'I live in Ghent.', 'may-contradict'],
  ['I left Acme.', 'I work at Acme.', 'replaces'],
  ["I've quit Acme.", 'I work for Acme.', 'replaces'],
  ['I left Acme.', 'I live in Ghent.', 'beside'],
  ['I work at Globex now.', 'I work at Acme.', 'replaces'],
  ['I left Acme and joined Globex.', 'I work at Acme.', 'replaces'],
  ['I joined Globex.', 'I work for Acme.', 'replaces'],
  ['I work at Acme on Mondays.', 'I work at Globex.', 'may-contradict'],
  ['I work as a nurse.', 'I work at Acme.', 'beside'],
  ['Call me Bo now.', 'Call me Ada.', 'replaces'],
  ['My name is Bo.', 'My name is Ada.', 'replaces'],
  ['My name is Bo.', 'Call me Ada.', 'beside'],
  ['My favourite editor is Helix now.', 'My favorite editor is Vim.', 'replaces'],
  ['My favourite editor is now Helix.', 'My favourite editor is Vim.', 'replaces'],
  ['My favourite editor is no longer Vim.', 'My favourite editor is Vim.', 'replaces'],
  ['My favourite tea is Assam.', 'My favourite editor is Vim.', 'beside'],
  ['My birthday is May 4.', 'My birthday is on May 3.', 'replaces'],
  ['My time zone is CET.', 'My timezone is UTC.', 'replaces'],
  ['Answer in English from now on.', 'Always answer in French.', 'replaces'],
  ['Answer in two sentences.', 'Always answer in French.', 'beside'],
  ['My email is now b@x.example', 'My email is a@x.example.', 'replaces'],
  ['I no longer use Vim.', 'I always use Vim.', 'replaces'],
  ['I stopped using Vim.', 'I always use Vim for commits.', 'replaces'],
  ["I don't use Vim anymore.", 'The user uses Vim.', 'replaces'],
  ["I'm not vegetarian anymore.", "I'm a vegetarian.", 'replaces'],
  ['I hate coffee.', 'I love coffee.', 'replaces'],
  ['I no longer like coffee.', 'I like coffee with milk.', 'replaces'],
  ['I no longer like tea.', 'I like coffee.', 'may-contradict'],
  ['I no longer use Vim.', 'I always use Linux.', 'beside'],
  ['I love tea again.', 'I no longer love tea.', 'replaces'],
  ['Ich trinke wieder Tee.', 'Ich trinke keinen Tee mehr.', 'replaces'],
  ["I don't like it anymore.", 'I like tea.', 'may-contradict'],
  ['I like coffee.', 'I like tea.', 'may-contradict'],
  ['I actually like coffee.', 'I like tea.', 'may-contradict'],
  ["I don't like coffee with milk.", 'I like coffee.', 'may-contradict'],
  ['I use Slack instead of mail.', 'I always use mail at night.', 'may-contradict'],
  ['Ich wohne nicht mehr in Gent.', 'Ich wohne in Gent.', 'replaces'],
  ['Ich bin nach Porto gezogen.', 'Ich wohne in Gent.', 'replaces'],
  ['Ich nutze Vim nicht mehr.', 'Ich nutze immer Vim.', 'replaces'],
  ['Mein Lieblingstee ist jetzt Assam.', 'Mein Lieblingstee ist Earl Grey.', 'replaces'],
  ['Ya no vivo en Gante.', 'Vivo en Gante.', 'replaces'],
  ['Ahora vivo en Oporto.', 'Vivo en Gante.', 'replaces'],
  ["Je n'habite plus à Gand.", "J'habite à Gand.", 'replaces'],
  ["J'ai déménagé à Porto.", "J'habite à Gand.", 'replaces'],
  ["Je m'appelle Bo.", "Je m'appelle Ada.", 'replaces'],
];

test.each(RELATIONS)('[LTM-5] %j after %j: %s', (now, before, relation) => {
  const of = (text: string) => ({ text, type: 'user' as const });
  expect(relationBetween(of(now), of(before))).toBe(relation);
  const named = { ...of(before), subject: 'user' };
  expect(relationBetween({ ...of(now), subject: 'user' }, named)).toBe(relation);
});

test('[LTM-5] records about others, and of other types, are not taken for words of the user', () => {
  const now = { text: 'I live in Porto.', type: 'user' as const };
  const before = { text: 'I live in Ghent.', type: 'user' as const };
  expect(relationBetween(now, { ...before, subject: 'Eve' })).toBe('may-contradict');
  expect(relationBetween({ ...now, type: 'reference' }, { ...before, type: 'reference' })).toBe(
    'may-contradict',
  );
});

test.each([
  ['I moved to Porto.', 'I am allergic to peanuts and I live in Ghent.'],
  ['I moved to Porto.', 'I live in Ghent, where I work at Acme.'],
  ['I moved to Porto.', 'I live in Ghent (allergic to peanuts).'],
  ['I moved to Porto.', 'I live in Ghent. I am allergic to peanuts.'],
  ['I moved to Porto.', 'The user lives in Ghent; allergic to peanuts.'],
  ["I don't live in Ghent anymore.", 'I live in Ghent, allergic to peanuts.'],
  ['I am not vegan anymore.', 'I am vegan and allergic to peanuts.'],
  ['I no longer love coffee.', 'I love tea and coffee.'],
  ['I no longer love Oasis.', 'I love Blur, Oasis.'],
  ['I stopped using Vim.', 'I always use Vim because I am blind.'],
  ['My time zone is EST now.', 'My time zone is CET and my phone number is 555-1234.'],
  ['Ich bin nach Porto gezogen.', 'Ich wohne in Gent und ich bin allergisch gegen Nüsse.'],
  ['Ya no vivo en Gante.', 'Vivo en Gante y soy alérgica a los cacahuetes.'],
  ["J'ai déménagé à Porto.", "J'habite à Gand et je suis allergique aux noix."],
])('[LTM-5] %j does not end all of %j', (text, before) => {
  expect(relationBetween({ text, type: 'user' }, { text: before, type: 'user' })).toBe(
    'may-contradict',
  );
});

test.each([
  ['I moved to Porto.', 'I live in Ghent, Belgium.'],
  ['I no longer love tea and coffee.', 'I love tea and coffee.'],
  ['I live in Lisbon now.', "I don't live in Ghent anymore, I moved to Porto."],
  ['I no longer live in Ghent and I left Acme.', 'I live in Ghent and I work at Acme.'],
])('[LTM-5] %j leaves nothing of %j', (text, before) => {
  expect(relationBetween({ text, type: 'user' }, { text: before, type: 'user' })).toBe('replaces');
});

test.each([
  ['I work for Tom.', 'I work at Acme.'],
  ['I work at Globex.', 'I work at Acme.'],
  ['Ich arbeite bei Globex.', 'Ich arbeite bei Acme.'],
  ['Trabajo para Globex.', 'Trabajo para Acme.'],
  ['Je travaille chez Globex.', 'Je travaille chez Acme.'],
])('[LTM-5] two jobs are possible: %j stands beside %j', (text, before) => {
  expect(relationBetween({ text, type: 'user' }, { text: before, type: 'user' })).toBe(
    'may-contradict',
  );
});
