import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FactsBar } from './facts-bar.tsx';

afterEach(cleanup);

test('[CMP-12] an undo is not counted as a compaction', () => {
  const compactions = [{ trigger: 'auto' }, { trigger: 'undo' }, { trigger: 'manual' }] as const;
  const state = { plan: undefined, compactions, budget: { inputTokens: 8_000 } };
  render(
    <FactsBar state={state} presences={['whole', 'left']}>
      {null}
    </FactsBar>,
  );
  const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(facts).toEqual(['2 compactions', '2 messages', '1 in context', '1 left it']);
});
