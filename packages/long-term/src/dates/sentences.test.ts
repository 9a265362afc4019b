import { expect, test } from 'vitest';
import { absoluteDates } from './absolute-dates.ts';
import { type DateLocale, loadDateParser } from './date-parser.ts';

/** A Monday, at nine in the morning. */
const SAID = { nowMs: Date.UTC(2026, 10, 23, 9), utcOffsetMinutes: () => 0 };

async function read(text: string, locale: DateLocale) {
  return absoluteDates(text, await loadDateParser(locale), SAID);
}

const UNDATED: Readonly<Partial<Record<DateLocale, readonly string[]>>> = {
  en: [
    'Ada likes tea in the morning.',
    'Ada works at night.',
    'Ada reads the Sunday Times.',
    'Call 10-12-14 for help.',
    'Ada is 12 years old.',
    'Ada runs 5 minutes per km.',
    'She earns 2000 a month.',
    'The song "Yesterday" is by the Beatles.',
    'The song Yesterday is by the Beatles.',
    'Yesterday is a song by the Beatles.',
    'Ada reads USA Today at breakfast.',
    'Ada wants a summary within 2 minutes.',
    'Her cat is called June.',
    'The film is called yesterday.',
    'Ada loves the film Friday the 13th.',
    'Ada swims on Mondays.',
    'The review is on Friday.',
    'The shop is closed on Sunday.',
    'Ada was born in May.',
    'Her birthday is on 5 May.',
    'Choir is every Tuesday evening.',
    'The team meets on the last Friday of the month.',
    'Rent is due on the last Monday in each quarter.',
    'The house was built in 3 months.',
    'She can read a book in 2 days.',
    'He learned Spanish in two years.',
    'Ada takes the pill twice in 3 days.',
    'Backups run every 2 weeks.',
    'The trial lasts 14 days.',
    'Logs are kept for 30 days.',
    'Over the last year she wrote three books.',
    'There is no tomorrow for this design.',
    'These are the leaders of tomorrow.',
    'The bus comes at 8:15 in the morning.',
    'Ada said “I leave tomorrow”.',
    "The file is named 'next week'.",
    'He wakes at 6am.',
    'The room has 2 seats per second row.',
    'The launch is on 2026-12-01.',
    'Turn off the oven 5 minutes after the bell.',
    'May is her sister.',
    'The file is today.txt.',
    'Run npm run today-report.',
    'It is kept in /notes/yesterday/a.md',
    'Next to last week the sales were low.',
    'Ada came this Friday.',
    'The review is this day of the week.',
  ],
  de: [
    'Am Montag ist immer Chor.',
    'Ada trinkt am Morgen Tee.',
    'Ada joggt jeden Morgen.',
    'Sie hat das Buch in 3 Tagen gelesen.',
    'Die Sitzung ist jeden letzten Freitag des Monats.',
    'Das Lied „Gestern“ mag sie sehr.',
    'Ada arbeitet nachts.',
    'Der Vertrag gilt für 2 Jahre.',
    'Ihre Katze heißt Juni.',
    'Die Prüfung ist am Freitag.',
    'Man sagt guten Morgen.',
    'am morgen trinkt sie tee.',
  ],
  es: [
    'Ana trabaja por la mañana.',
    'Ana corre cada mañana.',
    'El coro es el lunes.',
    'Ana se fue hace dos semanas.',
    'Ana llega pasado mañana.',
    'Hoy en día es caro.',
  ],
  fr: [
    'Anne boit du thé le matin.',
    'Le bureau ferme le lundi.',
    'Anne court chaque matin.',
    'Elle a lu le livre en 2 jours.',
    'Anne arrive après-demain.',
    'La chanson « Hier » est belle.',
  ],
};

