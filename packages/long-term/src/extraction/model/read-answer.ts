/** Something that a model proposes, its fields still to be checked. */
export type Proposal = Readonly<Record<string, unknown>>;

/** An answer that is not of the form asked for. */
export class UnreadableAnswerError extends Error {
  constructor(problem: string) {
    super(`The model's answer cannot be read: ${problem}.`);
    this.name = 'UnreadableAnswerError';
  }
}

const MOST_PROPOSALS = 40;

/**
 * The proposals of an answer. Words or fences around the JSON are passed over.
 * @throws UnreadableAnswerError where there is no such JSON; an empty answer is none.
 */
export function readAnswer(text: string): readonly Proposal[] {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) throw new UnreadableAnswerError('it has no JSON');
  let answer: unknown;
  try {
    answer = JSON.parse(text.slice(from, to + 1));
  } catch {
    throw new UnreadableAnswerError('its JSON is broken');
  }
  const { memories } = answer as { readonly memories?: unknown };
  if (!Array.isArray(memories)) throw new UnreadableAnswerError('it has no list of memories');
  return memories
    .slice(0, MOST_PROPOSALS)
    .map((one) => (typeof one === 'object' && one !== null ? one : {}));
}
