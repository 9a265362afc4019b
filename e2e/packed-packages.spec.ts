import { TINY_REPLY, tinyModelBytes } from '../packages/wllama/src/testing/tiny-model.ts';
import { expect, test } from './src/fixtures.ts';
import { findNode22 } from './src/node-22.ts';
import {
  buildOutsideApp,
  checkTypes,
  installOutside,
  type OutsideApp,
  runInNode,
  serveOutsideApp,
  testSessions,
} from './src/outside-app.ts';
import { isWithoutRegistry } from './src/without-registry.ts';

let app: OutsideApp;

test.beforeAll(async ({ browserName: _ }, testInfo) => {
  app = await installOutside('e2e/outside-app').catch(async (error: Error) => {
    testInfo.skip(await isWithoutRegistry(error), error.message);
    throw error;
  });
});

// Where nothing could be installed there is nothing to remove.
test.afterAll(() => app?.remove());

test('the packed packages type-check, build and run in an app outside of the repository', async ({
  page,
}) => {
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
});

test('the packed packages run in Node, by `import`', async () => {
  expect(await runInNode(app, 'node/talk.mjs')).toBe(TALKED);
});

test('the packed packages run in Node, by `require`, and both ways open one module', async () => {
  expect(await runInNode(app, 'node/talk.cjs')).toBe(TALKED);
  expect(await runInNode(app, 'node/entry-points.cjs')).toMatch(ENTRY_POINTS);
});

test('the packed packages run in Node 22, by `import` and by `require`', async ({
  browserName: _,
}, testInfo) => {
  const node = await findNode22();
  testInfo.skip(node === undefined, 'There is no Node 22 here: NODE_22_PATH may name one.');
  expect(await runInNode(app, 'node/talk.mjs', node)).toBe(TALKED);
  expect(await runInNode(app, 'node/talk.cjs', node)).toBe(TALKED);
  expect(await runInNode(app, 'node/entry-points.cjs', node)).toMatch(ENTRY_POINTS);
});

const TALKED = '40 entries, compacted: true, user first\n';
const ENTRY_POINTS = /^[34]\d entry points open\n$/;
