import { expect, test } from 'vitest';
import { importSentence } from './audit-words.ts';

test('[DEV-6] a file is told in one sentence, without what there was none of', () => {
  const refusal = { rule: 'ERASED', sentence: 'It was erased.' } as const;
  const refused = [{ line: 3, refusal }];
  expect(importSentence({ imported: 1, unchanged: 0, refused })).toBe(
    '1 record taken in, 1 refused',
  );
  expect(importSentence({ imported: 0, unchanged: 1_200, refused: [] })).toBe(
    '0 records taken in, 1,200 known already',
  );
});
