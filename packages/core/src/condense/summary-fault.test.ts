import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simpleCounter } from '../testing/simple-counter.ts';
import type { SummaryRequest } from './summarizer.ts';
import { summaryFault } from './summary-fault.ts';

const count = (text: string) => simpleCounter.count(text);

function standingFor(...texts: readonly string[]): SummaryRequest {
  const sources = texts.map((text, seq) => ({ seq, role: 'user' as const, text }));
  return { sources, maxTokens: 10_000, count };
}

const talk = standingFor(
  'Please rebook order ZFA04Y to 2026-05-20, and send the invoice for $112 to the office in Lyon.',
  'The order ZFA04Y was rebooked to 2026-05-20. The invoice of $112 goes out tonight; the office in ' +
    'Lyon gets it as a PDF file. Anything else that I can do for you today, or for your colleagues?',
  'Yes: the hotel. The room should have a desk, and breakfast from six, since the train leaves early. ' +
    'Last year they had promised both, and there was neither, so please have it confirmed in writing.',
  `The hotel has confirmed it in writing. ${'Further details follow in a letter. '.repeat(40)}`,
);

/** Sentences as people write them, script by script; no two of one script are the same. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  english: [
    'The user wants order ZFA04Y moved to 20 May.',
    'The invoice of $112 goes to the office in Lyon.',
    'A desk and early breakfast were confirmed in writing.',
    'No refund was asked for so far.',
    'The train leaves at six, and that is why.',
  ],
  chinese: [
    '用户想把订单改到五月二十日。',
    '发票寄到里昂的办公室。',
    '酒店书面确认了书桌和早餐。',
    '目前没有提出退款。',
    '火车六点出发，所以需要早起。',
  ],
  japanese: [
    '注文は五月二十日に変更されました。',
    '請求書はリヨンの事務所に送られます。',
    'ホテルは机と朝食を書面で確認しました。',
    '返金の希望はまだありません。',
  ],
  korean: [
    '주문은 오월 이십일로 변경되었습니다.',
    '청구서는 리옹 사무실로 보냅니다.',
    '호텔은 책상과 아침 식사를 확인했습니다.',
    '환불 요청은 없습니다.',
  ],
  thai: [
    'ผู้ใช้ต้องการเปลี่ยนวันเดินทาง',
    'ใบแจ้งหนี้ส่งไปที่สำนักงาน',
    'โรงแรมยืนยันโต๊ะทำงานและอาหารเช้า',
    'ยังไม่มีการขอเงินคืน',
  ],
  arabic: [
    'يريد المستخدم نقل الطلب إلى العشرين من مايو.',
    'تُرسل الفاتورة إلى المكتب في ليون.',
    'أكد الفندق المكتب والإفطار كتابةً.',
    'لم يُطلب استرداد المال حتى الآن.',
  ],
  russian: [
    'Пользователь хочет перенести заказ на 20 мая.',
    'Счёт отправят в офис в Лионе.',
    'Гостиница письменно подтвердила стол и завтрак.',
    'Возврата пока не просили.',
  ],
  hindi: [
    'उपयोगकर्ता ऑर्डर को बीस मई तक बदलना चाहता है।',
    'चालान लियोन के कार्यालय को भेजा जाएगा।',
    'होटल ने मेज़ और नाश्ते की पुष्टि की।',
  ],
  list: [
    '- order_id: ZFA04Y',
    '- status: rebooked',
    '- price: $112',
    '- hotel: confirmed',
    '- refund: none',
    '1. Rebook the order.',
    '2. Send the invoice.',
    '3. Confirm the hotel.',
  ],
  table: [
    '| id | date | price |',
    '| --- | --- | --- |',
    '| ZFA04Y | 2026-05-20 | $112 |',
    '| QL9HS4 | 2026-05-21 | $112 |',
    '| 8KPT2M | 2026-05-22 | $112 |',
    '| R77WQA | 2026-05-23 | $112 |',
    '| N0B3CE | 2026-05-24 | $112 |',
  ],
  code: [
    'const order = await find("ZFA04Y");',
    'if (!order) {',
    '  throw new Error("not found");',
    '}',
    'for (const item of order.items) {',
    '  total += item.price;',
    '}',
    'return total;',
  ],
};

const long = standingFor('A long conversation about many things. '.repeat(400));
const aKind = fc.constantFrom(...Object.keys(SENTENCES));
const aSummary = aKind.chain((kind) =>
  fc
    .tuple(
      fc.shuffledSubarray([...(SENTENCES[kind] ?? [])], { minLength: 1 }),
      fc.constantFrom('\n', ' ', '\n\n', kind === 'thai' ? '' : '\n'),
    )
    .map(([sentences, joiner]) => sentences.join(joiner)),
);

const RUNS = { seed: 20_261_123 };
/** The line between the head of a table and its rows has none. */
const hasWords = (text: string) => /\p{L}/u.test(text);

