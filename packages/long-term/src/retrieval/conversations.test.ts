import { expect, test } from 'vitest';
import { createRetrievalIndex } from './create-retrieval-index.ts';

/** Turns of one conversation: the session, the date, who speaks, what they say. */
type Turn = readonly [session: string, date: string, author: string, text: string];

const GERMAN: readonly Turn[] = [
  ['1', '2024-03-04', 'Jürgen', 'Hallo Greta! Wie war dein Umzug nach Köln?'],
  ['1', '2024-03-04', 'Greta', 'Anstrengend, aber schön. Die neue Wohnung hat zwei Balkone.'],
  ['1', '2024-03-04', 'Jürgen', 'Und was macht deine Arbeit?'],
  ['1', '2024-03-04', 'Greta', 'Ich fange im Krankenhaus an, als Ärztin auf der Kinderstation.'],
  ['2', '2024-05-12', 'Jürgen', 'Wir haben gestern zwei Kaninchen gekauft.'],
  ['2', '2024-05-12', 'Greta', 'Wie heißen sie denn?'],
  ['2', '2024-05-12', 'Jürgen', 'Flocke und Möhre. Die Kinder sind begeistert.'],
  ['3', '2024-07-20', 'Greta', 'Nächste Woche wandere ich durch die Alpen.'],
  ['3', '2024-07-20', 'Jürgen', 'Vergiss die Regenjacke nicht, dort regnet es oft.'],
];

const JAPANESE: readonly Turn[] = [
  ['1', '2024-03-04', 'ユキ', 'こんにちは、ケンさん。新しい仕事はどうですか？'],
  ['1', '2024-03-04', 'ケン', '病院で働き始めました。毎日忙しいです。'],
  ['1', '2024-03-04', 'ユキ', '私は京都に引っ越しました。'],
  ['2', '2024-05-12', 'ケン', '昨日、子犬を飼いました。'],
  ['2', '2024-05-12', 'ユキ', '名前は何ですか？'],
  ['2', '2024-05-12', 'ケン', 'モチです。とても元気です。'],
  ['3', '2024-07-20', 'ユキ', '来週、富士山に登ります。'],
  ['3', '2024-07-20', 'ケン', '雨が多いので、傘を忘れないでください。'],
];

const QUESTIONS: readonly (readonly [language: string, question: string, answer: string])[] = [
  ['de', 'In welchen Krankenhäusern war Greta?', 'Ich fange im Krankenhaus an'],
  ['de', 'Wie viele Balkone haben ihre Wohnungen?', 'Die neue Wohnung'],
  ['de', 'Welches Kaninchen hat Juergen, und wie heißt es?', 'Kaninchen gekauft'],
  ['de', 'Was plante Greta im Juli 2024?', 'durch die Alpen'],
  ['de', 'Wer kaufte KANINCHEN?', 'Kaninchen gekauft'],
  ['ja', 'ケンさんは病院で何をしていますか？', '病院で働き始め'],
  ['ja', 'ユキはどこに引っ越しましたか？', '京都に'],
  ['ja', '誰が富士山に登りますか？', '富士山に登り'],
  ['ja', '7月に傘が必要ですか？', '傘を忘れない'],
];

async function indexOf(language: string, turns: readonly Turn[]) {
  const index = await createRetrievalIndex({ language });
  await index.add(
    turns.map(([sessionId, date, author, text], at) => {
      return { id: `${at}`, text, author, sessionId, createdAtMs: Date.parse(date) };
    }),
  );
  return index;
}

test.each(QUESTIONS)('[RET-6] in %s "%s" finds "%s"', async (language, text, answer) => {
  const index = await indexOf(language, language === 'de' ? GERMAN : JAPANESE);
  const { hits } = await index.search({ text, limit: 1 });
  expect(hits[0]?.document.text).toContain(answer);
});

test('[RET-6] the answer to a question in a turn is found beside it', async () => {
  const german = await indexOf('de', GERMAN);
  const found = await german.search({
    text: 'Welche Namen haben die Kaninchen von Jürgen?',
    limit: 3,
  });
  expect(found.hits.map(({ document }) => document.text).join()).toContain('Flocke und Möhre');
  const japanese = await indexOf('ja', JAPANESE);
  const dog = await japanese.search({ text: 'ケンの子犬の名前は？', limit: 3 });
  expect(dog.hits.map(({ document }) => document.text).join()).toContain('モチ');
});
