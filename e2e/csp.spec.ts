import type { Page } from '@playwright/test';
import { hasTinyModel, NEEDS_TINY_MODEL } from '../packages/webllm/src/testing/tiny-model.ts';
import { TINY_REPLY } from '../packages/wllama/src/testing/tiny-model.ts';
import { patience } from '../scripts/patience.mjs';
import { expect, test as hosted } from './src/hosts-fixtures.ts';
import { serveStrictApp } from './src/strict-app.ts';

/** `strict` is the address of an app that uses every package with a worker, under the policy of docs/csp.md. */
const test = hosted.extend<object, { strict: string }>({
  strict: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const app = await serveStrictApp();
      await use(app.address);
      await app.stop();
    },
    { scope: 'worker', timeout: patience.startMs },
  ],
});

function output(page: Page, name: string) {
  return page.getByRole('status', { name });
}

test(`[RET-5] [MOD-5] [DEV-9] a page with no source but its own runs every worker under Trusted Types, web-llm ${NEEDS_TINY_MODEL}`, async ({
  page,
  strict,
}) => {
  await page.goto(strict);
  await expect(output(page, 'Memory')).toHaveText('1 message, IndexedDB');
  await expect(output(page, 'Retrieval')).toHaveText('1 hit. Degraded: nothing.');
  await expect(output(page, 'PDF')).toHaveText('1 hit. Degraded: nothing.');
  await expect(output(page, 'Embedder')).toHaveText('128 numbers');
  await expect(output(page, 'wllama')).toHaveText(TINY_REPLY);
  // Without its files, the worker has asked for the first of them.
  await expect(output(page, 'web-llm')).toContainText(
    hasTinyModel ? 'This reply comes from a very small model' : 'mlc-chat-config.json',
  );
  await expect(page.locator('.total')).toContainText('tokens');
});

test('[RET-5] [MOD-3] workers that Trusted Types refuse are told as that, and the index works in the page', async ({
  page,
  strict,
  policed,
}) => {
  await page.goto(`${strict}?untrusted`);
  const refused = /requires 'TrustedScriptURL'.* Under Trusted Types the app makes it/;
  for (const name of ['Retrieval', 'PDF', 'Embedder', 'web-llm']) {
    await expect(output(page, name)).toContainText(refused);
  }
  await expect(output(page, 'Retrieval')).toContainText('1 hit. Degraded: The worker');
  await expect(output(page, 'wllama')).toContainText(/Trusted Types a default policy/);
  policed.forget();
});
