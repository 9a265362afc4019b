import type { ParsedComponents, ParsedResult } from 'chrono-node';
import type { DateParser } from './date-parser.ts';
import { isDeadlineWord, isOneEvent } from './deadline.ts';
import { type RelativeKind, relativeWords } from './relative-words.ts';

/** When and where a text was said. */
interface SaidAt {
  readonly nowMs: number;
  /** Minutes by which the clocks there are ahead of UTC at a time. */
  utcOffsetMinutes(atMs: number): number;
}

/** A text whose relative dates say their day, and the deadline that it names. */
export interface DatedText {
  readonly text: string;
  readonly deadline?: { readonly atMs: number; readonly endOfDayMs: number };
}

/** A date of the text, and how it is written behind its words. */
interface FoundDate {
  readonly result: ParsedResult;
  readonly kind: RelativeKind | 'deadline';
}

interface Deadline {
  readonly result: ParsedResult;
  readonly deadline: { readonly atMs: number; readonly endOfDayMs: number };
}

const DAY_MS = 86_400_000;
/** "This Friday" may be either one then; "is booked for this Friday" is no past. */
const PAST =
  /\b(?:was|were|met|had|went|did|said|saw|came|left|took|made|got|began|wrote|(?<!\b(?:is|are|am|be) )\w{2,}ed)\b/iu;
