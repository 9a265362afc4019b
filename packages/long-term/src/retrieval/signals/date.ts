import type { DateMention } from '../text/date-mentions.ts';

const DAY_MS = 86_400_000;
/** People tell what happened within the next days, and announce it in the days before. */
const FADES_AFTER_DAYS = 5;
const FADES_BEFORE_DAYS = 3;

/** From when until when, in milliseconds since 1970. */
type Span = readonly [fromMs: number, toMs: number];

/** How well times fit the dates that a question names: 1 within one of them, fading around it. */
export function dateFits(
  timesMs: Float64Array,
  capacity: number,
  mentions: readonly DateMention[],
): Float32Array {
  const fits = new Float32Array(capacity);
  if (mentions.length === 0) return fits;
  const spans = spansOf(mentions, timesMs);
  for (let at = 0; at < capacity; at += 1) {
    const time = timesMs[at] ?? Number.NaN;
    if (!Number.isNaN(time)) fits[at] = fitOf(time, spans);
  }
  return fits;
}

/** A month without a year is that of every year that there is. */
function spansOf(mentions: readonly DateMention[], timesMs: Float64Array): readonly Span[] {
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const time of timesMs) {
    if (time < earliest) earliest = time;
    if (time > latest) latest = time;
  }
  const years = yearsBetween(earliest, latest);
  return mentions.flatMap((mention) =>
    (mention.year === undefined ? years : [mention.year]).map((year) => spanOf(mention, year)),
  );
}

/** The years of a collection; of one that is far too long, the latest hundred. */
function yearsBetween(fromMs: number, toMs: number): readonly number[] {
  if (fromMs > toMs) return [];
  const last = new Date(toMs).getUTCFullYear() + 1;
  const first = Math.max(new Date(fromMs).getUTCFullYear() - 1, last - 100);
  if (!Number.isFinite(first)) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function fitOf(timeMs: number, spans: readonly Span[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [fromMs, toMs] of spans) {
    const before = (fromMs - timeMs) / FADES_BEFORE_DAYS;
    const after = (timeMs - toMs) / FADES_AFTER_DAYS;
    const fade = Math.max(before, after, 0);
    if (fade < least) least = fade;
  }
  return Math.exp(-least / DAY_MS);
}

function spanOf({ month, day }: DateMention, year: number): Span {
  if (month === undefined) return [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  if (day === undefined) return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  return [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)];
}
