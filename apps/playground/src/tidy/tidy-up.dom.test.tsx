import { createLongTermMemory } from '@agent-memory/long-term';
import { proposeConsolidation } from '@agent-memory/long-term/consolidation';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TidyUp } from './tidy-up.tsx';

afterEach(cleanup);

test('[EXT-9] a person accepts a proposal and undoes it, and one that they decline does not come back', async () => {
  const longTerm = createLongTermMemory({ user: 'ada', sweepEveryMs: 0 });
  const fact = { type: 'user', kind: 'fact', source: 'user_stated', subject: 'Ada' } as const;
  await longTerm.store({ ...fact, text: 'Ada likes long walks.' });
  await longTerm.store({ ...fact, text: 'Ada really likes long walks.' });
  const count = async () => (await longTerm.list()).items.length;
  expect(await count()).toBe(2);
  const { unmount } = render(<TidyUp longTerm={longTerm} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  const undo = await screen.findByRole('button', { name: 'Undo 1 change' });
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  expect(await count()).toBe(1);
  fireEvent.click(undo);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  await expect.poll(() => screen.queryByRole('region')).toBeNull();
  expect(await count()).toBe(2);
  unmount();

  expect(await proposeConsolidation(longTerm)).toEqual([]);
});
