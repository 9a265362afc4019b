import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { THRASHING } from './src/playground-page.ts';

const SCREENS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'wide', width: 1_440, height: 900 },
] as const;

async function expectNoFinding(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual(
    [],
  );
}

for (const { name, ...viewport } of SCREENS) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('[DEV-10] axe finds nothing at any station of a session', async ({
        page,
        playground,
      }) => {
        await expectNoFinding(page);

        await playground.choose(THRASHING);
        await playground.budgetField.fill('50');
        await playground.budgetField.press('Enter');
        await expect(playground.alert).toBeVisible();
        await expectNoFinding(page);
        await playground.budgetField.press('Escape');
        await expectNoFinding(page);

        await playground.setBudget(9_000);
        await playground.playToTheEnd();
        await expectNoFinding(page);

        if (name === 'phone') await page.getByRole('radio', { name: 'Memory' }).check();
        await playground.panel.openRow('earlier-conversation');
        await expectNoFinding(page);
        await playground.panel.openTab('Compactions');
        await playground.panel.root.getByRole('button', { name: 'Preview compaction' }).click();
        await expect(playground.panel.preview).toBeVisible();
        await expectNoFinding(page);
        await playground.panel.openTab('Values');
        await expect(playground.panel.root.getByRole('grid')).toBeVisible();
        await expectNoFinding(page);
      });

      test('[DEV-10] axe finds nothing on the assistant, a notice and an open explanation', async ({
        page,
        playground,
      }) => {
        await playground.openAssistant();
        await expectNoFinding(page);

        await playground.setBudget(2_000);
        await playground.say('Where is my order A-20417?');
        await playground.fillTheContext();
        await playground.messages.getByRole('button', { name: 'Left the context' }).first().click();
        await playground.drop('broken.json', '{');
        await expect(playground.alert).toBeVisible();
        await expectNoFinding(page);
      });

      test('nothing is wider than the screen', async ({ page, playground }) => {
        await playground.choose(THRASHING);
        await playground.stepTo(20);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      });
    });
  }
}