const DATED: readonly (readonly [DateLocale, string, string])[] = [
  ['en', 'Ada flies to Oslo tomorrow.', 'tomorrow (2026-11-24).'],
  ['en', 'Tomorrow Ada flies to Oslo.', 'Tomorrow (2026-11-24) Ada'],
  ['en', 'Ada met Bob yesterday.', 'yesterday (2026-11-22).'],
  ['en', "Yesterday's meeting was long.", "Yesterday's (2026-11-22) meeting"],
  ['en', 'Today Ada starts.', 'Today (2026-11-23) Ada'],
  ['en', 'The party is this Friday, in Oslo.', 'this Friday (2026-11-27), in'],
  ['en', 'Ada ran yesterday 5 minutes per km.', 'yesterday (2026-11-22) 5 minutes per km.'],
  ['en', 'The party is tonight.', 'tonight (2026-11-23).'],
  ['en', 'Ada called last night.', 'last night (2026-11-22).'],
  ['en', 'Ada slept badly last night.', 'last night (2026-11-22).'],
  ['en', 'Ada booked a flight for tomorrow.', 'tomorrow (2026-11-24).'],
  ['en', 'The release is scheduled for next Friday.', 'next Friday (2026-12-04).'],
  ['en', 'The release is planned for this Friday.', 'this Friday (2026-11-27).'],
  ['en', 'The release is set for this Friday.', 'this Friday (2026-11-27).'],
  ['en', 'The budget for next month is 500.', 'next month (2026-12) is'],
  ['en', 'Ada saw a doctor this morning.', 'this morning (2026-11-23).'],
  ['en', 'Ada starts the day after tomorrow.', 'the day after tomorrow (2026-11-25).'],
  ['en', 'Ada travels next week.', 'next week (week of 2026-11-30).'],
  ['en', 'Ada is away this week.', 'this week (week of 2026-11-23).'],
  ['en', 'Ada was ill last week.', 'last week (week of 2026-11-16).'],
  ['en', 'Ada moved last month.', 'last month (2026-10).'],
  ['en', 'Next year we move.', 'Next year (2027) we'],
  ['en', 'Ada is 12 years old this month.', '12 years old this month (2026-11).'],
  ['en', 'Ada moved to Ghent two years ago.', 'two years ago (2024).'],
  ['en', 'The release is in 2 weeks.', 'in 2 weeks (2026-12-07).'],
  ['en', 'The lease ends in a month.', 'in a month (2026-12).'],
  ['en', 'We ship this Friday.', 'this Friday (2026-11-27).'],
  ['en', 'Ada came last Friday.', 'last Friday (2026-11-20).'],
  ['en', 'Ada leaves next Friday.', 'next Friday (2026-12-04).'],
  ['en', 'Ada visits Oslo this coming Tuesday.', 'coming Tuesday (2026-11-24).'],
  ['en', 'Every day from tomorrow Ada trains.', 'tomorrow (2026-11-24) Ada'],
  ['en', 'Call Ada at 555-12-10 today.', 'today (2026-11-23).'],
  ['en', 'Ada arrives tomorrow morning at 9.', 'at 9 (2026-11-24 09:00).'],
  ['en', 'Ada called 2 hours ago.', '2 hours ago (2026-11-23 07:00).'],
  ['de', 'Ada fliegt am nächsten Freitag.', 'nächsten Freitag (2026-12-04).'],
  ['de', 'Ada fliegt morgen nach Oslo.', 'morgen (2026-11-24) nach'],
  ['de', 'Morgen fliegt Ada.', 'Morgen (2026-11-24) fliegt'],
  ['de', 'Ada kam gestern Abend.', 'gestern Abend (2026-11-22).'],
  ['de', 'Ada kommt übermorgen.', 'übermorgen (2026-11-25).'],
  ['de', 'Ada zog vor zwei Jahren um.', 'vor zwei Jahren (2024) um'],
  ['de', 'Das Treffen ist in 3 Tagen.', 'in 3 Tagen (2026-11-26).'],
  ['de', 'Ada kam letzten Freitag.', 'letzten Freitag (2026-11-20).'],
  ['de', 'Ada reist nächste Woche.', 'nächste Woche (week of 2026-11-30).'],
  ['de', 'Das Treffen ist für nächsten Freitag geplant.', 'nächsten Freitag (2026-12-04) geplant'],
  ['de', 'Ada kommt kommenden Dienstag.', 'kommenden Dienstag (2026-11-24).'],
  ['es', 'Ana llega mañana.', 'mañana (2026-11-24).'],
  ['es', 'El próximo lunes sale Ana.', 'próximo lunes (2026-11-30)'],
  ['es', 'Ana llegó ayer.', 'ayer (2026-11-22).'],
  ['es', 'Ana viaja dentro de dos semanas.', 'dentro de dos semanas (2026-12-07).'],
  ['fr', 'Anne part demain.', 'demain (2026-11-24).'],
  ['fr', 'Anne est partie hier soir.', 'hier soir (2026-11-22).'],
  ['fr', 'Le mois prochain elle déménage.', 'mois prochain (2026-12) elle'],
  ['fr', 'Anne part vendredi prochain.', 'vendredi prochain (2026-12-04).'],
  ['fr', 'Anne est partie il y a deux semaines.', 'il y a deux semaines (2026-11-09).'],
  ['fr', 'Anne part la semaine prochaine.', 'la semaine prochaine (week of 2026-11-30).'],
  ['it', 'Anna parte tra due giorni.', 'tra due giorni (2026-11-25).'],
  ['nl', 'Anna vertrekt volgende week.', 'volgende week (week of 2026-11-30).'],
  ['pt', 'Ana chega amanhã.', 'amanhã (2026-11-24).'],
  ['ru', 'Анна уезжает через две недели.', 'через две недели (2026-12-07).'],
  ['uk', 'Анна їде завтра.', 'завтра (2026-11-24).'],
  ['ja', '明日出発します。', '明日 (2026-11-24)出発'],
  ['zh', '我明天去北京。', '明天 (2026-11-24)去'],
];

const undated = Object.entries(UNDATED).flatMap(([locale, texts]) =>
  texts.map((text) => [locale as DateLocale, text] as const),
);

test.each(undated)('[LTM-4] %s: nobody said a day in: %s', async (locale, text) => {
  expect(await read(text, locale)).toEqual({ text });
});

