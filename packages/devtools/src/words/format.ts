import type { TokenSource } from '@agent-memory/core';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** `18,402` */
export function formatWhole(value: number): string {
  return whole.format(value);
}

/** At most two decimals: `0.35`, `1,204`. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** A confidence of 0…1: `90 %`. */
export function formatConfidence(confidence: number): string {
  return `${whole.format(confidence * 100)} %`;
}

/** A score on a scale of its own: `0.0164`, `2.31`. */
export function formatScore(score: number): string {
  return threeDigits.format(score);
}

/** A figure as far as it is known: `1,234` when counted, `≈1,234` from any source less sure. */
export function formatTokens(tokens: number, source: TokenSource): string {
  const isSure = source === 'counted' || source === 'provider';
  return isSure ? formatWhole(tokens) : `≈${formatWhole(tokens)}`;
}

/** The same for those who listen: `1,234 tokens, estimated`. */
export function spokenTokens(tokens: number, source: TokenSource): string {
  return `${formatWhole(tokens)} ${tokens === 1 ? 'token' : 'tokens'}, ${source}`;
}

/** A share of 0…1 as `12.3 %`; what is there but rounds to nothing is `<0.1 %`. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.000_5) return '<0.1 %';
  return `${oneDecimal.format(share * 100)} %`;
}

/** `1 message`, `14 messages` */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatWhole(count)} ${count === 1 ? one : many}`;
}

const BYTES = [
  { unit: 'TB', bytes: 1e12 },
  { unit: 'GB', bytes: 1e9 },
  { unit: 'MB', bytes: 1e6 },
  { unit: 'kB', bytes: 1e3 },
] as const;

/** `812 bytes`, `2.4 MB`, `118 GB`, in steps of 1,000. */
export function formatBytes(bytes: number): string {
  for (const step of BYTES) {
    if (bytes >= step.bytes) return `${threeDigits.format(bytes / step.bytes)} ${step.unit}`;
  }
  return formatCount(bytes, 'byte');
}

/** `3 ms`, `3.2 s`, `2 min` */
export function formatDuration(durationMs: number): string {
  if (durationMs < 999.5) return `${formatWhole(durationMs)} ms`;
  if (durationMs < 99_950) return `${oneDecimal.format(durationMs / 1_000)} s`;
  return `${formatWhole(durationMs / 60_000)} min`;
}

const AGES = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1_000 },
] as const;

/** The age of something at a moment: `now`, `8 s`, `3 min`, `2 h`, `5 d`. */
export function formatAge(createdAtMs: number, atMs: number): string {
  const ageMs = atMs - createdAtMs;
  for (const { unit, ms } of AGES) {
    if (ageMs >= ms) return `${formatWhole(Math.floor(ageMs / ms))} ${unit}`;
  }
  return 'now';
}

/** A moment in the reader's own time zone: `14:02:11`, with the day when it was another one. */
export function formatMoment(ms: number, nowMs: number): string {
  const moment = new Date(ms);
  const time = moment.toLocaleTimeString('en-GB');
  return moment.toDateString() === new Date(nowMs).toDateString()
    ? time
    : `${moment.toLocaleDateString('en-CA')} ${time}`;
}

/** `#4` for one message, `#4–#17` for a run; `toSeq` is exclusive. */
export function formatPlaces(fromSeq: number, toSeq: number): string {
  return toSeq - fromSeq <= 1 ? `#${fromSeq}` : `#${fromSeq}–#${toSeq - 1}`;
}

/**
 * Words for a name out of one of core's unions. The unions are open: a package can add kinds that this
 * panel has never heard of. `undefined` for such a one.
 */
export function knownWords<Words>(
  words: Readonly<Record<string, Words>>,
  name: string,
): Words | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** Looks codes up among words; one that this panel has never heard of reads by its own name. */
export function wordsFrom(words: Readonly<Record<string, string>>): (code: string) => string {
  return (code) => knownWords(words, code) ?? wordsOfCode(code);
}

/** A name and its meaning, for people. */
export interface Term {
  readonly name: string;
  readonly meaning: string;
}

/** The same with meanings. `newer` is the meaning of one that this panel has never heard of. */
export function termsFrom(
  terms: Readonly<Record<string, Term>>,
  newer = 'a name that is newer than this panel',
): (code: string) => Term {
  return (code) => knownWords(terms, code) ?? { name: wordsOfCode(code), meaning: newer };
}

/** A code as it can be read: `QUOTA_HELD`, `quota-held` and `quotaHeld` are all `quota held`. */
export function wordsOfCode(code: string): string {
  return code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The same with a capital letter in front, for titles. */
export function titleOfCode(code: string): string {
  return capitalised(wordsOfCode(code));
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A reason that core gives without capital and full stop, as a sentence of its own. */
export function asSentence(words: string): string {
  return `${capitalised(words)}.`;
}

/** A choice in a menu. */
export interface MenuItem<Value extends string> {
  readonly value: Value;
  readonly name: string;
}
