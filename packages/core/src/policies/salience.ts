import { InvalidOptionError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import type { Entry } from '../transcript/entry.ts';
import {
  type EvictionPolicy,
  type MeasuredUnit,
  type ReasonedChoice,
  reasoned,
} from './eviction-policy.ts';
import { nameFigure, wholeFigure } from './figures.ts';
import { DEFAULT_HALF_LIFE_MESSAGES, heuristicSalience } from './heuristic-salience.ts';

/** How entries are scored: by a function of the caller's, or by the built-in heuristic. */
export type SalienceOptions =
  | {
      /** Tells this score from another; another name is another setting [CMP-8]. */
      readonly name: string;
      /**
       * The worth of an entry, on any scale; lower leaves first. Asked once for each entry (and again
       * when its token count has become exact), so it can look at the entry and at nothing that
       * changes; `entry.seq` serves where age matters.
       */
      readonly score: (entry: Entry) => number;
      readonly halfLifeMessages?: never;
    }
  | {
      readonly name?: never;
      readonly score?: never;
      /** The heuristic's recency halves with each so many messages, 1 or more. Default 20. */
      readonly halfLifeMessages?: number;
    };

const OPTIONS = {
  name: true,
  score: true,
  halfLifeMessages: true,
} as const satisfies KnownNames<SalienceOptions>;

/**
 * The units worth least leave first, until the excess is gone [POL-4]; of equals the older. A unit is
 * worth as much as the best entry in it: a call is nothing without its result, nor a result without
 * its call.
 *
 * Without `score` entries are scored by a heuristic, see `heuristicSalience`. Each text is read once,
 * however many compactions there are.
 *
 * @example salience({ name: 'orders', score: (entry) => (textOf(entry.message).includes('order_') ? 1 : 0) })
 * @throws InvalidOptionError if a figure is out of range, or `score` is no function or has no `name`;
 * from `choose`, if `score` gives no number.
 */
export function salience(options: SalienceOptions = {}): EvictionPolicy {
  refuseUnknown(options, OPTIONS, 'salience');
  if (options.score === undefined) {
    const { halfLifeMessages: given = DEFAULT_HALF_LIFE_MESSAGES } = options;
    const halfLife = wholeFigure('salience.halfLifeMessages', given, 1, 'messages');
    return lowestFirst(`salience(half-life ${halfLife})`, (units) =>
      heuristicSalience(units, halfLife),
    );
  }
  const { score } = options;
  if (typeof score !== 'function') {
    throw new InvalidOptionError('salience.score', 'must be a function of an entry.');
  }
  const name = JSON.stringify(nameFigure('salience.name', options.name));
  const known = new WeakMap<Entry, number>();
  return lowestFirst(`salience(${name})`, () => (entry) => scoreOnce(entry, score, known));
}

function lowestFirst(
  name: string,
  scorerFor: (units: readonly MeasuredUnit[]) => (entry: Entry) => number,
): EvictionPolicy {
  return reasoned({
    name,
    windows: [],
    chooseWithReasons({ units, excessTokens }) {
      if (excessTokens <= 0) return [];
      const scoreOf = scorerFor(units);
      const ranked = units
        .filter((unit) => !unit.protected)
        .map((unit) => ({ unit, score: unitScore(unit, scoreOf) }))
        .sort((a, b) => (a.score < b.score ? -1 : Number(a.score > b.score)));
      const leaving: typeof ranked = [];
      let freed = 0;
      for (const one of ranked) {
        if (freed >= excessTokens) break;
        leaving.push(one);
        freed += one.unit.tokens;
      }
      const cut = leaving.at(-1)?.score ?? 0;
      return leaving.map(({ unit, score }, index): ReasonedChoice => {
        const place = { mostRank: index + 1, mostRankedUnits: ranked.length };
        const numbers = { ...scores(score, cut), ...place };
        return { start: unit.start, why: { rule: 'LEAST_SALIENT', numbers, keptByRoom: true } };
      });
    },
  });
}

/** Scores may be infinite, and such a figure says nothing. */
function scores(score: number, cut: number): Readonly<Record<string, number>> {
  const isTold = Number.isFinite(score) && Number.isFinite(cut);
  return isTold ? { leastScore: score, mostScore: score, mostCutScore: cut } : {};
}

function unitScore({ entries }: MeasuredUnit, scoreOf: (entry: Entry) => number): number {
  return entries.reduce((best, entry) => Math.max(best, scoreOf(entry)), Number.NEGATIVE_INFINITY);
}

function scoreOnce(
  entry: Entry,
  score: (entry: Entry) => number,
  known: WeakMap<Entry, number>,
): number {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const value = score(entry);
  if (typeof value !== 'number' || Number.isNaN(value)) {
    throw new InvalidOptionError(
      'salience.score',
      `must give a number for every entry; it gave ${String(value)} for message #${entry.seq}.`,
    );
  }
  known.set(entry, value);
  return value;
}
