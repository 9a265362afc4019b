import type { Documents } from '@agent-memory/documents';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addedDocuments, longDocument } from '../testing/added-documents.ts';
import { knownRecords } from '../testing/known-records.ts';
import { button, details, overflowing, showMemories } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';

const panel = panelPerTest();
const grid = () => page.getByRole('grid', { name: 'Documents, newest first' });
const rows = () => [...panel.shadow().querySelectorAll('.document-grid .rows .row')];
const titles = () => rows().map((row) => row.querySelector('.start-text')?.textContent);
const guideRow = () => page.getByRole('row', { name: /Ferry guide/ });
const chunks = () => [...panel.shadow().querySelectorAll('.chunks li')];

async function show(documents: Documents, options: { readonly widthPixels?: number } = {}) {
  const { longTerm } = await knownRecords();
  return showMemories(panel, longTerm, {
    mode: 'Documents',
    documents,
    nowMs: Date.now,
    ...options,
  });
}

test('[LTM-10] every document is listed with title, format, chunks, tokens and age', async () => {
  await show(await addedDocuments());
  await expect.poll(() => titles().toSorted()).toEqual(['Ferry guide', 'tides.txt']);
  await expect.element(guideRow()).toHaveTextContent(/Markdown.*2 chunks.* tok/);
  await expect.element(page.getByText('2 documents')).toBeVisible();
});

test('[LTM-10] a document shows its chunks with their places, its source, and nothing of it hidden or rendered', async () => {
  await show(await addedDocuments());
  await guideRow().click();
  await expect.poll(() => chunks().length).toBe(2);
  expect(chunks()[0]?.textContent).toContain('Ferry guide › Winter · line 5');
  expect(chunks()[1]?.querySelector('pre')?.textContent).toBe('Dogs travel for free.');
  await expect.element(details()).toHaveTextContent('https://example.org/guide');
  expect(panel.shadow().querySelector('img')).toBeNull();
});

test('[LTM-10] a document is removed whole, when that was said twice', async () => {
  const documents = await addedDocuments();
  await show(documents);
  await guideRow().click();
  await button('Remove …').click();
  await expect.poll(() => panel.focused()?.textContent).toBe('Keep it');
  await userEvent.keyboard('{Escape}');
  expect((await documents.list()).items).toHaveLength(2);
  await button('Remove …').click();
  await button('Remove for good').click();
  await expect.element(page.getByText(/^Removed for good: “Ferry guide”/)).toBeVisible();
  await expect.poll(titles).toEqual(['tides.txt']);
  expect((await documents.search({ text: 'When does the last ferry leave?' })).hits).toEqual([]);
  expect(panel.focused()?.getAttribute('role')).toBe('grid');
});

test('[LTM-10] documents that come while one looks appear, and where there are none it says so', async () => {
  const documents = await addedDocuments();
  await documents.removeAll();
  await show(documents);
  await expect.element(page.getByText(/^No document was added\./)).toBeVisible();
  await documents.add({ content: 'High tide is at noon.', name: 'noon.txt' });
  await expect.poll(titles).toEqual(['noon.txt']);
});

test('[LTM-10] a long document is read as it is asked for', async () => {
  await show(await longDocument(130));
  await page.getByRole('row', { name: /Buses/ }).click();
  await expect.poll(() => chunks().length).toBe(100);
  await button('Show more').click();
  await expect.poll(() => chunks().length).toBe(130);
  await expect.poll(() => button('Show more').query()).toBeNull();
});

test('[DEV-6] without documents there is no such section', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm);
  await expect.element(page.getByRole('radio', { name: 'Quarantine' })).toBeVisible();
  expect(page.getByRole('radio', { name: 'Documents' }).query()).toBeNull();
});

test('[DEV-10] documents are walked by keys, Enter reads one, Escape leads back', async () => {
  await show(await addedDocuments());
  await expect.poll(() => rows().length).toBe(2);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => panel.focused()?.getAttribute('role')).toBe('grid');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect
    .poll(() => panel.focused()?.getAttribute('aria-label'))
    .toBe('Document and its chunks');
  await userEvent.keyboard('{Escape}');
  expect(panel.focused()?.getAttribute('role')).toBe('grid');
});

test('[DEV-10] nothing of the documents sticks out at 340 pixels', async () => {
  const { shadow } = await show(await addedDocuments(), { widthPixels: 340 });
  await guideRow().click();
  await expect.poll(() => chunks().length).toBe(2);
  await expect.element(grid()).toBeVisible();
  const parts = '.toolbar, .record-head, .document-grid, .rows .row, .detail-body';
  expect(overflowing(shadow(), parts)).toEqual([]);
});
