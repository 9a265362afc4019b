import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { knownRecords, manyRecords } from '../testing/known-records.ts';
import { details, overflowing, showMemories } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';

const panel = panelPerTest();
const grid = () => page.getByRole('grid', { name: 'Audit log, newest first' });
const entries = () => [...panel.shadow().querySelectorAll('.audit-grid .rows .row')];
const actions = () => entries().map((row) => row.querySelector('.action')?.textContent);

test('[LTM-7] the log tells action, time, record and reason, newest first', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.pin(ids.tea);
  await showMemories(panel, longTerm, { mode: 'Audit' });
  await expect.poll(() => actions()[0]).toBe('pinned');
  expect(entries()[0]?.textContent).toContain('Ada prefers green tea.');
  expect(entries()[0]?.textContent).toContain('somebody wants it kept');
  expect(entries()[1]?.textContent).toContain('the user said so');
  await expect.element(page.getByText(/^\d+ entries$/)).toBeVisible();
});

test('[LTM-7] an entry opens its record where that is still there', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Audit' });
  await grid().getByRole('button', { name: 'Ada prefers green tea.' }).click();
  await expect.element(details()).toHaveTextContent('Began at 100 %: the user said so.');
});

test('[LTM-8] an erased record has no text in the log, also where one is looking at it', async () => {
  const { longTerm, ids } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Audit' });
  await expect.poll(() => entries()[0]?.textContent).toContain('Ada prefers green tea.');
  await page.getByRole('row', { name: /green tea/ }).click({ position: { x: 40, y: 10 } });
  await expect.element(details()).toHaveTextContent('Ada prefers green tea.');
  await longTerm.erase({ id: ids.tea });
  await expect.poll(() => actions()[0]).toBe('erased');
  await expect.element(details()).not.toHaveTextContent('Ada prefers green tea.');
  await expect.element(details()).toHaveTextContent(ids.tea);
  expect(panel.shadow().textContent).not.toContain('green tea');
});

test('[LTM-7] the log is filtered by action', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.pin(ids.tea);
  await longTerm.forget(ids.guess);
  await showMemories(panel, longTerm, { mode: 'Audit' });
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('pinned');
  await expect.poll(actions).toEqual(['pinned']);
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('faded');
  await expect.element(page.getByText('No entry is like this.')).toBeVisible();
});

test('[DEV-10] the log is walked by keys, Enter reads an entry, Escape leads back', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Audit' });
  await expect.poll(() => entries().length).toBeGreaterThan(3);
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.poll(() => panel.focused()?.getAttribute('role')).toBe('grid');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(details()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => panel.focused()?.getAttribute('aria-label')).toBe('Records of the entry');
  await userEvent.keyboard('{Escape}');
  expect(panel.focused()?.getAttribute('role')).toBe('grid');
});

test('[DEV-10] nothing of the log sticks out at 340 pixels', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.erase({ id: ids.tea });
  const { shadow } = await showMemories(panel, longTerm, { mode: 'Audit', widthPixels: 340 });
  await expect.poll(() => entries().length).toBeGreaterThan(3);
  const parts = '.toolbar, .record-head, .audit-grid, .rows .row, .detail-body';
  expect(overflowing(shadow(), parts)).toEqual([]);
});

test('[LTM-7] a long log is fetched as it is read, and stays small in the document', async () => {
  await showMemories(panel, await manyRecords(250), { mode: 'Audit' });
  await expect.element(page.getByText(/^100 entries so far/)).toBeVisible();
  await page.getByRole('row', { name: /Parcel 250 / }).click({ position: { x: 40, y: 10 } });
  const selected = () =>
    panel.shadow().querySelector('[aria-selected="true"] .record')?.textContent ?? '';
  let last = '';
  while (!last.startsWith('Parcel 1 ')) {
    await userEvent.keyboard('{End}');
    await expect.poll(selected).not.toBe(last);
    last = selected();
  }
  await expect.element(page.getByText('250 entries', { exact: true })).toBeVisible();
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
});
