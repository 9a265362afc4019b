import { createLongTermMemory, type LongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { knownRecords } from '../testing/known-records.ts';
import { button, details, fileOf, showMemories } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';

const panel = panelPerTest();

async function choose(file: File): Promise<void> {
  await expect.element(button('Import …')).toBeVisible();
  const field = panel.shadow().querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error('The button has its field.');
  await userEvent.upload(page.elementLocator(field), file);
}

function anEmptyMemory(): LongTermMemory {
  return createLongTermMemory({ user: 'ada', namespace: 'project:apollo', sweepEveryMs: 0 });
}

test('[DEV-6] the first file of an empty memory is taken in', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, anEmptyMemory());
  await expect.element(page.getByText('Nothing is remembered yet')).toBeVisible();
  await choose(await fileOf(longTerm));
  await expect
    .element(page.getByText(/^From memories.jsonl: 5 records taken in\. .*somebody else’s\.$/))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Ada prefers green tea/ })).toBeVisible();
  expect(details().query()).toBeNull();
});

test('[DEV-6] lines that are refused are told with their reason', async () => {
  const { longTerm, ids } = await knownRecords();
  const file = await fileOf(longTerm);
  await longTerm.erase({ id: ids.tea });
  await showMemories(panel, longTerm);
  await choose(file);
  await expect
    .element(page.getByText(/^From memories.jsonl: 0 records taken in, 4 known already, 1 refused/))
    .toBeVisible();
  const refused = page.getByRole('region', { name: 'Refused' });
  await expect.element(refused).toHaveTextContent('This was erased here, and is not taken in');
});

test('[DEV-6] a file that is no JSON Lines is told in a sentence, and changes nothing', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm);
  await choose(new File(['Dear Ada,'], 'letter.txt'));
  await expect
    .element(page.getByText(/nothing was imported: line 1 is no JSON\. Choose a file that/))
    .toBeVisible();
  expect(details().query()).toBeNull();
  expect((await longTerm.list()).items).toHaveLength(4);
});

test('[DEV-6] an import that stops halfway says what stays and what to do', async () => {
  const { longTerm } = await knownRecords();
  const file = await fileOf(longTerm);
  Object.assign(longTerm, { importLines: () => Promise.reject(new Error('the disk is full')) });
  await showMemories(panel, longTerm);
  await choose(file);
  await expect
    .element(
      page.getByText(/^The import stopped; what had been taken in before stays.*disk is full/),
    )
    .toBeVisible();
});

test('[DEV-6] the report stays while one looks elsewhere, and goes where something is erased', async () => {
  const { longTerm, ids } = await knownRecords();
  const file = await fileOf(longTerm);
  await longTerm.erase({ id: ids.tea });
  await showMemories(panel, longTerm);
  await choose(file);
  const refused = page.getByRole('region', { name: 'Refused' });
  await expect.element(refused).toBeVisible();
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('tab', { name: 'Memories' }).click();
  await expect.element(refused).toBeVisible();
  await page.getByRole('row', { name: /travels by train/ }).click();
  await button('Erase …').click();
  await button('Erase for good').click();
  await expect.element(page.getByText(/^Erased for good: 1 record/)).toBeVisible();
  await expect.element(refused).not.toBeInTheDocument();
});

test('[DEV-10] a file of two thousand refused lines is told in few nodes, with the rest as a number', async () => {
  const { longTerm } = await knownRecords();
  const [header, line] = (await (await fileOf(longTerm)).text()).split('\n');
  const { record } = JSON.parse(line ?? '');
  const of = { ...record, namespace: 'user:bob' };
  const lines = Array.from({ length: 2_000 }, (_, index) =>
    JSON.stringify({ record: { ...of, id: `copy-${index}`, text: `Parcel ${index}.` } }),
  );
  await showMemories(panel, anEmptyMemory());
  await choose(new File([[header, ...lines].join('\n')], 'parcels.jsonl'));
  await expect.element(page.getByText('and 1,950 lines like these')).toBeVisible();
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
});
