import { type AttributeStatement, attributesIn, isOneClause, valueRelation } from './attributes.ts';
import { claimOf, takesBack } from './claims.ts';
import { partsBeyond } from './says-more.ts';

/** How two statements about attributes of the user stand to each other. */
type AttributeRelation = 'same' | 'replaces' | 'may-contradict' | 'beside';

/**
 * How a statement of the user about themselves stands to an earlier one, both in the first person;
 * `undefined` where neither an attribute of which they have one nor a taken-back claim decides.
 *
 * @param isTold somebody who understood the user tells it of them: it is no figure of speech.
 */
export function userRelation(
  now: string,
  before: string,
  { isTold = false }: { readonly isTold?: boolean } = {},
): AttributeRelation | undefined {
  const told = (one: AttributeStatement) => (isTold ? { ...one, isSure: true } : one);
  const [ours, theirs] = [attributesIn(now).map(told), attributesIn(before)];
  const relations = ours.flatMap((one) => theirs.map((other) => relationOfTwo(one, other)));
  for (const relation of ['replaces', 'may-contradict'] as const) {
    if (relations.includes(relation)) return relation;
  }
  if (relations.includes('same')) {
    return isOneClause(now) && isOneClause(before) ? 'same' : 'may-contradict';
  }
  if (takesBack(claimOf(now), claimOf(before), now.toLowerCase())) return 'replaces';
  // Both are about attributes, and about others or other values.
  return relations.length > 0 ? 'beside' : undefined;
}

/** Whether an earlier statement would take something else with it if a newer one ended it. */
export function saysMoreThan(now: string, before: string): boolean {
  const ours = attributesIn(now);
  const isDecided = (part: string) =>
    attributesIn(part).some((other) =>
      ours.some((one) => ['replaces', 'same'].includes(relationOfTwo(one, other))),
    );
  return partsBeyond(now, before, isDecided).length > 0;
}

function relationOfTwo(now: AttributeStatement, before: AttributeStatement): AttributeRelation {
  if (!now.attributes.some((attribute) => before.attributes.includes(attribute))) return 'beside';
  const values = valueRelation(now, before);
  if (now.isOver && before.isOver) return values === 'same' ? 'same' : 'beside';
  if (now.isOver) return values === 'same' || values === 'less' ? 'replaces' : 'beside';
  if (before.isOver) {
    if (!now.isSure && values !== 'same') return 'may-contradict';
    return values === 'same' || before.attributes.length === 1 ? 'replaces' : 'beside';
  }
  if (now.isNarrowed || before.isNarrowed) return 'may-contradict';
  if (values === 'same' || values === 'less') return 'same';
  // "My favourite editor is acting up": no name takes the place of one.
  const isLess = before.isNamed && !now.isNamed && isFavourite(now);
  return values === 'more' || (now.isSure && !isLess) ? 'replaces' : 'may-contradict';
}

function isFavourite({ attributes }: AttributeStatement): boolean {
  return attributes.some((attribute) => attribute.startsWith('favourite '));
}
