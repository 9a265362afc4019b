import { expect, test } from 'vitest';
import { aRunSession } from '../../testing/a-run-session.ts';
import { SessionSearch } from './session-search.ts';

/** The texts of the lines that answer, best first. */
async function linesFor(query: string, said: readonly [user: string, answer: string][]) {
  const { memory, say, reply } = aRunSession();
  for (const [user, answer] of said) {
    await say(user);
    await reply(answer);
  }
  const { lines } = await new SessionSearch(memory).search(query, [], undefined);
  return lines.map(({ text }) => text);
}

test.each([
  ['a Chinese word of one character', '我每天早上喝绿茶。', '茶'],
  ['full-width letters', 'ＡＢＣ社との会議は月曜です。', 'abc'],
  ['a Latin word in Japanese', '新しいiPhoneを買った。', 'iphone'],
  ['half-width kana', 'ｶﾒﾗが壊れた。', 'カメラ'],
  ['accents', 'Le café est à Łódź.', 'cafe lodz'],
  ['Hebrew points', 'שָׁלוֹם לכולם', 'שלום'],
  ['ligatures', 'The ﬁnal cœur is here.', 'final coeur'],
  ['Arabic digits', 'الغرفة رقم ٤٢', '42'],
  ['Devanagari digits', 'कमरा संख्या ४२', '42'],
  ['a Russian case', 'Я читаю книгу о море.', 'книга'],
  ['a German case', 'Das Buch des Kindergartens.', 'Kindergarten'],
  ['an English plural', 'Two bookings were made.', 'booking'],
])('[RET-6] %s is found', async (_, text, query) => {
  expect(
    await linesFor(query, [
      ['Hm, well.', '嗯。'],
      [text, 'Oh.'],
    ]),
  ).toEqual([text]);
});

test('[RET-6] what the user said stands before an answer that repeats it', async () => {
  const user = 'The ferry to Delos leaves from pier seven.';
  const answer = 'So the ferry to Delos, the ferry that leaves from pier seven.';
  expect(await linesFor('ferry Delos pier', [[user, answer]])).toEqual([user, answer]);
});
