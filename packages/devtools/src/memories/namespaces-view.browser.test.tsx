import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { knownRecords } from '../testing/known-records.ts';
import { button, overflowing, showMemories } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';

const panel = panelPerTest();
const namespaces = () => page.getByRole('region', { name: 'Namespaces', exact: true });

test('[LTM-8] erasing a namespace asks with its name and count, begins on the safe side, and can be left', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Namespaces' });
  await button('Erase user:ada …').click();
  const question = page.getByRole('group', { name: 'Erase everything in user:ada?' });
  await expect
    .element(question)
    .toHaveTextContent('user:ada holds 4 records: 3 that hold and 1 that are history.');
  await expect.element(question).toHaveTextContent('This cannot be undone.');
  await expect.element(question).toHaveTextContent('these messages stay and may say the same');
  await expect.poll(() => panel.focused()?.textContent).toBe('Keep it');
  await userEvent.keyboard('{Escape}');
  expect(question.query()).toBeNull();
  expect((await longTerm.list()).items).toHaveLength(4);
});

test('[LTM-8] what is confirmed leaves nothing of the namespace, and the others as they were', async () => {
  const { longTerm, ids } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Namespaces' });
  await button('Erase user:ada …').click();
  await button('Erase 4 records for good').click();
  await expect
    .element(page.getByText('Erased for good: 4 records of user:ada with every version.'))
    .toBeVisible();
  await expect.element(namespaces()).not.toHaveTextContent('user:ada');
  await expect.element(namespaces()).toHaveTextContent('project:apollo');
  expect(await longTerm.history(ids.seat)).toEqual([]);
  expect(await longTerm.record(ids.order)).toBeDefined();
});

test('[LTM-8] erasing sources where the memory knows no sessions is refused in words', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Namespaces' });
  await button('Erase user:ada …').click();
  await page.getByRole('checkbox', { name: /^Erase the messages too/ }).click();
  await button('Erase 4 records for good').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/did not finish.*sessions/);
  expect((await longTerm.list()).items).toHaveLength(4);
});

test('[LTM-8] the question about one record leads to that about its namespace', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm);
  await page.getByRole('row', { name: /green tea/ }).click();
  await button('Erase …').click();
  await button('Erase all of user:ada instead …').click();
  await expect
    .element(page.getByRole('group', { name: 'Erase everything in user:ada?' }))
    .toBeVisible();
});

test('[DEV-10] nothing of the namespaces sticks out at 340 pixels, however long a namespace is', async () => {
  const user = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'.repeat(2);
  const longTerm = createLongTermMemory({ user, sweepEveryMs: 0 });
  await longTerm.store({ type: 'user', kind: 'fact', text: 'Ada has a cat.' });
  const { shadow } = await showMemories(panel, longTerm, { mode: 'Namespaces', widthPixels: 340 });
  await button(`Erase user:${user} …`).click();
  await expect.element(button('Erase 1 record for good')).toBeVisible();
  expect(overflowing(shadow(), '.toolbar, .storage, .storage *')).toEqual([]);
});