test.each(DATED)('[LTM-4] %s: %s says %s', async (locale, text, words) => {
  expect((await read(text, locale)).text).toContain(words);
});

test.each([
  ['en', 'Reports are due every Friday.'],
  ['en', 'Reports are due Fridays.'],
  ['en', 'Invoices are due within 30 days.'],
  ['en', 'Invoices are due in 30 days.'],
  ['en', 'The tax return is due by 30 April each year.'],
  ['en', 'Until Monday Bob is on call; from Monday on it is Ann.'],
  ['en', 'Bob is on call until Monday, then Ann.'],
  ['en', 'We missed the deadline of 1 November 2026.'],
  ['en', 'The deadline was 1 December 2026.'],
  ['en', 'The deadline of 1 November 2026 is over.'],
  ['en', 'If a report is due by Friday, it goes to Bob.'],
  ['en', 'The rent is not due until Friday.'],
  ['en', 'The report is due by Friday. Bob writes it.'],
  ['en', 'Ada leads the launch, which is due by Friday.'],
  ['en', 'The report is due by 10/12.'],
  ['en', 'The sign says "due by Friday".'],
  ['en', 'The report is due by tomorrow or next week.'],
  ['en', 'The report is due by Friday or Monday.'],
  ['en', 'The report is due by tomorrow/next week.'],
  ['en', 'The report about what is due by tomorrow is in /docs.'],
  ['en', 'Bob did the report that is due by tomorrow.'],
  ['en', 'The server that must be migrated by tomorrow is kept in the vault.'],
  ['en', 'The list of reports due by Friday is in /docs.'],
  ['en', 'The policy says that reports are due by next Friday or by request.'],
  ['de', 'Der Bericht ist bis morgen oder bis Freitag fällig.'],
  ['de', 'Die Liste dessen, was bis Freitag fällig ist.'],
  ['fr', 'Le rapport est à rendre avant demain ou vendredi.'],
  ['es', 'El informe vence mañana o el lunes.'],
  ['de', 'Berichte sind jede Woche bis Freitag fällig.'],
  ['de', 'Wir haben die Frist bis 1. Dezember 2026 verpasst.'],
  ['de', 'Vor dem Montag hat sie Angst.'],
  ['de', 'Bis Montag hat Bob Dienst, danach Ann.'],
  ['fr', 'Le rapport est à rendre avant vendredi chaque semaine.'],
  ['es', 'Los informes se entregan cada mes antes del 30 de abril.'],
  ['ru', 'Надо завтра позвонить Анне.'],
] as const)('[LTM-6] %s: no single day ends: %s', async (locale, text) => {
  expect((await read(text, locale)).deadline).toBeUndefined();
});

test.each([
  ['en', 'The report is due by Friday.', Date.UTC(2026, 10, 28)],
  ['en', 'The report is due by next Friday.', Date.UTC(2026, 11, 5)],
  ['en', 'The report is due tomorrow at 5pm.', Date.UTC(2026, 10, 25)],
  ['en', 'By Friday the report must be done.', Date.UTC(2026, 10, 28)],
  ['en', 'Bob is on call until Friday.', Date.UTC(2026, 10, 28)],
  ['en', 'The tax return is due by 30 April.', Date.UTC(2027, 4, 1)],
  ['en', 'Deadline: 2026-12-01', Date.UTC(2026, 11, 2)],
  ['en', 'The deadline for the report is 1 December 2026.', Date.UTC(2026, 11, 2)],
  ['de', 'Der Bericht ist bis nächsten Freitag fällig.', Date.UTC(2026, 11, 5)],
  ['de', 'Der Vertrag endet am 31.12.2026.', Date.UTC(2027, 0, 1)],
  ['de', 'Der Bericht ist spätestens am 1. Dezember 2026 fertig.', Date.UTC(2026, 11, 2)],
  ['fr', 'Le rapport est à rendre avant demain.', Date.UTC(2026, 10, 25)],
  ['es', 'El informe vence mañana.', Date.UTC(2026, 10, 25)],
] as const)('[LTM-6] %s: one day ends: %s', async (locale, text, endMs) => {
  expect((await read(text, locale)).deadline?.endOfDayMs).toBe(endMs - 1);
});

test('[LTM-4] the week of a day is that from Monday on, on a Sunday too', async () => {
  const sunday = { nowMs: Date.UTC(2026, 10, 29, 9), utcOffsetMinutes: () => 0 };
  const parser = await loadDateParser('en');
  expect(absoluteDates('Ada is away this week.', parser, sunday).text).toContain('2026-11-23');
  expect(absoluteDates('Ada is away next week.', parser, sunday).text).toContain('2026-11-30');
  expect(absoluteDates('Ada was away last week.', parser, sunday).text).toContain('2026-11-16');
});

test('[LTM-4] what is dated already is not dated again', async () => {
  for (const [locale, text] of DATED) {
    const once = (await read(text, locale)).text;
    expect((await read(once, locale)).text).toBe(once);
  }
});
