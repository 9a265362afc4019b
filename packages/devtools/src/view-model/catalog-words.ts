import type { PlanFacts } from '../source/plan-facts.ts';
import { formatCount, formatTokens, formatWhole } from './format.ts';

/** The catalog as it stands in the context. */
export interface CatalogState {
  /** A sentence for a person. */
  readonly words: string;
  readonly isTrouble: boolean;
}

const KIND = 'block-catalog';

/** The id of the catalog's item in a plan; `undefined` where it sends none. */
export function catalogItemId(plan: PlanFacts | undefined): string | undefined {
  return plan?.items.find(({ kind }) => kind === KIND)?.id;
}

/**
 * Whether the model sees the list of blocks, and what was cut from it.
 *
 * @param listed numbers of the blocks that the sent text lists
 * @param blocks how many blocks there are
 */
export function catalogState(
  plan: PlanFacts | undefined,
  listed: readonly number[],
  blocks: number,
): CatalogState {
  const item = plan?.items.find(({ kind }) => kind === KIND);
  if (item) {
    const { sent, source } = item.decision.tokens;
    const size = `${formatTokens(sent, source)} tokens`;
    return {
      words: `${listedWords(listed, blocks)} ${size}, sent with each call.`,
      isTrouble: false,
    };
  }
  const withheld = plan?.withheld.find(({ itemId }) => itemId === KIND);
  if (withheld) {
    return {
      words:
        'The catalog found no room beside the messages that cannot leave, so the model does not see it. recall and search_session still reach every block.',
      isTrouble: true,
    };
  }
  return { words: absentWords(plan, blocks), isTrouble: false };
}

function listedWords(listed: readonly number[], blocks: number): string {
  const first = listed[0];
  const last = listed.at(-1);
  if (first === undefined || last === undefined) return 'The catalog is in the context:';
  const which = first === last ? `block ${first}` : `blocks ${first}–${last}`;
  const cut = first > 1 ? ` Cut: ${cutWords(first - 1)}, ${cutReason(listed)}.` : '';
  const later =
    last < blocks
      ? ` ${formatCount(blocks - last, 'block')} that closed since will be listed after the next compaction.`
      : '';
  return `The catalog lists ${which} of ${formatWhole(blocks)} in the context.${cut}${later}`;
}

/** The catalog never lists more than so many. */
const MOST_LISTED = 100;

function cutReason(listed: readonly number[]): string {
  return listed.length >= MOST_LISTED
    ? `older than the newest ${MOST_LISTED}`
    : 'for want of room in its share';
}

function cutWords(last: number): string {
  return last === 1 ? 'block 1' : `blocks 1–${formatWhole(last)}`;
}

function absentWords(plan: PlanFacts | undefined, blocks: number): string {
  if (!plan) return 'No context has been assembled yet, so none lists the blocks.';
  return blocks === 0
    ? 'No block has closed yet, so the context lists none.'
    : 'The context lists no blocks. With sessionRuns({ catalog: true }) it does, from the start of a session or the next compaction on.';
}
