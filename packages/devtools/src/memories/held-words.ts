import type { HeldRecord } from '@agent-memory/long-term';
import { shownLine, shownText } from '../source/message-text.ts';
import { formatAge, formatMoment } from '../words/format.ts';
import { contentFacts, type NamedFact } from './record-facts-words.ts';
import { sourceWords } from './record-words.ts';

/** Longest part of a first line in the list. */
const START_CHARACTERS = 160;
const DAY_MS = 86_400_000;

/** Texts in quarantine in their list. */
export function heldRows(held: readonly HeldRecord[], nowMs: number) {
  return held.map((one) => ({
    key: one.id,
    held: one,
    /** Its first line with letters, hidden characters shown. */
    start: startOfHeld(one.record.text),
    source: sourceWords(one.record.source).name,
    /** The heaviest sign that it was held for. */
    reason: one.reasons[0] ?? NO_REASON,
    age: formatAge(one.heldAtMs, nowMs),
    /** The time that is left for a review. */
    left: leftWords(one.expiresAtMs, nowMs),
  }));
}

const NO_REASON = 'No reason was written down with it.';

/** The reasons, each in a sentence; never none. */
export function heldReasons({ reasons }: HeldRecord): readonly string[] {
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
export function heldFactsOf(held: HeldRecord, nowMs: number): readonly NamedFact[] {
  const { source } = held.record;
  return [
    { name: 'from', value: sourceWords(source).meaning },
    { name: 'held since', value: formatMoment(held.heldAtMs, nowMs) },
    { name: 'erased at', value: formatMoment(held.expiresAtMs, nowMs) },
    ...contentFacts(held.record),
  ];
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
