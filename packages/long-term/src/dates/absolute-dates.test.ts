import { expect, test } from 'vitest';
import { absoluteDates } from './absolute-dates.ts';
import { DATE_LOCALES, type DateLocale, loadDateParser } from './date-parser.ts';

/** A Monday, at nine in the morning. */
const NOW_MS = Date.UTC(2026, 10, 23, 9);

async function dated(text: string, locale: DateLocale = 'en', offset = 0, nowMs = NOW_MS) {
  const said = { nowMs, utcOffsetMinutes: () => offset };
  return absoluteDates(text, await loadDateParser(locale), said);
}

test('[LTM-4] a relative date keeps its words and gains its day', async () => {
  const cases = {
    'Ada flies to Oslo tomorrow.': 'Ada flies to Oslo tomorrow (2026-11-24).',
    'Ship it next Friday.': 'Ship it next Friday (2026-12-04).',
    'Ada moved last month.': 'Ada moved last month (2026-10).',
    'The release is in 2 weeks.': 'The release is in 2 weeks (2026-12-07).',
    'We met yesterday and meet again tomorrow at 5pm.':
      'We met yesterday (2026-11-22) and meet again tomorrow at 5pm (2026-11-24 17:00).',
    'We met last Friday.': 'We met last Friday (2026-11-20).',
    'The review is this Friday.': 'The review is this Friday (2026-11-27).',
    'Next year we move.': 'Next year (2027) we move.',
  };
  for (const [said, absolute] of Object.entries(cases)) {
    expect((await dated(said)).text).toBe(absolute);
  }
});

test('[LTM-4] what is no relative date stays as it is', async () => {
  for (const text of [
    'The launch is on 2026-12-01.',
    'Ada was born on 3 May 1990.',
    'We meet every Friday.',
    'The job runs for 2 hours.',
    'Standup is at 9:30.',
    'Use version 3.2.1 on port 8080.',
    'She sat down, and the march went on.',
    'Ada now uses vim.',
    'Pages 10/12 are missing.',
    'The review is tomorrow (2026-11-24).',
  ]) {
    expect((await dated(text)).text).toBe(text);
  }
});

test('[LTM-4] a day is that of the clock there', async () => {
  const late = Date.UTC(2026, 10, 23, 23, 30);
  expect((await dated('It is due today.', 'en', 0, late)).text).toContain('(2026-11-23)');
  expect((await dated('It is due today.', 'en', 60, late)).text).toContain('(2026-11-24)');
});

test('[LTM-6] a deadline is found, and ends with its day there', async () => {
  const due = await dated('The report is due by next Friday.', 'en', 120);
  expect(due.deadline?.endOfDayMs).toBe(Date.UTC(2026, 11, 4, 22) - 1);
  expect((await dated('Deadline: 2026-12-01')).deadline?.endOfDayMs).toBe(
    Date.UTC(2026, 11, 2) - 1,
  );
  expect((await dated('We met yesterday.')).deadline).toBeUndefined();
});

test('[LTM-4] every language is there, and reads its own words', async () => {
  expect(DATE_LOCALES).toHaveLength(11);
  for (const locale of DATE_LOCALES) await loadDateParser(locale);
  expect((await dated('Ada fliegt morgen nach Oslo.', 'de')).text).toContain('morgen (2026-11-24)');
  expect((await dated('Ada part demain.', 'fr')).text).toContain('demain (2026-11-24)');
  expect((await dated('Ада летит завтра.', 'ru')).text).toContain('(2026-11-24)');
});
