import { termsOf } from './terms.ts';

/** A message that was found, and how well it fits. */
export interface Found {
  readonly seq: number;
  readonly score: number;
}

/** A term of a query, and how much it says. */
export type TermWeights = ReadonlyMap<string, number>;

/** How fast a term that stands there more often stops saying more (BM25's k1). */
const SATURATION = 1.2;
/** How much a long message is held to its length (BM25's b): a long result holds much of use. */
const LENGTH_PART = 0.5;
/** The newer one of two that fit as well is the likelier to hold. */
const RECENCY = 0.5;
/** Terms of a query beyond that say little; the rarest stay. */
const MOST_TERMS = 60;
const MOST_CHARACTERS = 100_000;
/** Letters of a word that may have other forms, and the least part of the longer form that they share. */
const SHORTEST_FORM = 5;
const LEAST_SHARED = 0.6;
/** Words of a query that stand nowhere and are looked for in other forms. */
const MOST_ABSENT = 8;

/**
 * Which terms stand in which messages of one conversation, in order; messages are only added. It holds
 * places and counts, no text.
 */
export class MessageIndex {
  readonly #postings = new Map<string, number[]>();
  readonly #lengths: number[] = [];
  readonly #worths: number[] = [];
  /** Terms by the letters that other forms share with them; made when the first word stands nowhere. */
  #byBeginning: Map<string, string[]> | undefined;
  #documents = 0;
  #totalLength = 0;

  /** Messages that were taken, with text or without. */
  get length(): number {
    return this.#lengths.length;
  }

  /**
   * Takes the next message. A text of 100,000 characters and more is found by its start.
   *
   * @param worth how much its words say, beside those of the user.
   */
  add(text: string, worth = 1): void {
    const seq = this.#lengths.length;
    const counts = new Map<string, number>();
    let length = 0;
    for (const term of termsOf(text.slice(0, MOST_CHARACTERS))) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
      length += 1;
    }
    for (const [term, count] of counts) {
      const postings = this.#postings.get(term);
      if (postings) postings.push(seq, count);
      else {
        this.#postings.set(term, [seq, count]);
        if (this.#byBeginning) enter(this.#byBeginning, term);
      }
    }
    this.#lengths.push(length);
    this.#worths.push(worth);
    this.#totalLength += length;
    if (length > 0) this.#documents += 1;
  }

  /** The terms of a query that stand anywhere, and what each says of a message that has it. */
  weigh(query: string): TermWeights {
    const asked = [...new Set(termsOf(query))];
    const there = asked.filter((term) => this.#postings.has(term));
    const absent = asked.filter(
      (term) => term.length >= SHORTEST_FORM && !this.#postings.has(term),
    );
    const forms = absent.slice(0, MOST_ABSENT).flatMap((term) => this.#otherForms(term));
    const weighed = [...new Set([...there, ...forms])].map((term) => {
      const documents = (this.#postings.get(term)?.length ?? 0) / 2;
      const weight = Math.log(1 + (this.#documents - documents + 0.5) / (documents + 0.5));
      return [term, weight] as const;
    });
    return new Map(weighed.sort((a, b) => b[1] - a[1]).slice(0, MOST_TERMS));
  }

  /** Terms that differ from one that stands nowhere in their ending: other cases, other numbers. */
  #otherForms(term: string): readonly string[] {
    if (!this.#byBeginning) {
      this.#byBeginning = new Map();
      for (const other of this.#postings.keys()) enter(this.#byBeginning, other);
    }
    return (this.#byBeginning.get(beginningOf(term)) ?? []).filter((other) => {
      let shared = SHORTEST_FORM - 1;
      while (shared < term.length && term[shared] === other[shared]) shared += 1;
      return shared >= LEAST_SHARED * Math.max(term.length, other.length);
    });
  }

  /** The messages that fit best, best first, no more than `most`; of equals the newer one. */
  best(weights: TermWeights, most: number): readonly Found[] {
    const scores = new Float64Array(this.length);
    const average = Math.max(1, this.#totalLength / Math.max(1, this.#documents));
    for (const [term, weight] of weights) {
      const postings = this.#postings.get(term) ?? [];
      for (let at = 0; at + 1 < postings.length; at += 2) {
        const seq = postings[at] ?? 0;
        const count = postings[at + 1] ?? 0;
        const share = (this.#lengths[seq] ?? 0) / average;
        const held = count + SATURATION * (1 - LENGTH_PART + LENGTH_PART * share);
        const score = ((this.#worths[seq] ?? 1) * weight * count * (SATURATION + 1)) / held;
        scores[seq] = (scores[seq] ?? 0) + score;
      }
    }
    let found: Found[] = [];
    let least = 0;
    for (let seq = scores.length - 1; seq >= 0; seq -= 1) {
      const score = (scores[seq] ?? 0) * (1 + (RECENCY * seq) / this.length);
      if (score <= least) continue;
      found.push({ seq, score });
      if (found.length < 2 * most) continue;
      found = found.sort(bestAhead).slice(0, most);
      least = found.at(-1)?.score ?? 0;
    }
    return found.sort(bestAhead).slice(0, most);
  }
}

function bestAhead(one: Found, other: Found): number {
  return other.score - one.score || other.seq - one.seq;
}

function beginningOf(term: string): string {
  return term.slice(0, SHORTEST_FORM - 1);
}

function enter(byBeginning: Map<string, string[]>, term: string): void {
  const terms = byBeginning.get(beginningOf(term));
  if (terms) terms.push(term);
  else byBeginning.set(beginningOf(term), [term]);
}
