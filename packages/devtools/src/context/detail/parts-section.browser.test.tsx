import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FixtureMemory } from '../../testing/fixture-memory.ts';
import { newerKind } from '../../testing/newer-kind.ts';
import { panelPerTest } from '../../testing/panel-per-test.ts';
import { aDecision, aMadeItem, aPlan } from '../../testing/plan-fixture.ts';

const panel = panelPerTest();

test('[RET-3] a section tells its parts: those that are sent, and those left out with the reason', async () => {
  const plan = aPlan([
    aMadeItem({ id: 'records', kind: newerKind('records'), tier: 'live' }, 'Lives in Rome.', {
      parts: [
        aDecision('mem-1', {
          tier: 'live',
          rule: newerKind('RETRIEVED'),
          sentence: 'It names Rome, which the question asks for.',
        }),
        aDecision('mem-2', {
          tier: 'live',
          fate: 'not-selected',
          rule: newerKind('BELOW_LIMIT'),
          tokens: { raw: 40, sent: 0, source: 'counted' },
          sentence: 'Five others are likelier.',
          remedy: 'Ask for six.',
        }),
      ],
    }),
  ]);
  panel.show(new FixtureMemory({ plan }));
  await page.getByRole('row').filter({ hasText: 'Lives in Rome.' }).click();
  const parts = page.getByRole('region', { name: 'Parts' });
  await expect.element(parts.getByRole('heading', { name: '1 part sent' })).toBeVisible();
  await expect
    .element(parts.getByText('It names Rome, which the question asks for.'))
    .toBeVisible();
  await expect.element(parts.getByRole('heading', { name: '1 part left out' })).toBeVisible();
  const left = parts.getByRole('listitem').nth(1);
  await expect.element(left).toHaveTextContent(/not selected.*Five others are likelier\./i);
  await expect.element(left).toHaveTextContent('Ask for six.');
  await expect.element(left).toHaveTextContent(/mem-2 · 40 tokens · BELOW_LIMIT/);
});

test('[HIS-4] what was cut names the settings that keep it, as the memory found them', async () => {
  const tokens = { raw: 900, sent: 60, source: 'counted' } as const;
  const item = aMadeItem({ id: 'page', kind: 'notes', tier: 'live' }, 'Checkout, step 2.', {
    fate: 'trimmed',
    rule: 'LIVE_OVER_SHARE',
    tokens,
  });
  const remedies = async () => [{ option: 'inputBudget', atLeast: 20_500 } as const];
  panel.show(Object.assign(new FixtureMemory({ plan: aPlan([item]) }), { remedies }));
  await page.getByRole('row').filter({ hasText: 'Checkout, step 2.' }).click();
  await expect
    .element(page.getByText('An input budget of 20,500 tokens keeps it whole.'))
    .toBeVisible();
});
