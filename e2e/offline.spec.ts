import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { BLOATED, PlaygroundPage } from './src/playground-page.ts';

test.use({ serviceWorkers: 'allow' });
// Two of them put a newer build in the place of the one that is served.
test.describe.configure({ mode: 'default' });

test('[MOD-6] from the second visit on the page works without a network: shell, chunks, sessions, memory', {
  tag: '@long',
}, async ({ playground, context }) => {
  await playground.openChat();
  await playground.say('Remember that my seat is 14C.');
  // Stored whole: the first visit is over once the service worker is there.
  await playground.page.evaluate(() => navigator.serviceWorker.ready);
  await playground.close();
  await context.setOffline(true);

  const second = new PlaygroundPage(await context.newPage());
  await second.open();
  await expect(second.messages).toContainText('Remember that my seat is 14C.');
  await second.say('What is my seat?');
  await expect(second.lastMessage).toContainText('seat is 14C');
  await expect(second.panel.tier('Live')).toBeVisible();

  // A session and chunks that the first visit never asked for.
  await second.choose(BLOATED);
  await second.playToTheEnd();
  await expect.poll(() => second.compactions()).toBeGreaterThan(0);
});

test('[MOD-6] the page can be installed: a manifest with its name, its start and its icons', async ({
  playground,
}) => {
  const { page } = playground;
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(address ?? '');
  const { name, start_url, display, icons } = await response.json();
  expect({ name, start_url, display }).toEqual({
    name: 'agent-memory playground',
    start_url: '/',
    display: 'standalone',
  });
  for (const { src } of icons) {
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
  }
});

test('[MOD-6] a newer build waits until no page of the one before is open, and the conversation stays', async ({
  playground,
  context,
}) => {
  const { page } = playground;
  await playground.openChat();
  await playground.say('Remember that my seat is 14C.');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const built = fileURLToPath(
    new URL('../.cache/e2e-playground/service-worker.js', import.meta.url),
  );
  const before = await readFile(built, 'utf8');
  try {
    await appendFile(built, '// A newer build.');
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    const isWaiting = (one: Page) =>
      one.evaluate(
        async () => (await navigator.serviceWorker.ready).waiting?.state === 'installed',
      );
    await expect.poll(() => isWaiting(page)).toBe(true);
    await playground.close();

    // The browser may still be about to let go of the page that was closed.
    await expect(async () => {
      const next = new PlaygroundPage(await context.newPage());
      await next.open();
      await expect(next.messages).toContainText('Remember that my seat is 14C.');
      const waits = await isWaiting(next.page);
      if (waits) await next.close();
      expect(waits).toBe(false);
    }).toPass();
  } finally {
    await writeFile(built, before);
  }
});
