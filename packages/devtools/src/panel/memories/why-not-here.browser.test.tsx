import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { addedDocuments } from '../../testing/added-documents.ts';
import { knownRecords } from '../../testing/known-records.ts';
import { button, details, showMemories } from '../../testing/memories-page.ts';
import { panelPerTest } from '../../testing/panel-per-test.ts';

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

test('[DEV-3] a passage of a document says why it is not in the context when it is asked', async () => {
  const { longTerm } = await knownRecords();
  const documents = await addedDocuments();
  await showMemories(panel, longTerm, { mode: 'Documents', documents });
  await page.getByRole('row', { name: /Ferry guide/ }).click();
  await button('Why not here? Chunk 2').click();
  await expect
    .element(
      details().getByText(/^(It is (not among|number \d+ of)|A search for the last) .*passage/),
    )
    .toBeVisible();
  await expect.element(button('Why not here? Chunk 1')).toBeVisible();
});

test('[DEV-3] a search in documents that fails says so, and that nothing was changed', async () => {
  const { longTerm } = await knownRecords();
  const documents = await addedDocuments();
  Object.assign(documents, { search: () => Promise.reject(new Error('The index is gone.')) });
  await showMemories(panel, longTerm, { mode: 'Documents', documents });
  await page.getByRole('row', { name: /Ferry guide/ }).click();
  await button('Why not here? Chunk 1').click();
  await expect
    .element(page.getByText('The recall failed; nothing was changed. The index is gone.'))
    .toBeVisible();
});