test('[MOD-4] an ordinary summary is taken, in whatever script and form', () => {
  fc.assert(
    fc.property(aSummary.filter(hasWords), (text) => {
      expect(summaryFault(text, long)).toBeUndefined();
    }),
    RUNS,
  );
});

test('[MOD-4] a summary in several scripts, with lists and tables, is taken', () => {
  const mixed = fc
    .array(aSummary.filter(hasWords), { minLength: 2, maxLength: 4 })
    .map((all) => [...new Set(all)]);
  fc.assert(
    fc.property(mixed, (texts) => {
      // A sentence drawn twice is no matter of this test.
      const lines = [...new Set(texts.join('\n').split('\n'))];
      expect(summaryFault(lines.join('\n'), long)).toBeUndefined();
    }),
    RUNS,
  );
});

test('[MOD-4] rows and items that differ in their figures alone are taken', () => {
  const rows = Array.from({ length: 40 }, (_, index) => `- Parcel ${1_000 + 7 * index}: delivered`);
  expect(summaryFault(rows.join('\n'), long)).toBeUndefined();
  expect(summaryFault(rows.join('; '), long)).toBeUndefined();
});

const aSentence = aKind.chain((kind) => fc.constantFrom(...(SENTENCES[kind] ?? [])));
const words = aSentence.filter((text) => /\p{L}/u.test(text));

test('[MOD-4] words, sentences and lines that come again and again are no summary', () => {
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 5, max: 60 }),
      fc.constantFrom(' ', '\n', ', ', '\n- '),
      fc.integer({ min: 0, max: 6 }),
      (text, times, joiner, cut) => {
        const looping = Array(times)
          .fill(text)
          .join(joiner)
          .slice(0, -cut || undefined);
        expect(summaryFault(looping, long)).toMatch(/^it repeated itself: "/);
      },
    ),
  );
});

test('[MOD-4] a good beginning that ends in a loop is no summary', () => {
  const beginning = `${SENTENCES.english?.join(' ')} `.repeat(1);
  for (const loop of ['the ', 'and then ', '好的，', 'ครับ']) {
    expect(summaryFault(beginning + loop.repeat(80), long)).toMatch(/^it repeated itself/);
  }
});

test.each([
  'the the the the the',
  'hahahahaha',
  '好好好好好好好好',
  '1. Done.\n2. Done.\n3. Done.\n4. Done.',
])('[MOD-4] %j is no summary', (text) => {
  expect(summaryFault(text, long)).toMatch(/^it repeated itself/);
});

test.each(['...', '— — —', '\n- \n- \n', '"""', '* * *', '。。。', '|---|---|'])(
  '[MOD-4] %j has no word',
  (text) => {
    expect(summaryFault(text, long)).toBe('it answered without a word');
  },
);

const said = talk.sources.map(({ text }) => text);

test.each([
  ['as it was', said.slice(0, 3).join('\n').slice(0, 420)],
  ['with speakers', `user: ${said[0]}\nassistant: ${said[1]}\nuser: ${said[2]}`.slice(0, 430)],
  ['behind its prompt', `Summarise the conversation below.\n\n${said.slice(0, 3).join('\n')}`],
])('[MOD-4] the conversation given back %s, and cut off, is no summary', (_, text) => {
  expect(summaryFault(text, talk)).toBe('it gave the conversation back instead of a summary');
});

test('[MOD-4] a summary that quotes a sentence of the conversation is taken', () => {
  const text = `They talked about an order. "${said[2]?.slice(0, 98)}" was the wish; it was fulfilled, and the invoice went to Lyon.`;
  expect(summaryFault(text, talk)).toBeUndefined();
});

test('[MOD-4] a text longer than what it stands for is no summary', () => {
  const text = Array.from({ length: 60 }, (_, index) => `Fact ${index} is new and was never said.`);
  const short = standingFor('Is it done?', 'Yes.');
  expect(summaryFault(text.join(' '), short)).toMatch(/^it answered \d+ characters for 15$/);
  // A sentence around a word is longer than the word, and no fault.
  expect(summaryFault('The user asked whether it was done; it was.', short)).toBeUndefined();
});
