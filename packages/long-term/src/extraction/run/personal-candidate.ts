import { type Entry, textOf } from '@agent-memory/core';
import { speaksOfSelf } from '../../change/user/speaks-of-self.ts';
import type { Candidate } from '../candidate.ts';
import { sentencesAround, sentencesOf } from '../find/sentences.ts';
import { isSupported } from '../find/support.ts';

/**
 * Whether somebody says it of themselves: in the sentences that it was drawn from, or in the one that has its
 * reason. A model's other words for it share it as little [NS-3].
 */
export function isPersonal({ spans, reason }: Candidate, said: Entry | undefined): boolean {
  const [{ quote }] = spans;
  const text = said ? textOf(said.message) : '';
  const reasons = sentencesOf(text).filter(
    (sentence) => reason !== undefined && isSupported(reason, sentence.text),
  );
  const drawnFrom = [...sentencesAround(text, quote), ...reasons].map((sentence) => sentence.text);
  return said?.message.role === 'user' && [quote, ...drawnFrom].some((one) => speaksOfSelf(one));
}
