import type { CheckedDraft } from '../policy/memory-draft.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import { bareText } from '../records/bare-text.ts';
import type { MemoryRecord, RecordSource } from '../records/memory-record.ts';

/** Sources that know something by themselves: the user, and a tool that looked. */
const WITNESSES: readonly RecordSource[] = [
  'user_stated',
  'user_correction',
  'in_session_correction',
  'tool_verified',
];

/** Whether a source knows it by itself, so that it confirms what others only repeat. */
export function isWitness(source: RecordSource): boolean {
  return WITNESSES.includes(source);
}

/**
 * A draft no surer than what it repeats [GRD-1]: saying again, copying or summarising is no confirmation.
 * The least sure of several origins counts; a confirmed one is as sure as its confirmation. A user who
 * confirms an answer vouches for no claim from outside that it repeats.
 */
export function asSureAsItsOrigins(
  draft: CheckedDraft,
  origins: readonly MemoryRecord[],
): CheckedDraft {
  if (isWitness(draft.source) && draft.nature !== 'confirmation') return draft;
  const unconfirmed = origins.filter(({ verifiedAtMs }) => verifiedAtMs === undefined);
  const [least] = unconfirmed.sort((one, other) => worthOf(one) - worthOf(other));
  if (least === undefined || worthOf(least) >= worthOf(draft)) return draft;
  const confidence = Math.min(draft.confidence, least.confidence);
  return { ...draft, source: least.source, confidence, pinned: false };
}

/** The highest confidence that a record may have: what its source is worth, or a tool's word once it is confirmed. */
export function worthOf({
  source,
  verifiedAtMs,
}: Pick<MemoryRecord, 'source' | 'verifiedAtMs'>): number {
  const { sources } = WRITE_POLICY;
  const worth = sources[source].confidence;
  return verifiedAtMs === undefined ? worth : Math.max(worth, sources.tool_verified.confidence);
}

/** Texts with fewer words than this are no copies of each other unless they are the same. */
export const FEWEST_WORDS = 5;
/** The share of the words of the shorter text that the longer one has. */
export const COPIED_SHARE = 0.85;

/** Those of the records that a text repeats: to the letter, as a part, or in nearly the same words. */
export function repeatedBy(
  text: string,
  records: readonly MemoryRecord[],
): readonly MemoryRecord[] {
  const said = bareText(text);
  const words = wordsOf(text);
  return records.filter((record) => {
    if (bareText(record.text) === said) return true;
    const others = wordsOf(record.text);
    const [fewer, more] = words.size < others.size ? [words, others] : [others, words];
    if (fewer.size < FEWEST_WORDS) return false;
    const shared = [...fewer].filter((word) => more.has(word)).length;
    return shared / fewer.size >= COPIED_SHARE;
  });
}

const GROUPED_NUMBER = /(?<![\d.,])\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)/gu;
const WHOLE_NUMBER = /(?<=\d)[.,]0+(?![\d.,])/gu;

/** The words of a text; "71,400", "71.400,00" and "71 400" are the number 71400. */
export function wordsOf(text: string): ReadonlySet<string> {
  const plain = text
    .replace(GROUPED_NUMBER, (number) => number.replace(/\D/gu, ''))
    .replace(WHOLE_NUMBER, '');
  return new Set(
    bareText(plain, ' ')
      .split(/\s+/u)
      .filter((word) => word !== ''),
  );
}
