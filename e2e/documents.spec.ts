import { smallPdf } from '../packages/long-term/src/testing/small-pdf.ts';
import { DocumentsPage } from './src/documents-page.ts';
import { expect, test } from './src/fixtures.ts';
import { storedText } from './src/stored-bytes.ts';

const GUIDE = `# Guide to the isle

## Ferries

### Winter

The quagga ferry leaves at 19:30.

## Dogs

Dogs of the isle travel for free.
`;

const REPORT = smallPdf([
  { lines: [{ text: 'Harbour report', size: 24 }, { text: '' }, { text: 'Many people came.' }] },
  { lines: [{ text: 'Prices', size: 18 }, { text: '' }, { text: 'A ticket costs 14 euros.' }] },
]);

test('[LTM-10] a document is dropped, asked, cited, removed, and then found nowhere', async ({
  playground,
}) => {
  const { page, panel } = playground;
  const documents = new DocumentsPage(page);
  await documents.drop('guide.md', GUIDE);
  await expect(page.getByRole('radio', { name: 'Documents' })).toBeChecked();
  await expect(documents.document('Guide to the isle')).toContainText('Markdown · ');

  await documents.ask('When does the ferry leave in winter?');
  const first = documents.passages.first();
  await expect(first.getByRole('blockquote')).toHaveText('The quagga ferry leaves at 19:30.');
  await expect(first).toContainText('Guide to the isle › Ferries › Winter · line 7');
  await expect(first).toContainText('In the context, quoted from outside, 30 % sure.');
  await panel.openRow('<live-documents>');
  await expect(panel.details).toContainText('quagga');
  expect(await storedText(page)).toContain('quagga');
  await panel.openTab('Memories');
  await panel.lookAt('Documents');
  await panel.root.getByRole('row', { name: /Guide to the isle/ }).click();
  await expect(panel.details).toContainText('1. Guide to the isle › Ferries › Winter · line 7');

  await documents.remove('Guide to the isle');
  await expect(documents.passages).toHaveCount(0);
  await expect(panel.root.getByText('No document was added.')).toBeVisible();
  await expect(page.getByRole('log')).toContainText('Removed: Guide to the isle');
  await documents.ask('Which ferry leaves in winter?');
  await expect(page.getByText('No passage of the documents fits.').first()).toBeVisible();
  await page.reload();
  await documents.ask('When does the ferry leave?');
  await expect(page.getByText('No passage of the documents fits.').first()).toBeVisible();
  await expect.poll(() => storedText(page)).not.toContain('quagga');

  await documents.drop('guide.md', GUIDE);
  await expect(documents.document('Guide to the isle')).toContainText('Markdown · ');
  await documents.ask('Do dogs travel for free?');
  await expect(documents.passages.first()).toContainText('Guide to the isle › Dogs · line 11');
});

test('[LTM-10] text, HTML and PDF are read, each cited in its own way, and stay after a reload', async ({
  playground: { page, notice },
}) => {
  const documents = new DocumentsPage(page);
  await documents.open();
  await documents.choose('tides.txt', 'High tide is at noon.\n\nLow tide is at dusk.\n');
  await documents.drop(
    'boats.html',
    '<title>Boats</title><h1>Boats</h1><p>The rowing boat is green.</p><p hidden>Nobody sees me.</p>',
  );
  await documents.drop('report.pdf', REPORT);
  await expect(documents.document('Harbour report')).toContainText('PDF · 2 pages');
  await expect(notice).toContainText('“boats.html” hides 15 characters from its readers');
  await page.reload();
  const questions = [
    ['When is high tide?', 'tides.txt', 'High tide is at noon.'],
    ['Which rowing boat is green?', 'Boats', 'The rowing boat is green.'],
    ['What is the ticket, in euros?', 'Prices · page 2', 'A ticket costs 14 euros.'],
  ] as const;
  for (const [question, place, passage] of questions) {
    await documents.ask(question);
    await expect(documents.passages.first()).toContainText(place);
    await expect(documents.passages.first().getByRole('blockquote')).toContainText(passage);
  }
});

test('[LTM-10] a file that cannot be read is refused in words, and a passage that gives orders is held back', async ({
  playground: { page, alert },
}) => {
  const documents = new DocumentsPage(page);
  await documents.drop('broken.pdf', '%PDF-1.4 nothing');
  await expect(alert).toContainText('“broken.pdf” was not taken. The PDF cannot be read');
  await documents.addExample();
  await documents.ask('What of instructions about ferries and dogs?');
  await expect(documents.heldBack).toContainText('It is given to no model');
  await expect(documents.passages.first()).toBeVisible();
  await expect(documents.passages.filter({ hasText: 'password' })).toHaveCount(0);
});

test('[DEV-10] a document is asked and removed by keys alone', async ({ playground: { page } }) => {
  const documents = new DocumentsPage(page);
  await documents.open();
  await page.getByRole('button', { name: 'Add an example' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText('Added: Guide to the island');
  await page.getByRole('button', { name: 'Remove “Guide to the island” …' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Remove “/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove for good' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(documents.question).toBeFocused();
  await expect(page.getByRole('button', { name: 'Add an example' })).toBeVisible();
});
