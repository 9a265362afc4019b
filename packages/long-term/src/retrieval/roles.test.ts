import { expect, test } from 'vitest';
import { createRetrievalIndex } from './create-retrieval-index.ts';
import { passagesOf } from './documents/passages.ts';
import type { RetrievalIndexOptions } from './retrieval-options.ts';

type Line = readonly [role: 'user' | 'assistant', text: string];

/** Finds in a chat with an assistant; ids are places in it. */
async function chat(lines: readonly Line[], options: RetrievalIndexOptions = {}) {
  const index = await createRetrievalIndex(options);
  const turn = ([role, text]: Line, at: number) => ({ id: `${at}`, role, text, sessionId: 's' });
  await index.add(lines.map(turn));
  await index.settled();
  return async (text: string, limit = 5) => {
    const { hits } = await index.search({ text, limit });
    return hits.map(({ document }) => document.id);
  };
}

const SEATS: readonly Line[] = [
  ['user', 'My train to Ghent leaves at nine.'],
  ['assistant', 'The train to Ghent: for a train at nine, book a window seat on the train.'],
  ['user', 'Thanks, and now something else.'],
  ['assistant', 'Sure.'],
];

test('[RET-6] the words of the user stand before an answer that repeats them', async () => {
  const find = await chat(SEATS);
  expect((await find('When does the train to Ghent leave?'))[0]).toBe('0');
});

test('[RET-6] an answer stands first where the question asks for it', async () => {
  const find = await chat(SEATS);
  expect((await find('Which seat did you recommend for the train to Ghent?'))[0]).toBe('1');
});

test('[RET-6] a role is no name, and a question of the user no fault', async () => {
  const find = await chat([
    ['user', 'Let me tell you something about my garden.'],
    ['assistant', 'Go on.'],
    ['user', 'Can you make the login form of each user green?'],
  ]);
  expect((await find('Which form did the user want green?'))[0]).toBe('2');
});

test.each([
  ['What would you suggest for the essay?', 'For an essay I prefer plain text over all others.'],
  ['Was empfiehlst du für Essay und Brief?', 'Den Essay schreibe ich lieber mit dem Stift.'],
])('[RET-6] "%s" lifts the message that names a choice', async (question, choice) => {
  const find = await chat([
    ['user', 'The essay is due.'],
    ['assistant', 'Yes.'],
    ['user', choice],
  ]);
  expect((await find('essay')).slice(0, 1)).toEqual(['0']);
  expect((await find(question)).slice(0, 1)).toEqual(['2']);
});

test('[RET-6] a summary brings the answer behind its message', async () => {
  const find = await chat([
    ['user', 'We move the garden shed behind the fence.'],
    ['assistant', 'Measure it first.'],
    ['user', 'The shed stands now.'],
    ['assistant', 'Well done.'],
  ]);
  expect((await find('garden shed fence')).slice(0, 2)).toEqual(['0', '2']);
  const summary = await find('Can you summarize how the garden shed and the fence came about?');
  expect(summary).toEqual(['0', '1', '2', '3']);
});

test('[RET-6] the answer to the best message comes along in the last place', async () => {
  const others = Array.from({ length: 9 }, (_, at): Line => ['user', `Pizza number ${at}.`]);
  const find = await chat([
    ['user', 'Which wine goes with pizza?'],
    ['assistant', 'Red.'],
    ...others,
  ]);
  expect((await find('wine with pizza')).slice(-1)).toEqual(['1']);
  expect(await find('wine with pizza', 3)).not.toContain('1');
});

const filler = (about: string) => `There is more to say about ${about} on another day. `.repeat(14);

test('[RET-6] a long text is found by a passage in which the words stand together', async () => {
  const find = await chat([
    ['user', `The copper kettle. ${filler('a copper roof')}${filler('a kettle drum')}`],
    ['user', `${filler('the weather')}The copper kettle whistles. ${filler('the sea')}`],
    ['user', `The kettle. ${filler('the weather')}${filler('the sea')} Copper.`],
  ]);
  expect((await find('copper kettle')).at(-1)).toBe('2');
});

test('[RET-7] of an answer one passage is embedded, of another long text four', async () => {
  const texts: string[] = [];
  const embedder = {
    model: { id: 'all alike', version: '1' },
    embed: async (batch: readonly string[]) => {
      texts.push(...batch);
      return batch.map(() => Float32Array.of(1, 0));
    },
  };
  const long =
    filler('ships') + filler('boats') + filler('trains') + filler('cars') + filler('bikes');
  await chat(
    [
      ['assistant', `A. ${long}`],
      ['user', `U. ${long}`],
    ],
    { embedder },
  );
  const [answer, ...message] = texts;
  expect(answer).toBe(passagesOf(`A. ${long}`)[0]);
  expect(message).toEqual(passagesOf(`U. ${long}`).slice(0, 4));
});

test('[RET-6] the passages of a text are the text, none of them long', () => {
  const text = `${filler('ships')}\n\n${'x'.repeat(900)}${'😀'.repeat(900)}`;
  const passages = passagesOf(text);
  expect(passages.join('')).toBe(text);
  expect(passages.every((passage) => passage.length <= 700 && passage.isWellFormed())).toBe(true);
});
