import { type AttributeStatement, attributesIn, isOneClause, valueRelation } from './attributes.ts';
import { claimOf, takesBack } from './claims.ts';

/** How two statements about attributes of the user stand to each other. */
type AttributeRelation = 'same' | 'replaces' | 'may-contradict' | 'beside';

/**
 * How a statement of the user about themselves stands to an earlier one, both in the first person;
 * `undefined` where neither an attribute of which they have one nor a taken-back claim decides.
 */
export function userRelation(now: string, before: string): AttributeRelation | undefined {
  const [ours, theirs] = [attributesIn(now), attributesIn(before)];
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

function relationOfTwo(now: AttributeStatement, before: AttributeStatement): AttributeRelation {
  if (!now.attributes.some((attribute) => before.attributes.includes(attribute))) return 'beside';
  const values = valueRelation(now, before);
  if (now.isOver && before.isOver) return values === 'same' ? 'same' : 'beside';
  if (now.isOver) return values === 'same' || values === 'less' ? 'replaces' : 'beside';
  if (before.isOver) {
    return values === 'same' || before.attributes.length === 1 ? 'replaces' : 'beside';
  }
  if (now.isNarrowed || before.isNarrowed) return 'may-contradict';
  return values === 'same' || values === 'less' ? 'same' : 'replaces';
}
