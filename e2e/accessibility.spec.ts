import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { tinyModelBytes } from '../packages/wllama/src/testing/tiny-model.ts';
import { DevicePage } from './src/device-page.ts';
import { expect, test } from './src/fixtures.ts';
import { startModelServer } from './src/model-server.ts';
import { THRASHING } from './src/playground-page.ts';

const SCREENS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'wide', width: 1_440, height: 900 },
] as const;

// A colour on its way to another one is neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** In both colour schemes: the page is the same in all else, so one walk through it serves both. */
async function expectNoFinding(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // There are no frames, so the findings need no page of their own to be put together in.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const findings = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
    expect(findings, colorScheme).toEqual([]);
  }
}

/** Also within what cuts its content off: nothing that is shown stands out of the screen. */
async function expectNothingWider(page: Page): Promise<void> {
  const wider = await page.evaluate(() => {
    const shown = document.querySelectorAll(
      'header *, [aria-label="Chat"], [aria-label="Chat"] *, [aria-label="Comparison"] *',
    );
    const { clientWidth } = document.documentElement;
    const isOut = (element: Element): boolean =>
      element.getBoundingClientRect().right > clientWidth + 1;
    return [...shown].filter(isOut).map(({ outerHTML }) => outerHTML.slice(0, 80));
  });
  expect(wider).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, { tag: name === 'phone' ? '@long' : [] }, () => {
    test.use({ viewport });

    test('[DEV-10] axe finds nothing at any station of a session', { tag: '@long' }, async ({
      page,
      playground,
    }) => {
      await expectNoFinding(page);
      await playground.openRecorded();
      await expectNoFinding(page);

      await playground.choose(THRASHING);
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

    test('[DEV-10] axe finds nothing on the chat and a notice', {
      tag: '@long',
    }, async ({ page, playground }) => {
      await playground.openChat();
      await expectNoFinding(page);

      await playground.setBudget(2_000);
      await playground.say('My order number is A-20417');
      await playground.fillTheContext();
      await playground.messages.getByRole('button', { name: 'Left the context' }).first().click();
      await playground.drop('broken.json', '{');
      await expect(playground.alert).toBeVisible();
      await expectNoFinding(page);
    });

    test('[DEV-10] [RCT-6] axe finds nothing on what is remembered about a person', async ({
      page,
      playground,
    }) => {
      await playground.openChat();
      await playground.say('I prefer an aisle seat');
      await playground.button('About me').click();
      await playground.button('Delete: I prefer an aisle seat.').click();
      await playground.button('Pause memory').click();
      await playground.button('Delete everything').click();
      await page.getByText('Where this comes from').click();
      await expectNoFinding(page);
      await expectNothingWider(page);
    });

    test('[DEV-10] axe finds nothing on the first screen at its end', async ({
      page,
      playground,
    }) => {
      await playground.button('Show the end').click();
      await expect(playground.button('Replay')).toBeVisible();
      await expectNoFinding(page);
      await expectNothingWider(page);
    });

    test('[DEV-10] axe finds nothing on the settings of an endpoint, its answers and its failures', {
      tag: '@long',
    }, async ({ page, playground, endpoint, server }) => {
      await endpoint.open();
      await expectNoFinding(page);
      await expectNothingWider(page);

      server.allowPages(false);
      await endpoint.connect(server.address, 'sk-of-a-test');
      await expect(playground.alert).toContainText('does not allow this page');
      await expectNoFinding(page);
      await expectNothingWider(page);

      server.allowPages(true);
      await endpoint.button('Connect').click();
      await expect(endpoint.settings).toContainText('Connected');
      await expectNoFinding(page);
      await expectNothingWider(page);

      await endpoint.model.fill('parrot-small');
      await endpoint.button('Start chatting').click();
      await expectNoFinding(page);
      server.willAnswer(
        { kind: 'stream', thinking: ['A greeting.'], words: ['Hello!'] },
        { kind: 'die', words: ['Hel'], thinking: ['Again?'] },
      );
      await playground.say('Hi');
      await expectNoFinding(page);
      await playground.messageField.fill('Hi again');
      await playground.messageField.press('Enter');
      await expect(playground.lastMessage).toContainText('Hel');
      await expectNoFinding(page);
      server.release();
      await expect(playground.alert).toContainText('was lost in the middle');
      await expectNoFinding(page);
      await expectNothingWider(page);
    });

    test('[DEV-10] axe finds nothing on the choice of a model, its download, its failure and its chat', {
      tag: '@long',
    }, async ({ page, playground }) => {
      const device = new DevicePage(page);
      await device.open();
      await device.models.getByText('that may not run here').click();
      await expectNoFinding(page);
      await expectNothingWider(page);

      const model = tinyModelBytes({ window: 4_096 });
      const server = await startModelServer(model);
      await device.ask(server.address);
      await expect(device.preparation).toContainText('Download tiny-at-an-address.gguf?');
      await expectNoFinding(page);
      server.stall();
      await device.preparation.getByRole('button', { name: /^Download/ }).click();
      await expect(device.preparation).toContainText(/\(\d+ %\)/);
      await expectNoFinding(page);
      await expectNothingWider(page);
      await server.close();
      await expect(playground.alert).toContainText('could not be downloaded');
      await expectNoFinding(page);

      await device.drop('tiny.gguf', model);
      await device.expectModel('tiny.gguf', 'ready');
      await playground.say('Hi');
      await expectNoFinding(page);
      await expectNothingWider(page);
      await device.openModels();
      await expectNoFinding(page);
      await expectNothingWider(page);
    });

    test('nothing is wider than the screen', async ({ page, playground }) => {
      await playground.choose(THRASHING);
      await playground.stepTo(20);
      await expectNothingWider(page);
    });
  });
}

for (const width of [1_000, 1_180, 1_280]) {
  test(`[DEV-10] in a page of ${width} pixels the tabs of the panel end ahead of its status`, async ({
    page,
    playground,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await playground.openChat();
    const { root } = playground.panel;
    await expect(async () => {
      const tabs = await root.getByRole('tablist').first().boundingBox();
      const status = await root.locator('.status').boundingBox();
      expect(tabs && tabs.x + tabs.width).toBeLessThanOrEqual(status?.x ?? 0);
    }).toPass();
  });
}
