import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { knownRecords } from '../testing/known-records.ts';
import { button, details, showMemories } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';

const panel = panelPerTest();

test('[DEV-3] a record that is not in the context says why when it is asked', async () => {
  const { longTerm, ids } = await knownRecords();
  const before = await longTerm.record(ids.tea);
  await showMemories(panel, longTerm);
  await page.getByRole('row', { name: /green tea/ }).click();
  await button('Why not here?').click();
  await expect
    .element(details().getByText(/^It is (not among|number \d+ of) .*candidate/))
    .toBeVisible();
  expect((await longTerm.record(ids.tea))?.record.uses).toBe(before?.record.uses);
});

test('[DEV-3] a recall that fails says so, and that nothing was changed', async () => {
  const { longTerm } = await knownRecords();
  const retrieve = () => Promise.reject(new Error('The index is gone.'));
  Object.assign(longTerm, { retrieve });
  await showMemories(panel, longTerm);
  await page.getByRole('row', { name: /green tea/ }).click();
  await button('Why not here?').click();
  await expect
    .element(page.getByText('The recall failed; nothing was changed. The index is gone.'))
    .toBeVisible();
});
