import type { Entry } from '@agent-memory/core';
import { mayBeOfOthers } from '../extraction/find/other-authors.ts';
import { isOwn, ownWords } from '../extraction/find/own-words.ts';
import { readableEntries } from '../extraction/find/readable-entry.ts';
import { sentencesAround, withoutObjection } from '../extraction/find/sentences.ts';
import { isSupported, stemsIn } from '../extraction/find/support.ts';
import { isMadeUp, isOfOwnMoney, ownClaimOf } from './reported-words.ts';

/** A model names the user, who says "I". */
const NAME = /^\p{Lu}[\p{L}-]+(?:['’]s)? /u;
/** Fewer letters stand in any message. */
const LEAST_QUOTE = 4;

/**
 * Whether the user said in one of these messages what a statement says: the quotation stands to the letter
 * in words of their own, and its sentences say the same. Pasted, reported and imported text and results of tools
 * are not theirs.
 */
export function isSaidByUser(
  { text, quote }: { readonly text: unknown; readonly quote: unknown },
  entries: readonly Entry[],
): boolean {
  if (typeof text !== 'string' || typeof quote !== 'string') return false;
  if (quote.trim().length < LEAST_QUOTE) return false;
  const own = entries.filter(({ isImported }) => isImported !== true);
  return readableEntries(own).some((entry) => {
    if (entry.role !== 'user' || !isOwn(quote, entry.text)) return false;
    if (mayBeOfOthers(text, entry.text, ownWords(entry.text))) return false;
    if (isMadeUp(entry.text)) return false;
    const said = sentencesAround(entry.text, quote).map((one) =>
      ownClaimOf(withoutObjection(one) ?? one),
    );
    const claims = said.filter((one) => one !== undefined);
    if (claims.length < said.length) return false;
    const isOfMoney = mayBeOfOthers(text, entry.text, '');
    if (isOfMoney && !isOfOwnMoney(entry.text, claims)) return false;
    return [text, text.replace(NAME, '')].some(
      (one) => stemsIn(one).length > 0 && isSupported(one, claims.join(' ')),
    );
  });
}
