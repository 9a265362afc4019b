import { expect, test } from 'vitest';
import { checkProposal } from './check-proposal.ts';

/** The rule that a statement of a model breaks; `taken` where it breaks none. */
function verdictOf(said: string, text: string, { quote = said, kind = 'fact', reason = '' } = {}) {
  const entries = [{ entryId: 'said', role: 'user', text: said }] as const;
  const proposal = { type: 'user', kind, nature: 'statement', text, quote, reason };
  return checkProposal(proposal, { entries, tools: {} }).rule ?? 'taken';
}

test.each([
  ['I live in Ghent.', 'The user lives in Ghent.'],
  ['I work at Acme.', 'The user works at Acme.'],
  ['i live in ghent', 'The user lives in Ghent.'],
  ["I'm allergic to peanuts.", 'The user is allergic to peanuts.'],
  ['I am a nurse.', 'The user is a nurse.'],
  ['We live in Ghent and work at Acme.', 'The user works at Acme.'],
  ['These days I live in Ghent.', 'The user lives in Ghent these days.'],
  ['At home I drink oat milk.', 'The user drinks oat milk at home.'],
  ['Thanks! By the way, I commute by bike.', 'The user commutes by bike.'],
  ['I speak Dutch, French and German.', 'The user speaks Dutch, French and German.'],
  ['I have a son who is allergic to peanuts.', "The user's son is allergic to peanuts."],
  ['I moved from Ghent to Porto.', 'The user moved from Ghent to Porto.'],
  ['I moved from Ghent to Porto.', 'The user moved to Porto.'],
  ['I was born in Lyon.', 'The user was born in Lyon.'],
  ['My name is Ada Lovelace.', "The user's name is Ada Lovelace."],
  ['My son is allergic to peanuts.', "The user's son is allergic to peanuts."],
  ['My younger sister lives in Porto.', "The user's younger sister lives in Porto."],
  ['My wife and I live in Ghent.', 'The user lives in Ghent.'],
  ['I hardly drink coffee.', 'The user hardly drinks coffee.'],
  ['I no longer work at Acme.', 'The user no longer works at Acme.'],
  ['I do not eat meat.', 'The user does not eat meat.'],
  ["I don't live in Porto, I live in Ghent.", 'The user lives in Ghent, not in Porto.'],
  ['I want to learn Dutch.', 'The user wants to learn Dutch.'],
  ['If the train is late, I take the bus.', 'If the train is late, the user takes the bus.'],
  ['I carry an EpiPen.', 'The user carries an EpiPen.'],
  ["My wife's name is Eva.", "The user's wife's name is Eva."],
  ['We use Postgres at work.', 'The project uses Postgres at work.'],
  ['Ich wohne in Gent.', 'Der Nutzer wohnt in Gent.'],
  ['Ich wohne in Gent, nicht in Porto.', 'Der Nutzer wohnt in Gent, nicht in Porto.'],
  ['Seit 2019 wohne ich in Gent.', 'Der Nutzer wohnt seit 2019 in Gent.'],
  ['Mein Sohn ist allergisch gegen Nüsse.', 'Der Sohn des Nutzers ist allergisch gegen Nüsse.'],
  ['Vivo en Gante.', 'El usuario vive en Gante.'],
  ['Trabajo en Acme.', 'El usuario trabaja en Acme.'],
  ["J'habite à Gand.", "L'utilisateur habite à Gand."],
  ['Je travaille chez Acme.', "L'utilisateur travaille chez Acme."],
])('[EXT-5] an honest fact is taken: %j, %j', (said, text) => {
  expect(verdictOf(said, text)).toBe('taken');
});

