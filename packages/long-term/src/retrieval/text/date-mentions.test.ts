import { expect, test } from 'vitest';
import { dateMentionsIn } from './date-mentions.ts';

test.each([
  ['What did Ana do in May 2023?', 'en', [{ month: 4, year: 2023 }]],
  ['What happened on May 3, 2023?', 'en', [{ month: 4, day: 3, year: 2023 }]],
  ['Where was she on 21 May, 2023?', 'en', [{ month: 4, day: 21, year: 2023 }]],
  ['the 2nd of March', 'en', [{ month: 2, day: 2 }]],
  ['How often in 2022?', 'en', [{ year: 2022 }]],
  ['on 2023-08-11', 'en', [{ year: 2023, month: 7, day: 11 }]],
  [
    'between August 11 and August 15 2023',
    'en',
    [
      { month: 7, day: 11, year: 2023 },
      { month: 7, day: 15, year: 2023 },
    ],
  ],
  ['She may march on.', 'en', []],
  ['Room 20231 costs 2,023 euros.', 'en', []],
  ['Was war am 3. Mai 2024?', 'de', [{ month: 4, day: 3, year: 2024 }]],
  ['Im März', 'de', [{ month: 2 }]],
  ['le 14 juillet', 'fr', [{ month: 6, day: 14 }]],
  ['2024年5月3日に何をした？', 'ja', [{ month: 4, day: 3, year: 2024 }]],
  ['12月の旅行', 'ja', [{ month: 11 }]],
] as const)('[RET-6] finds the dates in "%s"', (text, language, expected) => {
  expect(dateMentionsIn(text, language)).toEqual(expected);
});
