import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addedDocuments } from '../testing/added-documents.ts';
import { axeFindings } from '../testing/axe-findings.ts';
import { emulateMedia } from '../testing/emulate-media.ts';
import { extractedSession } from '../testing/extracted-session.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { heldIn, MARKUP } from '../testing/held-texts.ts';
import { type KnownRecords, knownRecords } from '../testing/known-records.ts';
import { fileOf } from '../testing/memories-page.ts';
import { aFixtureModel, aModelRow } from '../testing/model-fixture.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { richSession } from '../testing/rich-session.ts';
import { runSession } from '../testing/run-session.ts';

const panel = panelPerTest();

const violations = () => axeFindings(panel);

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [320, 700, 1_200]) {
    test(`[DEV-10] axe finds nothing on any tab, ${theme}, ${widthPixels} px`, async () => {
      panel.show(richSession().memory, { theme, widthPixels });
      await page.getByRole('row', { name: /Which chains/ }).click();
      expect(await violations()).toEqual([]);
      await page.getByRole('radio', { name: /Everything considered/ }).click();
      await page.getByRole('row', { name: /14 messages summarised/ }).click();
      await userEvent.keyboard('{ArrowRight}');
      expect(await violations()).toEqual([]);
      await page.getByRole('tab', { name: /Compactions/ }).click();
      expect(await violations()).toEqual([]);
      await page.getByText('Summary beside its sources').first().click();
      await expect.element(page.getByRole('region', { name: 'Sources' })).toBeVisible();
      await page.getByRole('button', { name: 'Preview compaction' }).click();
      await page.getByText('2 values lost').click();
      expect(await violations()).toEqual([]);
      await page.getByRole('article').first().getByRole('button', { name: 'Undo' }).click();
      await expect.element(page.getByText('undone', { exact: true })).toBeVisible();
      expect(await violations()).toEqual([]);
      await page.getByRole('tab', { name: 'Log' }).click();
      await page
        .getByRole('row', { name: /out of context|summarised/ })
        .first()
        .click();
      await expect.element(page.getByRole('region', { name: /^Details: / })).toBeVisible();
      expect(await violations()).toEqual([]);
      await page.getByRole('tab', { name: 'Values' }).click();
      await page.getByRole('row', { name: /WTU482KL/ }).click();
      await page.getByText(/^Read the text that is sent/).click();
      expect(await violations()).toEqual([]);
    });
  }

  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing among the memories, ${theme}, ${widthPixels} px`, async () => {
      const known = await knownRecords();
      const { longTerm } = known;
      panel.show(richSession().memory, { theme, widthPixels, longTerm });
      await checkMemories();
      await page.getByRole('button', { name: 'Close the details' }).click();
      await checkImport(known);
      await page.getByRole('button', { name: 'Close the details' }).click();
      await checkAuditAndNamespaces();
    });
  }

  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing in quarantine and extraction log, ${theme}, ${widthPixels} px`, async () => {
      const { longTerm, memory, extraction, run } = await extractedSession();
      await heldIn(longTerm, MARKUP);
      await run('I prefer window seats. My colleague Bob prefers the aisle.');
      panel.show(memory, { theme, widthPixels, longTerm, extraction, nowMs: Date.now });
      await checkQuarantineAndExtraction();
    });
  }

  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing among the documents, ${theme}, ${widthPixels} px`, async () => {
      const { longTerm } = await knownRecords();
      const documents = await addedDocuments();
      panel.show(richSession().memory, { theme, widthPixels, longTerm, documents });
      await page.getByRole('tab', { name: 'Memories' }).click();
      await page.getByRole('radio', { name: 'Documents' }).click();
      await page.getByRole('row', { name: /Ferry guide/ }).click();
      await expect.element(page.getByText('Dogs travel for free.')).toBeVisible();
      expect(await violations()).toEqual([]);
    });
  }

  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing among the models, ${theme}, ${widthPixels} px`, async () => {
      const { memory } = richSession();
      memory.setState({ models: [aModelRow()] });
      const progress = { phase: 'download', loadedBytes: 20e6, totalBytes: 98e6, leftMs: 12_000 };
      const failure = { kind: 'device-lost' };
      const passedOver = [{ name: 'near', error: { message: 'Busy.' }, wasAsked: false }];
      const models = [
        aFixtureModel('smollm2', { phase: 'loading', progress, failure, failureText: 'Lost.' }),
        aFixtureModel('chain', { taken: 'far', passedOver }),
      ];
      panel.show(memory, { theme, widthPixels, models });
      await page.getByRole('tab', { name: 'Models' }).click();
      await expect.element(page.getByText('Passed over, in the order of the chain')).toBeVisible();
      expect(await violations()).toEqual([]);
    });
  }

  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing among runs and checkpoints, ${theme}, ${widthPixels} px`, async () => {
      const { memory, runs, checkpoints } = await runSession();
      panel.show(memory, { theme, widthPixels, runs, checkpoints, nowMs: Date.now });
      await checkRuns();
    });
  }

  test(`[DEV-10] axe finds nothing where there is nothing to show, ${theme}`, async () => {
    panel.show(new FixtureMemory(), { theme });
    await expect.element(page.getByText('No context has been assembled yet')).toBeVisible();
    expect(await violations()).toEqual([]);
    for (const [tab, words] of [
      [/Compactions/, 'Nothing has been compacted yet'],
      [/Log/, 'Nothing has been decided yet'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.element(page.getByText(words)).toBeVisible();
      expect(await violations()).toEqual([]);
    }
  });
}

async function checkRuns(): Promise<void> {
  await page.getByRole('row', { name: /^Run 1 / }).click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('region', { name: 'The run' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Close the details' }).click();
  await userEvent.keyboard('{End}{ArrowUp}');
  await expect.element(page.getByRole('region', { name: 'Recalled' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('row', { name: /^9 / }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Set a title …' }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('radio', { name: 'Checkpoints' }).click();
  await page
    .getByRole('row', { name: /milestone/ })
    .first()
    .click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Branch from here …' }).click();
  expect(await violations()).toEqual([]);
}

async function checkMemories(): Promise<void> {
  await page.getByRole('tab', { name: 'Memories' }).click();
  await page.getByRole('row', { name: /aisle/ }).click();
  await expect.element(page.getByText('Corrects an earlier record')).toBeInTheDocument();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Correct …' }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Erase …' }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect.element(page.getByText(/^Forgotten: it is given out no more/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('radio', { name: 'Try a recall' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('What does Ada prefer?');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await expect.element(page.getByRole('list', { name: 'Given out' })).toBeVisible();
  await page.getByRole('button', { name: 'Try', exact: true }).hover();
  expect(await violations()).toEqual([]);
}

async function checkQuarantineAndExtraction(): Promise<void> {
  await page.getByRole('tab', { name: 'Memories' }).click();
  await page.getByRole('radio', { name: 'Extraction' }).click();
  await page.getByRole('row', { name: /1 taken/ }).click();
  await expect
    .element(page.getByRole('region', { name: 'Taken', exact: true }))
    .toHaveTextContent('window');
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Message #0' }).first().click();
  expect(await violations()).toEqual([]);
  await page.getByRole('tab', { name: 'Memories' }).click();
  await page.getByRole('radio', { name: /Quarantine/ }).click();
  await page.getByRole('row', { name: /img src/ }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Erase …' }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect.element(page.getByText(/^Nothing waits here/)).toBeVisible();
  expect(await violations()).toEqual([]);
}

async function checkAuditAndNamespaces(): Promise<void> {
  await page.getByRole('radio', { name: 'Audit' }).click();
  await page
    .getByRole('row', { name: /erased/ })
    .first()
    .click();
  await expect.element(page.getByText(/^The log keeps ids/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('radio', { name: 'Namespaces' }).click();
  await page.getByRole('button', { name: 'Erase user:ada …' }).click();
  await expect.element(page.getByRole('button', { name: /^Erase \d+ records/ })).toBeVisible();
  expect(await violations()).toEqual([]);
}

/** The records as a file, with one that was erased since. */
async function checkImport({ longTerm, ids }: KnownRecords): Promise<void> {
  const file = await fileOf(longTerm);
  await longTerm.erase({ id: ids.order });
  await page.getByRole('radio', { name: 'Records' }).click();
  const field = panel.shadow().querySelector('input[type="file"]');
  if (!field) throw new Error('The records can be imported.');
  await userEvent.upload(page.elementLocator(field), file);
  await expect.element(page.getByRole('region', { name: 'Refused' })).toBeVisible();
  expect(await violations()).toEqual([]);
}

test('[DEV-10] in forced colours every button can be read, and axe finds nothing', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  try {
    panel.show(richSession().memory);
    await page.getByRole('tab', { name: /Compactions/ }).click();
    await page.getByRole('button', { name: 'Preview compaction' }).click();
    await expect.element(page.getByRole('button', { name: 'Compact now' })).toBeVisible();
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    const buttons = panel.shadow().querySelectorAll('.button');
    expect(buttons.length).toBeGreaterThan(3);
    for (const button of buttons) {
      const { color, backgroundColor } = getComputedStyle(button);
      expect(color, button.textContent ?? '').not.toBe(backgroundColor);
    }
    expect(await violations()).toEqual([]);
  } finally {
    await emulateMedia({ 'forced-colors': 'none' });
  }
});

test('[DEV-10] in forced colours every bar stands out from the ground', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  try {
    panel.show(richSession().memory);
    await expect.element(page.getByRole('treegrid')).toBeVisible();
    expectBars(
      '.segment:is([data-part="system"], [data-part="working"]), .swatch[data-part="system"]',
    );
    expectBars('.token-bar[data-part="system"], .tier-mark[data-part="system"]');
    await page.getByRole('button', { name: 'Outlook' }).click();
    await expect.element(page.getByText(/1,190 lost/)).toBeVisible();
    expectBars('[data-cache="kept"]');
    await page.getByRole('tab', { name: /Compactions/ }).click();
    expectBars('.stage-after');
  } finally {
    await emulateMedia({ 'forced-colors': 'none' });
  }
});

/** Every bar has a colour of its own, whatever the ground has. */
function expectBars(selector: string): void {
  const bars = [...panel.shadow().querySelectorAll(selector)];
  expect(bars.length, selector).toBeGreaterThan(0);
  const ground = getComputedStyle(panel.shadow().querySelector('.panel') ?? document.body);
  for (const bar of bars) {
    const { backgroundColor } = getComputedStyle(bar);
    expect([ground.backgroundColor, 'rgba(0, 0, 0, 0)'], bar.className).not.toContain(
      backgroundColor,
    );
  }
}

test('[DEV-10] in forced colours axe finds nothing among the memories', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  try {
    const { longTerm } = await knownRecords();
    panel.show(richSession().memory, { longTerm });
    await checkMemories();
  } finally {
    await emulateMedia({ 'forced-colors': 'none' });
  }
});

test('[DEV-10] in forced colours axe finds nothing among runs and checkpoints', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  try {
    const { memory, runs, checkpoints } = await runSession();
    panel.show(memory, { runs, checkpoints, nowMs: Date.now });
    await checkRuns();
  } finally {
    await emulateMedia({ 'forced-colors': 'none' });
  }
});
