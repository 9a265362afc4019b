import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { TINY_REPLY, tinyModelBytes } from '../packages/wllama/src/testing/tiny-model.ts';
import { inRepository } from '../scripts/repository.mjs';
import {
  type Bundler,
  installBundlers,
  OTHER_BUNDLERS,
  serveBundledPage,
} from './src/bundled-page.ts';
import { expect, test } from './src/fixtures.ts';
import { installOutside, type OutsideApp } from './src/outside-app.ts';
import { isWithoutRegistry } from './src/without-registry.ts';

let app: OutsideApp;

test.beforeAll(async ({ browserName: _ }, testInfo) => {
  app = await installOutside('e2e/outside-app').catch(async (error: Error) => {
    testInfo.skip(await isWithoutRegistry(error), error.message);
    throw error;
  });
});

test.afterAll(() => app?.remove());

test('the packed packages build and run with vite-8', async ({ page }) => {
  await cp(inRepository('e2e/bundlers/tools/build.mjs'), path.join(app.folder, 'build.mjs'));
  await runs(page, 'vite-8', app.folder);
});

test.describe('@full', () => {
  let tools: string;

  test.beforeAll(async () => {
    tools = await installBundlers();
  });
  test.afterAll(() => rm(tools, { recursive: true, force: true }));

  for (const bundler of OTHER_BUNDLERS) {
    test(`the packed packages build and run with ${bundler}`, async ({ page }) => {
      await runs(page, bundler, tools);
    });
  }
});

async function runs(page: Page, bundler: Bundler, tools: string): Promise<void> {
  const served = await serveBundledPage(app, bundler, tools);
  try {
    await page.goto(served.address);
    const output = (name: string) => page.getByRole('status', { name });
    await expect(output('Memory')).toHaveText('1 message, 1 record, IndexedDB');
    await expect(output('Index')).toHaveText('1 hit, degraded: []');
    // The answers come from the workers. Parcel makes a script of a module of ONNX Runtime, which is reported.
    const embedder = bundler === 'parcel' ? 'MODEL_ENGINE_LOST' : 'MODEL_FILES_UNREADABLE';
    await expect(output('Embedder')).toContainText(embedder);
    await expect(output('web-llm')).toContainText('MODEL_NOT_FOUND');
    await page.getByLabel('Ask a model').setInputFiles({
      name: 'tiny.gguf',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(tinyModelBytes()),
    });
    await expect(output('Model')).toHaveText(TINY_REPLY);
  } finally {
    // Before its server goes, from which it may still be loading something.
    await page.close();
    await served.stop();
  }
}
