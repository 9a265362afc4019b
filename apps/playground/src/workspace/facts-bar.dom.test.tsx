import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FactsBar } from './facts-bar.tsx';

afterEach(cleanup);

test('[DEV-18] every message is counted where it stands', () => {
  render(<FactsBar presences={['whole', 'left']}>{null}</FactsBar>);
  const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(facts).toEqual(['2 messages', '1 in context', '1 out of it']);
});
