import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from './src/fixtures.ts';
import { BLOATED, PlaygroundPage } from './src/playground-page.ts';

test.use({ serviceWorkers: 'allow' });
// Two of them put a newer build in the place of the one that is served.
test.describe.configure({ mode: 'default' });

test('[MOD-6] from the second visit on the page works without a network: shell, chunks, sessions, memory', async ({
  playground,
  context,
}) => {
  await playground.openAssistant();
  await playground.say('Remember that my seat is 14C.');
  // Stored whole: the first visit is over once the service worker is there.
  await playground.page.evaluate(() => navigator.serviceWorker.ready);
  await playground.page.close();
  await context.setOffline(true);

  const second = new PlaygroundPage(await context.newPage());
  await second.open();
  await expect(second.page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(second.messages).toContainText('Remember that my seat is 14C.');
  await second.say('What is my seat?');
  await expect(second.lastMessage).toContainText('Your seat is 14C.');
  await expect(second.panel.tier('Live')).toBeVisible();

  // A session and chunks that the first visit never asked for.
  await second.page.getByRole('radio', { name: 'Recorded sessions' }).check();
  await second.choose(BLOATED);
  await second.playToTheEnd();
  await expect(second.verdict).toHaveText(/^Never sent over budget/);

  await context.setOffline(false);
  await expect(second.page.getByText('Offline', { exact: true })).toBeHidden();
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

for (const visit of ['first', 'second'] as const) {
  test(`[MOD-6] a newer build waits until a person of a ${visit} visit asks for it, and the conversation stays`, async ({
    playground,
  }) => {
    const { page } = playground;
    await playground.openAssistant();
    await playground.say('Remember that my seat is 14C.');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    if (visit === 'second') await page.reload();
    const built = fileURLToPath(
      new URL('../.cache/e2e-playground/service-worker.js', import.meta.url),
    );
    const before = await readFile(built, 'utf8');
    try {
      await appendFile(built, `// A newer build for the ${visit} visit.`);
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.ready).update();
      });
      const notice = page.getByRole('status').filter({ hasText: 'A newer version of this page' });
      await expect(notice).toBeVisible();
      const reloaded = page.waitForEvent('load');
      await playground.button('Reload').click();
      await reloaded;
      await expect(notice).toBeHidden();
      await expect(playground.messages).toContainText('Remember that my seat is 14C.');
    } finally {
      await writeFile(built, before);
    }
  });
}
