import { TINY_REPLY, tinyModelBytes } from '../packages/wllama/src/testing/tiny-model.ts';
import { isRegistryThere, NoRegistryError } from '../scripts/package-managers.mjs';
import { expect, test } from './src/fixtures.ts';
import {
  buildOutsideApp,
  checkTypes,
  installOutsideApp,
  serveOutsideApp,
  testSessions,
} from './src/outside-app.ts';

test('the packed packages install, type-check, build and run in an app outside of the repository', async ({
  page,
}, testInfo) => {
  const app = await installOutsideApp().catch(async (error: Error) => {
    testInfo.skip(await isWithoutRegistry(error), error.message);
    throw error;
  });
  try {
    await checkTypes(app);
    await testSessions(app);
    const code = await buildOutsideApp(app);
    // Stands ahead of every warning for developers, and in no other code.
    expect(code).not.toContain('[agent-memory]');

    const server = await serveOutsideApp(app);
    try {
      await page.goto(server.address);
      const output = (name: string) => page.getByRole('status', { name });
      await expect(output('State')).toContainText('ready, 0 entries');
      for (let turn = 1; turn <= 20; turn += 1) {
        await page.getByRole('button', { name: 'Talk' }).click();
        await expect(output('State')).toContainText(`${turn * 2} entries`);
      }
      await expect(output('Context')).toHaveText('system, then user');
      await expect(output('State')).toContainText(/[1-9]\d* compactions, indexeddb, 1 session/i);
      await page.getByRole('button', { name: 'Ask the worker' }).click();
      await expect(output('Worker')).toHaveText('1 message, 3 tokens');
      await page.getByLabel('Ask a model').setInputFiles({
        name: 'tiny.gguf',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(tinyModelBytes()),
      });
      await expect(output('Model')).toHaveText(`${TINY_REPLY} (wasm, 2 threads)`);
      await page.getByRole('button', { name: 'Ask the tool' }).click();
      await expect(output('Tool')).toHaveText(
        '`get_order` did not run. `number` is missing. Correct this and call it again. Order ZFA04Y was sent.',
      );
      await page.getByRole('button', { name: 'Count a visit' }).click();
      await expect(output('Visits')).toHaveText(
        'told 1; in the context: 1 visits, open page: Orders',
      );
      await page.getByRole('button', { name: 'Open the panel' }).click();
      await expect(page.getByRole('tab', { name: 'Context' })).toBeVisible();
      await page.reload();
      await expect(output('State')).toContainText('45 entries');
    } finally {
      // Before its server goes, from which it may still be loading something.
      await page.close();
      await server.stop();
    }
  } finally {
    await app.remove();
  }
});

/**
 * Tells whether an install failed because there is no registry, so that there is nothing to test.
 * Where a change is judged, a registry that answers after all leaves no excuse, and a skip is said
 * aloud.
 */
async function isWithoutRegistry(failure: Error): Promise<boolean> {
  if (!(failure instanceof NoRegistryError)) return false;
  if (!process.env.CI) return true;
  if (await isRegistryThere()) return false;
  console.warn(`The packed packages are not tested. ${failure.message}`);
  return true;
}
