import type { Candidate, RefusedCandidate } from '../candidate.ts';
import type { ReadableEntry } from './readable-entry.ts';
import { normalised, type Sentence, sentencesOf } from './sentences.ts';
import type { Sign } from './signs/sign.ts';
import { isSupported } from './support.ts';

/** As much of an answer is quoted as names it. */
const LONGEST_REFERENCE = 160;
/** Fewer words of a correction cannot be understood without what it corrects. */
const LEAST_WORDS = 5;

/** The words in which a user puts an answer right or confirms it. */
export type OwnWords = Pick<Candidate, 'type' | 'kind' | 'spans' | 'source'> & {
  readonly said: string;
};

/**
 * A correction or a confirmation, with the words of the answer that it is about [EXT-8]. A record that
 * quotes the answer is as sure as the answer; only a correction that stands in the user's own words alone
 * is theirs [GRD-1].
 */
export function aboutAnswer(
  { nature, kind }: Pick<Sign, 'nature' | 'kind'>,
  { said, ...own }: OwnWords,
  ahead: readonly ReadableEntry[],
): Candidate | RefusedCandidate {
  const [span] = own.spans;
  const entryIds = [span.entryId];
  const isCorrection = nature === 'correction';
  const isWhole = isCorrection && said.split(/\s+/u).length >= LEAST_WORDS;
  const answer = answerIn(ahead);
  if (!answer) {
    if (!isWhole) return { rule: 'NO_REFERENCE', entryIds, kind };
    const alone: Candidate = { ...own, nature, source: 'user_correction', text: said };
    return alone;
  }
  const quote = referenceIn(answer.text, span.quote);
  if (quote === '') return { rule: 'NO_REFERENCE', entryIds, kind };
  const spans: Candidate['spans'] = [span, { entryId: answer.entryId, quote }];
  const whole: Candidate = { ...own, nature, source: 'in_session_correction', text: said, spans };
  if (isWhole) return whole;
  if (isOfTool(quote, ahead)) return { rule: 'EXTERNAL_CLAIM', entryIds, kind };
  const verb = isCorrection ? 'put right' : 'confirmed';
  const text = `The user ${verb} "${quote}": ${said}`;
  const quoting: Candidate = { ...own, nature, source: 'agent_inferred', text, spans };
  return quoting;
}

/** The answer that somebody refers to: the newest that has words. */
export function answerIn(ahead: readonly ReadableEntry[]): ReadableEntry | undefined {
  return ahead.findLast(({ role, text }) => role === 'assistant' && text !== '');
}

/** Whether words of an answer stand in a result of a tool, in these words or in much the same. */
export function isOfTool(quote: string, ahead: readonly ReadableEntry[]): boolean {
  const wanted = normalised(quote);
  return ahead
    .filter(({ role }) => role === 'tool')
    .some(
      ({ text }) =>
        normalised(text).includes(wanted) ||
        sentencesOf(text).some((one) => isSupported(quote, one.text)),
    );
}

/** The sentence of an answer that shares most words with what is said of it; else its first one. */
function referenceIn(answer: string, said: string): string {
  const words = new Set(wordsIn(said));
  const sentences = sentencesOf(answer).filter(({ text }) => /\p{L}{2}/u.test(text));
  const score = (text: string) => wordsIn(text).filter((word) => words.has(word)).length;
  const best = sentences.reduce<Sentence | undefined>(
    (found, one) => (found && score(found.text) >= score(one.text) ? found : one),
    undefined,
  );
  const text = best?.text ?? '';
  if (text.length <= LONGEST_REFERENCE) return text;
  const cut = text.slice(0, LONGEST_REFERENCE);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_REFERENCE / 2));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}
