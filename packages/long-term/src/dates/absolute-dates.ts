import type { ParsedComponents, ParsedResult } from 'chrono-node';
import type { DateParser } from './date-parser.ts';

/** When and where a text was said. */
export interface SaidAt {
  readonly nowMs: number;
  /** Minutes by which the clocks there are ahead of UTC at a time. */
  utcOffsetMinutes(atMs: number): number;
}

/** A text whose relative dates say their day, and the deadline that it names. */
export interface DatedText {
  readonly text: string;
  readonly deadline?: { readonly atMs: number; readonly endOfDayMs: number };
}

const DEADLINE =
  /(?:\b(?:by|due|until|till|deadline|before|no later than|at the latest|ends?|expires?|bis|spätestens|fällig|frist|antes del?|hasta|vence|avant|jusqu['’]au|entro|voor|uiterlijk)\b|до|к|срок)[\s:,]*(?:\p{L}+[\s:]+){0,2}$/iu;
const RECURRING = /\b(?:every|each|all|for|jede[nrms]?|chaque|cada|ogni|elke)\s+$/iu;
const PAST =
  /\b(?:was|were|met|had|went|did|said|saw|came|left|took|made|got|began|wrote|\w{2,}ed)\b/iu;
/** Words that are dates to a parser and something else to most people. */
const DOUBTFUL =
  /^(?:now|sun|sat|mon|tue|wed|thu|fri|march|may|mar|jan|second|\d+\s*[/.-]\s*\d+)$/u;
const HAS_YEAR = /\b\d{4}\b/u;
const IS_DATED = /^\s*\(\d{4}/u;

/**
 * Writes the day behind each relative date: "next Friday" becomes "next Friday (2026-12-04)" [LTM-4].
 * The words stay, because a parser may misread them. Dates with a year are left as they are, and so
 * are recurring ones ("every Friday"), spans ("for 2 hours") and times of a day.
 */
export function absoluteDates(text: string, parse: DateParser, said: SaidAt): DatedText {
  const found = foundDates(text, parse, said);
  let dated = '';
  let end = 0;
  for (const result of found.filter((one) => isRelative(text, one))) {
    const behind = result.index + result.text.length;
    dated += `${text.slice(end, behind)} (${dayText(result.start)}${rangeText(result)})`;
    end = behind;
  }
  const deadline = deadlineOf(text, found, said);
  return { text: dated + text.slice(end), ...(deadline === undefined ? {} : { deadline }) };
}

/** The last moment of the day that a time is in, there. */
export function endOfDay(atMs: number, said: SaidAt): number {
  const local = new Date(atMs + said.utcOffsetMinutes(atMs) * 60_000);
  return dayEnd(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), said);
}

function dayEnd(year: number, month: number, day: number, said: SaidAt): number {
  const next = Date.UTC(year, month, day + 1);
  return next - said.utcOffsetMinutes(next) * 60_000 - 1;
}

function foundDates(text: string, parse: DateParser, said: SaidAt): ParsedResult[] {
  const { nowMs } = said;
  const reference = { instant: new Date(nowMs), timezone: said.utcOffsetMinutes(nowMs) };
  const [ahead, back] = [true, false].map((forwardDate) => parse(text, reference, { forwardDate }));
  const past = new Map(back?.map((result) => [result.index, result]));
  return (ahead ?? []).map((result) => {
    const isPast = PAST.test(text.slice(0, result.index)) && !isDeadline(text, result);
    return (isPast && past.get(result.index)) || result;
  });
}

function isRelative(text: string, result: ParsedResult): boolean {
  return (
    isDay(result) &&
    !HAS_YEAR.test(result.text) &&
    !IS_DATED.test(text.slice(result.index + result.text.length)) &&
    !RECURRING.test(text.slice(0, result.index))
  );
}

/** Something that names a day, a week, a month or a year, and no time of a day alone. */
function isDay({ text, start }: ParsedResult): boolean {
  if (DOUBTFUL.test(text.trim().toLowerCase()) && /^\P{Lu}/u.test(text.trim())) return false;
  const isTimeAlone =
    start.isCertain('hour') && !start.isCertain('day') && !start.isCertain('weekday');
  return !isTimeAlone && !/^(?:for|now)\b/iu.test(text);
}

function isDeadline(text: string, result: ParsedResult): boolean {
  return DEADLINE.test(text.slice(0, result.index)) || /^within\b/iu.test(result.text);
}

function deadlineOf(
  text: string,
  found: readonly ParsedResult[],
  said: SaidAt,
): DatedText['deadline'] {
  const result = found.find((one) => hasDay(one.start) && isDeadline(text, one));
  if (result === undefined) return undefined;
  const { year, month, day } = partsOf(result.start);
  return { atMs: result.date().getTime(), endOfDayMs: dayEnd(year, month - 1, day, said) };
}

function hasDay(start: ParsedComponents): boolean {
  return start.isCertain('day') || start.isCertain('weekday');
}

function partsOf(at: ParsedComponents) {
  return {
    year: at.get('year') ?? 0,
    month: at.get('month') ?? 1,
    day: at.get('day') ?? 1,
    hour: at.get('hour') ?? 0,
    minute: at.get('minute') ?? 0,
  };
}

function rangeText({ end }: ParsedResult): string {
  return end ? ` to ${dayText(end)}` : '';
}

/** As exact as the words are: a year, a month, a week, a day, a minute. */
function dayText(at: ParsedComponents): string {
  const { year, month, day, hour, minute } = partsOf(at);
  const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  if (hasDay(at)) return at.isCertain('hour') ? `${date} ${padded(hour)}:${padded(minute)}` : date;
  if (at.isCertain('month')) return date.slice(0, 7);
  return at.isCertain('year') ? date.slice(0, 4) : `week of ${date}`;
}

function padded(number: number, digits = 2): string {
  return String(number).padStart(digits, '0');
}
