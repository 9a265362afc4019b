import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { estimateTokens, estimatingCounter } from './estimate-tokens.ts';
import estimatorSource from './estimate-tokens.ts?raw';
import mergeSource from './merge-bytes.ts?raw';
import splitSource from './split-pieces.ts?raw';
import { loadTiktokenCounter } from './tiktoken-counter.ts';
import type { TokenCounter } from './token-counter.ts';

const prose = `The ferry was late again, and nobody on the pier seemed to mind. A boy sold roasted
chestnuts from a cart that had lost one of its wheels; he had put a pile of bricks in its place and
kept turning the pan with a long fork. "Two for the price of three," he told the woman in front of
me, quite seriously, and she laughed and paid. I had been in the town since March. My room looked
out on the harbour, on eleven fishing boats and a crane which had not moved in all that time, and I
was supposed to be writing a report about the water supply of the northern districts. What I wrote
instead were letters. They began with the weather, as letters do, and then wandered off: to the
schoolteacher downstairs who practised the same sonata every evening, to the price of bread, to the
question whether one can be homesick for a place one never liked. When the ferry finally came round
the headland, somebody cheered. It carried four cars, a piano wrapped in blankets, and Mrs. Okafor
from the post office, who waved at everyone as though she had been away for years.`;

const chat = `Sure! Before I change the booking, I'd like to check two things with you:
1. The new flight leaves at 6:45 in the morning instead of 11:20. Is that OK?
2. It's $84 more expensive. We can charge the card ending in 4471, or use your travel credit.

If you'd rather keep the old flight, that's no problem at all; nothing has been changed so far.
You don't have to decide right now, but there are only 3 seats left, and I can't hold them for you.`;

const russian = `Утром пошёл дождь, и мы решили никуда не ехать. Бабушка достала старый самовар, хотя
чайник стоял рядом и работал прекрасно. Она говорила, что вкус совсем другой, и спорить с ней никто
не стал. Дети рисовали на кухне, кот спал на подоконнике, а дедушка читал вслух газету недельной
давности и сердился так, будто всё это случилось только что. К обеду небо прояснилось. Мы вышли в
сад посмотреть, не побило ли яблони, но всё было цело, только под забором стояла большая лужа, и в
ней отражались облака. Сосед спросил через ограду, будем ли мы чинить крышу до осени. Отец ответил,
что обязательно, хотя все знали, что денег пока нет. Вечером приехала сестра с двумя сумками книг и
рассказала, что нашла новую работу в городской библиотеке, недалеко от вокзала.`;

const chinese = `昨天晚上我们一家人去了河边的小饭馆吃饭。老板认识我父亲很多年了，看到我们进来就笑着打招呼，
还送了一盘花生米。弟弟一直在说学校里的事情，说他们的数学老师要调到别的城市去工作，大家都有点舍不得。
妈妈问他考试准备得怎么样，他马上就不说话了，低着头吃面。吃完饭以后外面下起了小雨，我们没有带伞，只好
在门口等了一会儿。父亲说，他年轻的时候经常走这条路回家，那时候桥还没有修好，要坐船过河。现在什么都变了，
只有这家饭馆还在。回家的路上很安静，路灯照在水面上，特别好看。`;

const japanese = `先週の日曜日、友だちと一緒に山へ行きました。朝はとても寒かったのですが、歩いているうちに
だんだん暖かくなってきました。途中の小さな店でお茶を飲んで、店の人から昔の話を聞きました。その店はもう
八十年も続いているそうです。頂上に着いたとき、雲が切れて、遠くに海が見えました。みんなで写真を撮って、
持ってきたおにぎりを食べました。帰りのバスの中では、疲れてすぐに眠ってしまいました。`;

const json = JSON.stringify(
  Array.from({ length: 24 }, (_, index) => ({
    id: `order-${1_000 + index * 37}`,
    customer: { name: ['Ana Reyes', 'Li Wei', 'Tom Baker'][index % 3], loyaltyTier: 'gold' },
    items: [{ sku: `SKU-${index * 91}`, quantity: (index % 4) + 1, unitPrice: 12.5 + index }],
    shipped: index % 2 === 0,
    createdAt: `2026-0${(index % 9) + 1}-14T08:${10 + index}:00Z`,
    note: null,
  })),
  null,
  2,
);

const kinds = [
  { kind: 'prose', texts: [prose, chat] },
  { kind: 'code', texts: [splitSource, mergeSource, estimatorSource] },
  { kind: 'JSON', texts: [json, JSON.stringify(JSON.parse(json))] },
  { kind: 'Cyrillic', texts: [russian] },
  { kind: 'CJK', texts: [chinese, japanese] },
];

describe.each(kinds)('$kind', ({ texts }) => {
  let counter: TokenCounter;
  beforeAll(async () => {
    counter = await loadTiktokenCounter();
  });

  test('[TOK-2] is within six per cent of the count in the mean', () => {
    const errors = texts.map((text) => Math.abs(estimateTokens(text) / counter.count(text) - 1));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThanOrEqual(0.06);
  });

  test('[TOK-2] is at most five per cent under the count of the whole', () => {
    const whole = texts.join('\n\n');
    expect(estimateTokens(whole)).toBeGreaterThanOrEqual(0.95 * counter.count(whole));
  });
});

test('[TOK-2] says that it estimates, and for which encoding', () => {
  expect(estimatingCounter).toMatchObject({ encoding: 'o200k_base', source: 'estimated' });
  expect(estimatingCounter.count(prose)).toBe(estimateTokens(prose));
});

test('[TOK-2] gives 0 for no text and a whole number above 0 for any other', () => {
  expect(estimateTokens('')).toBe(0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const tokens = estimateTokens(text);
      expect(Number.isInteger(tokens)).toBe(true);
      expect(tokens).toBeGreaterThan(0);
    }),
  );
});

test('[TOK-2] an estimate of two texts together is about the sum of theirs', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(text, text, (first, second) => {
      const apart = estimateTokens(first) + estimateTokens(second);
      // Where they meet, a word, a number or white space may be joined or split.
      expect(Math.abs(estimateTokens(first + second) - apart)).toBeLessThanOrEqual(8);
    }),
  );
});

test('[TOK-2] a text ten times over is estimated at ten times as much', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 20, maxLength: 200 }), (text) => {
      const once = estimateTokens(`${text}\n`);
      const often = estimateTokens(`${text}\n`.repeat(10));
      expect(Math.abs(often - 10 * once)).toBeLessThanOrEqual(20);
    }),
  );
});

test('[TOK-2] does not take a long unbroken run of letters for one word', () => {
  expect(estimateTokens('q'.repeat(10_000))).toBeGreaterThan(1_000);
});

test('[TOK-6] takes what looks like a special token as text', () => {
  expect(estimateTokens('<|endoftext|>')).toBeGreaterThan(1);
});
