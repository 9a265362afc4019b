import { expect, test } from 'vitest';
import { importSentence } from './audit-words.ts';

test('[DEV-6] a file is told in one sentence, without what there was none of', () => {
  const refusal = { rule: 'ERASED', sentence: 'It was erased.' } as const;
  const refused = [{ line: 3, refusal }];
  const taken = { from: 'outside', sentence: 'It was cut off.' } as const;
  expect(importSentence({ imported: 1, unchanged: 0, refused, ...taken })).toBe(
    '1 record taken in, 1 refused. It was cut off.',
  );
  expect(importSentence({ imported: 0, unchanged: 1_200, refused: [], ...taken })).toBe(
    '0 records taken in, 1,200 known already. It was cut off.',
  );
});
