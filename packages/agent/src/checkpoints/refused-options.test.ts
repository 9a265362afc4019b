import { expect, test } from 'vitest';
import { sessionCheckpoints } from './session-checkpoints.ts';

const refused = { code: 'INVALID_OPTION' };

test.each([undefined, null, 5, {}])('[CKP-1] checkpoints of %j are refused in words', (memory) => {
  const { of } = sessionCheckpoints();
  expect(() => of(memory as never)).toThrow(expect.objectContaining(refused));
});
