import { expect, test } from 'vitest';
import { aCompaction } from '../testing/plan-fixture.ts';
import { undoOffer } from './undo-offer.ts';

const RECORD = aCompaction({ epoch: 2 });

test('[CMP-12] a compaction under the settings that stand can be taken back', () => {
  expect(undoOffer(RECORD, [RECORD], 2)).toEqual({ kind: 'offered' });
  expect(undoOffer(RECORD, [RECORD], undefined)).toEqual({ kind: 'offered' });
});

test('[CMP-12] what cannot be taken back says why', () => {
  const undo = aCompaction({ id: 'compaction-2', trigger: 'undo', undoes: RECORD.id, epoch: 2 });
  const all = [RECORD, undo];
  expect(undoOffer(RECORD, all, 2)).toEqual({ kind: 'refused', reason: 'Undone already.' });
  expect(undoOffer(undo, all, 2)).toMatchObject({
    reason: expect.stringContaining('took a compaction back'),
  });
  expect(undoOffer(RECORD, [RECORD], 3)).toMatchObject({
    reason: expect.stringContaining('other settings'),
  });
});
