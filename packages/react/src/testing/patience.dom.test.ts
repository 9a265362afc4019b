import { getConfig } from '@testing-library/react';
import { expect, test } from 'vitest';
import { patience } from '../../../../scripts/patience.mjs';

test('in jsdom, only a hang outlasts a wait of testing-library', () => {
  expect(getConfig().asyncUtilTimeout).toBe(patience.waitMs);
});