test.each([
  ['I prefer window seats.', 'The user prefers window seats.'],
  ['For meetings, green tea is what I prefer.', 'The user prefers green tea for meetings.'],
  ['I like tea, not coffee.', 'The user likes tea, not coffee.'],
  ['I prefer tea to coffee.', 'The user prefers tea to coffee.'],
  ['I love tea and hate coffee.', 'The user hates coffee.'],
  ["I don't like jazz concerts.", 'The user dislikes jazz concerts.'],
  ['I hate unions.', 'The user hates unions.'],
  ['I love cooking and long walks.', 'The user loves long walks.'],
  ['Always answer in French.', 'The user wants answers in French.'],
  ['Please use metric units.', 'The user prefers metric units.'],
  ['Ich mag grünen Tee.', 'Der Nutzer mag grünen Tee.'],
  ['Me gusta el té verde.', 'Al usuario le gusta el té verde.'],
  ['Je préfère le thé vert.', "L'utilisateur préfère le thé vert."],
])('[EXT-5] an honest preference is taken: %j, %j', (said, text) => {
  expect(verdictOf(said, text, { kind: 'preference' })).toBe('taken');
});

test.each([
  ['We chose Postgres because the team knows it.', 'The user chose Postgres.', 'the team knows it'],
  [
    'I decided on Postgres because the team knows it.',
    'The user decided on Postgres because the team knows it.',
    'the team knows it',
  ],
  ['I picked Vite since builds are faster.', 'The user picked Vite.', 'builds are faster'],
])('[EXT-5] an honest decision is taken: %j, %j', (said, text, reason) => {
  expect(verdictOf(said, text, { kind: 'decision', reason })).toBe('taken');
});

test.each([
  ['My son is allergic to peanuts.', 'The user is allergic to peanuts.'],
  ['My wife is allergic to peanuts.', 'The user is allergic to peanuts.'],
  ['My dentist is allergic to peanuts.', 'The user is allergic to peanuts.'],
  ['Tom is allergic to peanuts.', 'The user is allergic to peanuts.'],
  ['She is allergic to peanuts.', 'The user is allergic to peanuts.'],
  ['My son is allergic to peanuts.', 'Is allergic to peanuts.'],
  ['My colleague Tom lives in Porto.', 'The user lives in Porto.'],
  ['My favourite colleague lives in Porto.', 'The user lives in Porto.'],
  ['I live in Ghent and Tom lives in Porto.', 'The user lives in Porto.'],
  ['I like tea and Tom drinks coffee.', 'The user likes coffee.'],
  ['I have a colleague who lives in Porto.', 'The user lives in Porto.'],
  ['I work at a company that hates unions.', 'The user hates unions.'],
  ['The CEO of my company hates unions.', 'The user hates unions.'],
  ['I live in Porto, my son lives in Ghent.', "The user's son lives in Porto."],
  ['Tom, a baker, lives in Porto.', 'The user lives in Porto.'],
  ['My wife works at Acme and lives in Porto.', 'The user lives in Porto.'],
  ['The form says I live in Ghent.', 'The user lives in Ghent.'],
  ['The page told me I live in Ghent.', 'The user lives in Ghent.'],
  ['The ad says I need a new car.', 'The user needs a new car.'],
  ['Rename the variable to I live in Ghent.', 'The user lives in Ghent.'],
  ['Mein Kollege Tom wohnt in Porto.', 'Der Nutzer wohnt in Porto.'],
  ['Mein Sohn ist allergisch gegen Nüsse.', 'Der Nutzer ist allergisch gegen Nüsse.'],
  ['Pedro vive en Oporto.', 'El usuario vive en Oporto.'],
  ['Mi hijo vive en Oporto.', 'El usuario vive en Oporto.'],
  ['Mon frère habite à Porto.', "L'utilisateur habite à Porto."],
  ["My wife's name is Eva.", "The user's name is Eva."],
  ['The name of my wife is Eva.', "The user's name is Eva."],
  ['I taught Tom Dutch.', 'Tom taught the user Dutch.'],
  ["J'habite à Gand et Tom habite à Porto.", "L'utilisateur habite à Porto."],
])('[EXT-5] what is of somebody else is not of the user: %j, %j', (said, text) => {
  expect(verdictOf(said, text)).toBe('OTHER_PERSON');
});

