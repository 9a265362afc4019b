import type { PlanFacts } from '../source/plan-facts.ts';
import { keyOfSeq, partsOfKey, rangeAt } from './context-rows.ts';
import type { Notice } from './notices.ts';

/** A message that is selected and in no list of this context: where it is. `undefined` where a row shows it. */
export function notListed(
  plan: PlanFacts,
  selectedKey: string | undefined,
  isPast: boolean,
): Notice | undefined {
  if (selectedKey === undefined || isListed(plan, selectedKey)) return undefined;
  const seq = Number(partsOfKey(selectedKey).id);
  return {
    key: 'not-listed',
    severity: 'info',
    title: `Message #${seq} is not in this list`,
    text: whereItIs(plan, seq, isPast),
  };
}

/** Whether the row of a key can be listed; the original of a message only where it left. */
export function isListed(plan: PlanFacts, key: string): boolean {
  const { kind, id } = partsOfKey(key);
  if (kind !== 'entry') return true;
  const seq = Number(id);
  return rangeAt(plan, seq) !== undefined || keyOfSeq(plan, seq) !== key;
}

function whereItIs(plan: PlanFacts, seq: number, isPast: boolean): string {
  if (seq < plan.transcriptLength) {
    return 'This context neither sends it nor has anything stand for it; its original is kept.';
  }
  return isPast
    ? 'It was said after this call. Go back to live to see it in the list.'
    : 'It is newer than this context; the next call takes it in.';
}
