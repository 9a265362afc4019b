import { expect, test } from 'vitest';
import { createRetrievalIndex } from './create-retrieval-index.ts';
import { guessLanguage } from './text/guess-language.ts';

async function found(texts: readonly string[], question: string, language = 'en') {
  const index = await createRetrievalIndex({ language });
  await index.add(texts.map((text, at) => ({ id: `${at}`, text })));
  const { hits } = await index.search({ text: question });
  await index.close();
  return hits.map(({ document }) => document.text);
}

test.each([
  ['a Chinese word of one character', '我每天早上喝绿茶。', '茶'],
  ['full-width letters', 'ＡＢＣ社との会議は月曜です。', 'abc'],
  ['half-width letters', 'ABC社との会議は月曜です。', 'ＡＢＣ'],
  ['a Latin word in Japanese', '新しいiPhoneを買った。', 'iphone'],
  ['half-width kana', 'ｶﾒﾗが壊れた。', 'カメラ'],
  ['a Korean noun with a particle', '학교에서 만나요.', '학교'],
  ['French accents', 'Le café crème est prêt.', 'cafe creme'],
  ['Vietnamese accents', 'Nhà tôi ở Hà Nội.', 'ha noi'],
  ['Polish letters', 'Jadę do Łodzi.', 'lodzi'],
  ['a Turkish capital', 'İstanbul çok güzel.', 'istanbul'],
  ['Hebrew points', 'שָׁלוֹם לכולם', 'שלום'],
  ['Arabic strokes', 'قرأت كِتَابًا', 'كتابا'],
  ['ligatures', 'The ﬁnal oﬃce cœur', 'final office coeur'],
  ['Arabic digits', 'الغرفة ٤٢', '42'],
  ['Persian digits', 'اتاق ۴۲', '42'],
  ['Devanagari digits', 'कमरा ४२', '42'],
  ['Thai digits', 'ห้อง ๔๒', '42'],
  ['a Russian case', 'Я читаю книгу о море.', 'книга'],
  ['a Polish case', 'Czytam książkę o morzu.', 'książka'],
  ['a German plural', 'Die Kaninchenställe sind neu.', 'Kaninchenstall'],
  ['a Greek capital', 'ΟΔΟΣ ΕΡΜΟΥ', 'ερμού'],
  ['a Finnish case', 'Asun Helsingissä.', 'Helsingin'],
])('[RET-1] %s is found', async (_, text, question) => {
  const others = ['Nothing of it.', '什么都没有。', 'Ничего нет.'];
  expect((await found([...others, text], question))[0]).toBe(text);
});

test.each([
  ['Wo steht das Auto von Tom?', 'de'],
  ['Où est la voiture de Tom ?', 'fr'],
  ['¿Dónde está el coche de Tom?', 'es'],
  ['Where is the car of Tom?', 'en'],
  ['Где машина Tom?', 'ru'],
  ['東京の車はどこですか', 'ja'],
  ['车在哪里', 'zh'],
  ['Which car is from 東京?', 'en'],
  ['Tom', undefined],
])('[RET-1] the language of "%s" is %s', (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});

test('[RET-1] common words of the language of the question find nothing', async () => {
  const texts = ['La luz se paga tarde.', 'El gato come.'];
  expect(await found(texts, '¿Dónde se compra la leche del gato?')).toEqual(['El gato come.']);
});

test('[RET-1] [RET-7] meaning stands before a word that looks alike in another language', async () => {
  // To this embedder the German "Gift" is poison, and the English gift is not.
  const vectorOf = (text: string) =>
    /poison|das Gift/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1);
  const index = await createRetrievalIndex({
    embedder: {
      model: { id: 'poisons', version: '1' },
      embed: async (texts) => texts.map(vectorOf),
    },
  });
  await index.add([
    { id: 'alike', text: 'The gift for Anna is in the hall.' },
    { id: 'meant', text: 'The poison for the rats is in the cellar.' },
  ]);
  await index.settled();
  const { hits } = await index.search({ text: 'Wo liegt denn das Gift?' });
  expect(hits.map(({ document }) => document.id)).toEqual(['meant', 'alike']);
});

test('[RET-7] a direction that all vectors share says nothing, in a memory of five as well', async () => {
  const crowded = (at: number) =>
    Float32Array.from({ length: 8 }, (_, place) => (place === 7 ? 1.6 : place === at ? 1 : 0));
  const texts = ['one', 'two', 'three', 'four', 'five'];
  const index = await createRetrievalIndex({
    neighbours: false,
    embedder: {
      model: { id: 'crowded', version: '1' },
      embed: async (asked) =>
        asked.map((text) => crowded(text === 'unsaid' ? 2 : texts.indexOf(text))),
    },
  });
  await index.add(texts.map((text) => ({ id: text, text })));
  await index.settled();
  const { hits } = await index.search({ text: 'unsaid', minScore: -1 });
  const meaning = new Map(hits.map((hit) => [hit.document.id, hit.signals.meaning?.share ?? 0]));
  expect((meaning.get('one') ?? 0) / (meaning.get('three') ?? 0)).toBeLessThan(0.2);
});

test('[RET-7] an embedder whose vectors say nothing is reported', async () => {
  for (const vector of [Float32Array.of(1, 2), Float32Array.of(0, 0)]) {
    const index = await createRetrievalIndex({
      embedder: {
        model: { id: 'broken', version: '1' },
        embed: async (texts) => texts.map(() => vector),
      },
    });
    await index.add([...'abcdefgh'].map((id) => ({ id, text: `boat ${id}` })));
    await index.settled();
    expect((await index.status()).problems.join()).toMatch(
      /one vector for whatever|no usable vector/,
    );
    expect((await index.search({ text: 'boat' })).degraded).not.toEqual([]);
  }
});
