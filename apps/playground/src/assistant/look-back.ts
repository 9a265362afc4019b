import { type AssistantMove, call, stepWith, type Turn } from './assistant-move.ts';
import type { Place } from './user-words.ts';

/** Markers of what is not whole in the context any more. */
const LEFT_OUT = /<earlier-conversation>|\[Left out: |characters left out; recall\(/;

/** Whether something was said or returned that the context does not hold whole. */
export function isAnythingLeftOut({ texts }: Pick<Turn, 'texts'>): boolean {
  return texts.some(
    ({ origin, text }) => (origin === 'archive' || origin === 'tool') && LEFT_OUT.test(text),
  );
}

/** Words that hold what is wanted, or lead there. */
export interface Found {
  readonly place: Place;
  /** Arguments of the call that brings it back whole. Default: the message where the words stand. */
  readonly recall?: Readonly<Record<string, number>>;
}

/**
 * The next step towards something that is not in sight: a search, then the whole message of what the search found.
 * `undefined` where it is in sight, or where there is nothing more to try.
 */
export function lookBack(
  turn: Turn,
  query: string,
  found: Found | undefined,
): AssistantMove | undefined {
  if (!found) {
    const canSearch = turn.tools.has('search_session') && !stepWith(turn, 'search_session');
    return canSearch && isAnythingLeftOut(turn) ? call('search_session', { query }) : undefined;
  }
  const { place } = found;
  if (place.kind !== 'brought-back' || place.by !== 'search_session') return undefined;
  const wanted = found.recall ?? { message: place.seq };
  const canRecall = turn.tools.has('recall') && !stepWith(turn, 'recall', wanted);
  return canRecall ? call('recall', wanted) : undefined;
}

/** The words for something that is nowhere in sight; tells whether it was searched for. */
export function notSeen(turn: Turn, what: string): string {
  const searched = stepWith(turn, 'search_session')
    ? ' I searched the whole conversation for it too.'
    : '';
  return `I do not see ${what} anywhere in the context I was given.${searched}`;
}
