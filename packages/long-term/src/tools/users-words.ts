import type { Entry } from '@agent-memory/core';
import { isOwn, ownWords } from '../extraction/find/own-words.ts';
import { readableEntries } from '../extraction/find/readable-entry.ts';
import { isMadeUp, isOfOthersMoney, ownClaimOf } from '../extraction/find/reported-words.ts';
import { sentencesAround, withoutObjection } from '../extraction/find/sentences.ts';
import { isSupported, stemsIn } from '../extraction/find/support.ts';

/** A model names the user, who says "I". */
const NAME = /^\p{Lu}[\p{L}-]+(?:['’]s)? /u;
/** Fewer letters stand in any message. */
const LEAST_QUOTE = 4;

/** What a model claims of the user's words; each field as the model gave it. */
interface Claim {
  readonly text: unknown;
  readonly quote: unknown;
  readonly value: unknown;
  readonly reason: unknown;
}

/**
 * Whether the user said in one of these messages what a statement says: the quotation stands to the letter
 * in words of their own, and its sentences say the same. Pasted, reported and imported text and results of tools
 * are not theirs. A value and a reason are kept with the statement, so they stand there as well.
 */
export function isSaidByUser(
  { text, quote, value, reason }: Claim,
  entries: readonly Entry[],
): boolean {
  if (typeof text !== 'string' || typeof quote !== 'string') return false;
  if (quote.trim().length < LEAST_QUOTE) return false;
  const own = entries.filter(({ isImported }) => isImported !== true);
  return readableEntries(own).some((entry) => {
    if (entry.role !== 'user' || !isOwn(quote, entry.text)) return false;
    if (isMadeUp(entry.text)) return false;
    const said = sentencesAround(entry.text, quote).map((one) =>
      ownClaimOf(withoutObjection(one) ?? one),
    );
    const claims = said.filter((one) => one !== undefined);
    if (claims.length < said.length) return false;
    if (isOfOthersMoney(text, entry.text, ownWords(entry.text), claims)) return false;
    const source = claims.join(' ');
    const isReason = reason === undefined || isSupported(String(reason), source);
    if (!isReason || !valuesOf(value).every((one) => standsIn(one, source))) return false;
    return [text, text.replace(NAME, '')].some(
      (one) => stemsIn(one).length > 0 && isSupported(one, source),
    );
  });
}

/** The texts and numbers of a value, however deep. */
function valuesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** In other case and spacing it is the same value: "DE89 3704" and "de893704". */
function standsIn(value: string, source: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[\s,.-]+/gu, '');
  return bare(source).includes(bare(value));
}
