import { expect, test } from 'vitest';
import { aDecision } from '../../testing/plan-fixture.ts';
import { partsInOrder } from './related-items.ts';

test('[RET-3] the parts of a section are told apart by whether they are sent, in their order', () => {
  const tokens = (sent: number) => ({ raw: 9, sent, source: 'counted' }) as const;
  const parts = [
    aDecision('cut', { fate: 'not-selected', tokens: tokens(0) }),
    aDecision('first', { fate: 'sent', tokens: tokens(9) }),
    aDecision('pinned', { fate: 'pinned', tokens: tokens(9) }),
    aDecision('empty', { fate: 'sent', tokens: tokens(0) }),
    aDecision('old', { fate: 'expired', tokens: tokens(0) }),
  ];
  const { inside, leftOut } = partsInOrder(parts);
  expect(inside.map(({ itemId }) => itemId)).toEqual(['first', 'pinned', 'empty']);
  expect(leftOut.map(({ itemId }) => itemId)).toEqual(['cut', 'old']);
});
