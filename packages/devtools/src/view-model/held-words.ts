import type { HeldFacts } from '../source/held-facts.ts';
import { shownLine, shownText } from '../source/shown-text.ts';
import { formatAge, formatMoment } from './format.ts';
import type { NamedFact } from './record-detail.ts';
import { kindWords, sourceWords, typeWords } from './record-words.ts';
import type { RowModel } from './row-model.ts';

/** Longest part of a first line in the list. */
const START_CHARACTERS = 160;
const DAY_MS = 86_400_000;

/** A text in quarantine in its list. */
export interface HeldRow extends RowModel {
  readonly facts: HeldFacts;
  /** Its first line with letters, hidden characters shown. */
  readonly start: string;
  readonly source: string;
  /** The heaviest sign that it was held for. */
  readonly reason: string;
  readonly age: string;
  /** The time that is left for a review. */
  readonly left: string;
}

export function heldRows(held: readonly HeldFacts[], nowMs: number): readonly HeldRow[] {
  return held.map((facts) => ({
    key: facts.id,
    facts,
    start: startOfHeld(facts.text),
    source: sourceWords(facts.source).name,
    reason: facts.reasons[0] ?? NO_REASON,
    age: formatAge(facts.heldAtMs, nowMs),
    left: leftWords(facts.expiresAtMs, nowMs),
  }));
}

const NO_REASON = 'No reason was written down with it.';

/** The reasons, each in a sentence; never none. */
export function heldReasons({ reasons }: HeldFacts): readonly string[] {
  return reasons.length === 0 ? [NO_REASON] : reasons;
}

function startOfHeld(text: string): string {
  const line = text.split(/[\r\n]+/).find((one) => /\S/.test(one)) ?? '';
  const shown = shownLine(line.slice(0, START_CHARACTERS)).trim();
  return line.length > START_CHARACTERS ? `${shown}…` : shown;
}

/** `29 d left`; in its last day `ends today`. */
function leftWords(expiresAtMs: number, nowMs: number): string {
  return expiresAtMs - nowMs < DAY_MS ? 'ends today' : `${formatAge(nowMs, expiresAtMs)} left`;
}

/** Everything else about a text in quarantine. Its own fields may be hostile, too. */
export function heldFactsOf(facts: HeldFacts, nowMs: number): readonly NamedFact[] {
  const { type, kind, source, namespace, subject, key, value, heldAtMs, expiresAtMs } = facts;
  const named: readonly (readonly [string, string | undefined])[] = [
    ['from', sourceWords(source).meaning],
    ['held since', formatMoment(heldAtMs, nowMs)],
    ['erased at', formatMoment(expiresAtMs, nowMs)],
    ['type', typeWords(type)],
    ['kind', kindWords(kind)],
    ['namespace', namespace],
    ['subject', subject],
    ['key', key],
    ['value', value === undefined ? undefined : JSON.stringify(value)],
  ];
  return named.flatMap(([name, words]) =>
    words === undefined ? [] : [{ name, value: shownText(words) }],
  );
}

/** Says how many characters nobody would have seen; '' where there is none. */
export function hiddenWords(text: string): string {
  const shown = shownText(text).match(HIDDEN_NUMBER)?.length ?? 0;
  const written = text.match(HIDDEN_NUMBER)?.length ?? 0;
  const hidden = shown - written;
  if (hidden === 0) return '';
  const some = hidden === 1 ? 'One character is' : `${hidden} characters are`;
  return `${some} hidden in it; below, a number in ⟨ ⟩ stands for each.`;
}

const HIDDEN_NUMBER = /⟨U\+[0-9A-F]{4,6}⟩/g;
