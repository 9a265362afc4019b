import { expect, test } from './src/fixtures.ts';
import { THRASHING } from './src/playground-page.ts';

test('[DEV-4] [CMP-12] a person sees why it waits, previews, compacts, sees what was lost, and undoes', async ({
  playground,
}) => {
  await playground.choose(THRASHING);
  await playground.setBudget(9_000);
  await playground.playToTheEnd();
  const { panel } = playground;

  await expect(panel.schedule).toContainText(/^Next compaction at [\d,]+ tokens/);
  await playground.panelCatchesUp();
  const sentBefore = await panel.sentItems();

  await panel.openTab('Compactions');
  const recordsBefore = await panel.compactions.count();
  await panel.root.getByRole('button', { name: 'Preview compaction' }).click();
  await expect(panel.preview).toContainText('nothing has changed');
  await expect(panel.preview).toContainText(/Would leave: \d+ messages?/);
  await expect(
    panel.preview.getByRole('region', { name: 'The text that would stand' }),
  ).toBeVisible();
  expect(await panel.compactions.count()).toBe(recordsBefore);

  await panel.preview.getByRole('button', { name: 'Compact now' }).click();
  await expect(panel.preview).toBeHidden();
  const newest = panel.compactions.first();
  await expect(newest.getByRole('heading')).toHaveText(/^manual · .* → .* tokens/);
  await expect(newest).toContainText(/value/);
  await panel.openTab('Context');
  await expect.poll(() => panel.sentItems()).toBeLessThan(sentBefore);

  await panel.openTab('Compactions');
  await newest.getByRole('button', { name: 'Undo' }).click();
  await expect(newest.getByRole('heading')).toHaveText(/^undo · .* messages back/);
  await expect(panel.compactions.nth(1)).toContainText('undone');
  await panel.openTab('Context');
  await expect.poll(() => panel.sentItems()).toBe(sentBefore);
  await panel.root.getByRole('button', { name: 'Outlook' }).click();
  await expect(panel.schedule).toContainText('A compaction was undone');
});

test('[CMP-11] [CMP-14] a thrashing session shows its reasons, what it lost, and what it kept', async ({
  playground,
}) => {
  await playground.choose(THRASHING);
  await playground.setBudget(4_000);
  await playground.playToTheEnd();
  const { panel } = playground;

  await panel.openTab('Compactions');
  await expect(panel.compactions.nth(1)).toBeVisible();
  await expect(async () => {
    const headings = await panel.compactions.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.length).toBeGreaterThan(1);
    for (const heading of headings)
      expect(heading).toMatch(/^auto · [a-z ]+ · [\d,]+ → [\d,]+ tokens/);
  }).toPass();
  const lost = panel.root.getByText(/^[1-9]\d* values? lost$/).first();
  await lost.click();
  await expect(panel.root.locator('.value-chips code').first()).toBeVisible();

  await panel.openTab('Values');
  await expect(panel.root.getByText(/tokens stand for \d+ messages/)).toBeVisible();
  const first = panel.root.getByRole('grid').getByRole('row').nth(1);
  await first.click();
  await playground.page.keyboard.press('Enter');
  await expect(panel.root.getByRole('region', { name: /^Details: Message #/ })).toBeVisible();
});
