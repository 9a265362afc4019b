import type { DateMention } from '../text/date-mentions.ts';

const DAY_MS = 86_400_000;
/** People tell what happened within the next days, and announce it in the days before. */
const FADES_AFTER_DAYS = 5;
const FADES_BEFORE_DAYS = 3;

/** How well a time fits the dates that a question names: 1 within one of them, fading around it. */
export function dateFit(atMs: number, mentions: readonly DateMention[]): number {
  let best = 0;
  for (const mention of mentions) {
    for (const year of yearsOf(mention, atMs)) {
      const [fromMs, toMs] = spanOf(mention, year);
      best = Math.max(best, Math.exp(-fadeOf(atMs, fromMs, toMs)));
    }
  }
  return best;
}

function fadeOf(atMs: number, fromMs: number, toMs: number): number {
  if (atMs < fromMs) return (fromMs - atMs) / DAY_MS / FADES_BEFORE_DAYS;
  return atMs < toMs ? 0 : (atMs - toMs) / DAY_MS / FADES_AFTER_DAYS;
}

/** A month without a year is the nearest one: this year's, last year's or the next. */
function yearsOf({ year }: DateMention, atMs: number): readonly number[] {
  if (year !== undefined) return [year];
  const own = new Date(atMs).getUTCFullYear();
  return [own - 1, own, own + 1];
}

function spanOf({ month, day }: DateMention, year: number): readonly [number, number] {
  if (month === undefined) return [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  if (day === undefined) return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  return [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)];
}
