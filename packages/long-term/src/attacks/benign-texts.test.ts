import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { BENIGN } from './testing/benign-texts.ts';

test('[GRD-2] of 120 hard texts of the user’s own at least 118 are stored as their word', async () => {
  const refused: string[] = [];
  for (const draft of BENIGN) {
    const longTerm = createLongTermMemory({ user: 'ada' });
    const outcome = await longTerm.store({ ...draft, source: 'user_stated' });
    if (outcome.kind !== 'stored' || outcome.record.confidence !== 1) refused.push(`${draft.text}`);
    await longTerm.dispose();
  }
  expect(new Set(BENIGN.map(({ text }) => text)).size).toBeGreaterThanOrEqual(120);
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(BENIGN.length - 118);
});
