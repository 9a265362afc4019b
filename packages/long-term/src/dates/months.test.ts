import { expect, test } from 'vitest';
import { isInFull } from '../../../../scripts/property-runs.mjs';
import { absoluteDates } from './absolute-dates.ts';
import { type DateLocale, loadDateParser } from './date-parser.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2024, 0, 1);
const DAYS = 5 * 365 + 2;
/** Every day in a run in full; a step that meets every offset and hour otherwise. */
const STEP_DAYS = isInFull ? 1 : 11;

/** Sentences, and by how many months from now each of them is. */
const MONTHS: readonly (readonly [DateLocale, string, number])[] = [
  ['en', 'Ada moved last month.', -1],
  ['en', 'Ada moves this month.', 0],
  ['en', 'Ada moves next month.', 1],
  ['en', 'The lease ends in one month.', 1],
  ['en', 'The lease ends in 2 months.', 2],
  ['en', 'Ada moved a month ago.', -1],
  ['en', 'Ada moved 3 months ago.', -3],
  ['de', 'Ada zog letzten Monat um.', -1],
  ['de', 'Ada zieht nächsten Monat um.', 1],
  ['de', 'Ada zieht in 2 Monaten um.', 2],
  ['de', 'Ada zog vor einem Monat um.', -1],
  ['es', 'Ana se muda dentro de 2 meses.', 2],
  ['fr', 'Anne est partie le mois dernier.', -1],
  ['fr', 'Anne part le mois prochain.', 1],
  ['fr', 'Anne part dans 2 mois.', 2],
  ['fr', 'Anne est partie il y a 2 mois.', -2],
  ['it', 'Anna parte il mese prossimo.', 1],
  ['it', 'Anna è partita il mese scorso.', -1],
  ['it', 'Anna parte tra 2 mesi.', 2],
  ['nl', 'Anna vertrekt volgende maand.', 1],
  ['nl', 'Anna vertrok vorige maand.', -1],
  ['nl', 'Anna vertrekt over 2 maanden.', 2],
  ['ru', 'Анна уедет в следующем месяце.', 1],
  ['ru', 'Анна уехала в прошлом месяце.', -1],
  ['ru', 'Анна уедет через 2 месяца.', 2],
  ['uk', 'Анна поїде наступного місяця.', 1],
  ['uk', 'Анна поїхала минулого місяця.', -1],
  ['uk', 'Анна поїде через 2 місяці.', 2],
];

test.each(MONTHS)(
  '[LTM-4] %s: through five years, "%s" is the calendar month %d away',
  async (locale, text, months) => {
    const parser = await loadDateParser(locale);
    const wrong: string[] = [];
    for (let day = 0; day < DAYS; day += STEP_DAYS) {
      const localMs = FIRST_DAY_MS + day * DAY_MS;
      // The day there, just begun or nearly over, in places far ahead of UTC and far behind it.
      const offset = [0, 840, -660][day % 3] ?? 0;
      const nowMs = localMs - offset * 60_000 + (day % 2 === 0 ? 60_000 : DAY_MS - 60_000);
      const said = absoluteDates(text, parser, { nowMs, utcOffsetMinutes: () => offset }).text;
      const here = new Date(localMs);
      const meant = Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + months);
      const month = new Date(meant).toISOString().slice(0, 7);
      if (!said.includes(` (${month})`)) wrong.push(`${here.toISOString().slice(0, 10)}: ${said}`);
    }
    expect(wrong).toEqual([]);
  },
);

test.each([
  ['Ada moves next year.', '2029'],
  ['Ada moved last year.', '2027'],
  ['Ada moved two years ago.', '2026'],
])('[LTM-4] on the 29th of February, "%s" is %s', async (text, year) => {
  const said = { nowMs: Date.UTC(2028, 1, 29, 12), utcOffsetMinutes: () => 0 };
  expect(absoluteDates(text, await loadDateParser('en'), said).text).toContain(` (${year})`);
});
