import type { FoundPassage, PassageFacts } from '../source/document-facts.ts';
import { formatCount, formatScore } from './format.ts';
import type { NamedFact } from './record-detail.ts';
import type { NotRecalled } from './why-not-recalled.ts';

/** Passages that a context takes in where the app names no other limit. */
const USUAL_PASSAGES = 5;
/** Passages that are looked through for a rank. */
export const RANKED_PASSAGES = 50;

/** Looks for a passage of a document among those that the last message finds. */
export function whyNotCited(
  { hits, held }: PassageFacts,
  chunkId: string,
  limit = USUAL_PASSAGES,
): NotRecalled {
  const isCutOff = hits.length >= RANKED_PASSAGES;
  const found = formatCount(hits.length, 'passage');
  const given = hits.slice(0, limit);
  const heldBack = held.find((one) => one.chunkId === chunkId);
  if (heldBack) {
    return {
      sentence: `It is held back: it reads like an order to the assistant. ${heldBack.reasons.join(' ')}`,
      remedy:
        'No question brings it in. A version of the document without these words is given out.',
      figures: figuresOf(given, { score: heldBack.score }),
    };
  }
  const hit = hits.find((one) => one.chunkId === chunkId);
  if (!hit) {
    return {
      sentence: `It is not among the ${isCutOff ? `best ${found}` : found} that the last message finds: too little of what it says is asked for.`,
      remedy: 'A question in words of the passage finds it, and so do words of its headings.',
      figures: figuresOf(given, {}),
    };
  }
  const { rank } = hit;
  const place = `number ${rank} of ${isCutOff ? 'at least ' : ''}${found}`;
  const figures = figuresOf(given, hit);
  if (rank <= limit) {
    return {
      sentence: `A search for the last message gives it out now, as ${place}.`,
      remedy:
        'The next context holds it, where the app retrieves documents and the live tier has room for it.',
      figures,
    };
  }
  return {
    sentence: `It is ${place}: it fits too, but a context takes ${limit} where the app names no other limit.`,
    remedy: `A limit of ${rank} passages would take it in.`,
    figures,
  };
}

function figuresOf(
  given: readonly FoundPassage[],
  { rank, score }: Partial<Pick<FoundPassage, 'rank' | 'score'>>,
): readonly NamedFact[] {
  const last = given.at(-1);
  const cut = last
    ? `behind rank ${last.rank}, score ${formatScore(last.score)}`
    : 'nothing is given out';
  return [
    ...(rank === undefined ? [] : [{ name: 'rank', value: String(rank) }]),
    ...(score === undefined ? [] : [{ name: 'score', value: formatScore(score) }]),
    { name: 'cut', value: cut },
  ];
}