const HAS_YEAR = /\b\d{4}\b/u;
const IS_DATED = /^\s*\((?:week of )?\d{4}[^)]*\)/u;
/** Day and month, or month and day. */
const AMBIGUOUS = /^\d{1,2}[/-]\d{1,2}/u;
const SENTENCE_END = /[.!?;\n。！？](?=\s|$)/gu;
const BARE_NUMBER = /^\d+\s+\p{L}{4,}/u;
const POSSESSIVE = /^['’]s\b/u;

/**
 * Writes the day behind each date that is certainly relative: "next Friday" becomes "next Friday
 * (2026-12-04)" [LTM-4]. The words stay, because a parser may misread them. In doubt nothing is
 * written: weekdays, months and times of a day by themselves, spans, ages, names and quotations stay.
 */
export function absoluteDates(text: string, parser: DateParser, said: SaidAt): DatedText {
  const found = foundDates(text, parser, said);
  const deadline = deadlineOf(text, found, parser, said);
  let dated = '';
  let end = 0;
  for (const { result, kind } of found) {
    if (kind === 'deadline' && result !== deadline?.result) continue;
    if (HAS_YEAR.test(result.text)) continue;
    const behind = endOf(text, result);
    if (IS_DATED.test(text.slice(behind))) continue;
    dated += `${text.slice(end, behind)} (${dateText(kind, result, said)})`;
    end = behind;
  }
  return { text: dated + text.slice(end), ...(deadline && { deadline: deadline.deadline }) };
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

/** The dates that are certainly relative, and those behind a word like "by". */
function foundDates(text: string, { parse, locale }: DateParser, said: SaidAt): FoundDate[] {
  const { nowMs } = said;
  const timezone = said.utcOffsetMinutes(nowMs);
  const parsed = (atMs: number, forwardDate: boolean) =>
    parse(text, { instant: new Date(atMs), timezone }, { forwardDate });
  const past = new Map(parsed(nowMs, false).map((result) => [result.index, result]));
  // Parsers that count months from the 31st pass over those that have fewer days.
  const byMonth = (result: ParsedResult, forwardDate: boolean) =>
    parsed(middleOfMonth(said), forwardDate).find(
      ({ index, text: words, start }) =>
        index === result.index && words === result.text && !hasDay(start),
    ) ?? result;
  return parsed(nowMs, true).flatMap((result): FoundDate[] => {
    const { index, start } = result;
    const before = sentenceBefore(text, index);
    const after = text.slice(index + result.text.length);
    const isDue = isDeadlineWord(before, locale);
    if (isQuoted(text, index)) return [];
    const hasWeekday = start.isCertain('weekday') && !start.isCertain('day');
    const words = relativeWords({ before, text: result.text, after, hasWeekday }, locale);
    if (!words || isName(text, index + words.at, index + result.text.length)) {
      return isDue ? [{ result, kind: 'deadline' }] : [];
    }
    if (words.isNear && PAST.test(before)) return [];
    const { kind } = words;
    const behind = words.pointsBack ? past.get(index) : undefined;
    const meant = behind ?? result;
    const isMonthly = (kind === 'period' || kind === 'count') && !hasDay(meant.start);
    return [{ result: isMonthly ? byMonth(meant, behind === undefined) : meant, kind }];
  });
}

function sentenceBefore(text: string, index: number): string {
  const before = text.slice(0, index);
  const ends = [...before.matchAll(SENTENCE_END)];
  return before.slice((ends.at(-1)?.index ?? -1) + 1);
}

/** "Yesterday's" is one word; a comma that a parser took with it is not one. */
function endOf(text: string, { index, text: words }: ParsedResult): number {
  const end = index + words.replace(/[\s,;:]+$/u, '').length;
  return end + (POSSESSIVE.exec(text.slice(end))?.[0].length ?? 0);
}

/** The day on which the one event of a text is due; over already, it is not one. */
function deadlineOf(
  text: string,
  found: readonly FoundDate[],
  { locale }: DateParser,
  said: SaidAt,
): Deadline | undefined {
  const due = found.filter(
    (one) => isExactDay(one) && isDeadlineWord(text.slice(0, one.result.index), locale),
  );
  const [first, second] = due;
  if (!first || second) return undefined;
  const { result } = first;
  const behind = text.slice(result.index + result.text.length).replace(IS_DATED, '');
  if (!isOneEvent(text.slice(0, result.index), behind)) return undefined;
  // Another day behind it may be the one that counts.
  if (found.some((other) => other.result.index > result.index)) return undefined;
  const { year, month, day } = partsOf(result.start);
  const endOfDayMs = dayEnd(year, month - 1, day, said);
  if (endOfDayMs < said.nowMs) return undefined;
  return { result, deadline: { atMs: result.date().getTime(), endOfDayMs } };
}

/** A day of the calendar: no span, no count ("within 30 days"), no "10/12", which may be either. */
function isExactDay({ result, kind }: FoundDate): boolean {
  if (!hasDay(result.start) || result.end || AMBIGUOUS.test(result.text)) return false;
  if (kind === 'deadline') return !result.start.tags().has('result/relativeDate');
  return kind === 'day' || kind === 'weekday';
}

function hasDay(start: ParsedComponents): boolean {
  return start.isCertain('day') || start.isCertain('weekday');
}

/** As exact as the words are: a year, a month, a week, a day, a minute. */
function dateText(
  kind: FoundDate['kind'],
  { start, end, text }: ParsedResult,
  said: SaidAt,
): string {
  if (kind === 'week') return `week of ${dayText(mondayOf(start, said))}`;
  if (kind === 'day-part') return dayText(localDay(said));
  // In "call 555-1210 today" the digits are no time of day.
  const isTimed = (at: ParsedComponents) =>
    at.isCertain('hour') && (kind === 'count' || !BARE_NUMBER.test(text));
  const from = timeText(start, isTimed(start));
  return end ? `${from} to ${timeText(end, isTimed(end))}` : from;
}

function timeText(at: ParsedComponents, isTimed: boolean): string {
  const { year, month, day, hour, minute } = partsOf(at);
  const date = dayText(Date.UTC(year, month - 1, day));
  if (hasDay(at)) return isTimed ? `${date} ${padded(hour)}:${padded(minute)}` : date;
  return at.isCertain('month') ? date.slice(0, 7) : date.slice(0, 4);
}

/** The Monday of a week, as UTC: parsers begin it on different days. */
function mondayOf(at: ParsedComponents, said: SaidAt): number {
  const { year, month, day } = partsOf(at);
  const today = localDay(said);
  const weeks = Math.trunc((Date.UTC(year, month - 1, day) - today) / (7 * DAY_MS));
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return today + (weeks * 7 - sinceMonday) * DAY_MS;
}

/** The day that it is there, as midnight in UTC. */
function localDay({ nowMs, utcOffsetMinutes }: SaidAt): number {
  const local = nowMs + utcOffsetMinutes(nowMs) * 60_000;
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/** Noon of the 15th there, as a time. */
function middleOfMonth(said: SaidAt): number {
  const today = new Date(localDay(said));
  const noon = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 15, 12);
  return noon - said.utcOffsetMinutes(said.nowMs) * 60_000;
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

function dayText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}

const QUOTED =
  /"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|»[^«\n]*«|‘[^’\n]*’|`[^`\n]*`|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|(?<=^|[\s(])'[^'\n]+'(?=$|[\s.,;:!?)])/gu;
const OPENS_SENTENCE = /(?:^|[.!?:;\n–—•*(-])\s*$/u;
const WORK =
  'song|film|movie|book|band|album|novel|series|magazine|newspaper|Lied|Buch|Roman|Zeitung|Serie|chanson|livre|canción|película|libro';
const NAMED_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${WORK}|(?:is|are|was|were|be|been|${WORK}) called|named|titled|entitled|namens|heißt|appelée?|llamad[oa])\\s*[:,]?\\s*$`,
  'iu',
);
const NAMED_BEHIND = new RegExp(
  `^\\s+(?:is|was|ist|war|est|es|è)\\s+(?:\\p{L}+\\s+){1,3}(?:${WORK})(?!\\p{L})`,
  'iu',
);
/** Parts of a path, an address or an identifier: "today.txt". */
const GLUED_BEFORE = /[\p{L}\p{N}][._/\\@#-]$|[/\\@#_]$/u;
const GLUED_BEHIND = /^[._/\\@#-][\p{L}\p{N}_]/u;

/** Whether a place in a text is quoted: it says nothing about the day on which it is read. */
function isQuoted(text: string, index: number): boolean {
  for (const { index: start, 0: quoted } of text.matchAll(QUOTED)) {
    if (start < index && index < start + quoted.length) return true;
  }
  return false;
}

/** Whether words are a name: written with a capital within a sentence, said to be one, or part of one. */
function isName(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start);
  const isCapital = /^\p{Lu}/u.test(text.slice(start)) && !OPENS_SENTENCE.test(before);
  const behind = text.slice(end);
  const isGlued = GLUED_BEFORE.test(before) || GLUED_BEHIND.test(behind);
  return isCapital || isGlued || NAMED_BEFORE.test(before) || NAMED_BEHIND.test(behind);
}