test.each([
  ['Tom: I live in Porto', 'I live in Porto'],
  ['The form says I live in Ghent.', 'I live in Ghent'],
  ['My colleague Tom lives in Porto. I live in Ghent.', 'lives in Porto'],
])('[EXT-5] a cropped quotation hides nobody: %j, %j', (said, quote) => {
  const place = quote.split(' ').at(-1);
  expect(verdictOf(said, `The user lives in ${place}.`, { quote })).toBe('OTHER_PERSON');
});

test.each([
  ['Unless I move, I keep the car.', 'I move.'],
  ['Unless I move, I keep the car.', 'The user keeps the car.'],
  ['In my novel I live in Porto.', 'The user lives in Porto.'],
  ['As long as the rent stays low, I live in Ghent.', 'The user lives in Ghent.'],
])('[EXT-5] a condition is no fact: %j, %j', (said, text) => {
  expect(verdictOf(said, text)).toBe('SPECULATION');
});

test.each([
  ['I like tea, not coffee.', 'I like coffee, not tea.'],
  ['I like tea but not coffee.', 'The user likes coffee but not tea.'],
  ['Ich wohne in Gent, nicht in Porto.', 'Der Nutzer wohnt in Porto, nicht in Gent.'],
  ['Vivo en Gante, no en Oporto.', 'El usuario vive en Oporto, no en Gante.'],
  ['I hardly drink coffee.', 'The user drinks coffee.'],
  ['I barely speak Dutch.', 'The user speaks Dutch.'],
  ['I seldom eat meat.', 'The user eats meat.'],
  ['I almost moved to Porto.', 'The user moved to Porto.'],
  ['I never eat meat.', 'The user eats meat.'],
  ['I rarely take the train.', 'The user takes the train.'],
  ['I am far from fluent in Dutch.', 'The user is fluent in Dutch.'],
  ['I no longer work at Acme.', 'The user works at Acme.'],
  ['I only drink tea on Sundays.', 'The user drinks tea on Sundays.'],
  ['I sometimes drink coffee.', 'The user drinks coffee.'],
  ['I drink coffee.', 'The user hardly drinks coffee.'],
  ['Ich trinke kaum Kaffee.', 'Der Nutzer trinkt Kaffee.'],
  ['Je mange rarement de la viande.', "L'utilisateur mange de la viande."],
  ['I moved from Ghent to Porto.', 'I moved to Ghent.'],
  ['I moved from Ghent to Porto.', 'The user moved from Porto to Ghent.'],
  ['I lived in Porto for ten years.', 'The user lives in Porto for ten years.'],
  ['I worked as an engineer at Acme.', 'The user works as an engineer at Acme.'],
  ['I was a teacher in Lyon.', 'The user is a teacher in Lyon.'],
  ['I want to live in Porto.', 'The user lives in Porto.'],
  ['I applied to work at Acme.', 'The user works at Acme.'],
  ['I live near Porto.', 'The user lives in Porto.'],
  ['It is a lie that I live in Porto.', 'The user lives in Porto.'],
  ['I live in Ghent with two cats.', 'The user lives in Porto with two cats.'],
  ['I hate how much I love Oasis.', 'The user hates Oasis.'],
  ['I love tea and hate coffee.', 'The user hates tea.'],
  ['Ich hasse, wie sehr ich Oasis liebe.', 'Der Nutzer hasst Oasis.'],
  ['Odio cuánto me encanta Oasis.', 'El usuario odia Oasis.'],
  ["Je déteste combien j'adore Oasis.", "L'utilisateur déteste Oasis."],
])('[EXT-5] a statement that turns its clause is refused: %j, %j', (said, text) => {
  expect(verdictOf(said, text)).toBe('UNSUPPORTED');
});
