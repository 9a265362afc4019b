import type { Page } from '@playwright/test';
import { hasTinyModel, NEEDS_TINY_MODEL } from '../packages/webllm/src/testing/tiny-model.ts';
import {
  hasRealModel,
  NEEDS_REAL_MODEL,
  REAL_MODEL,
} from '../packages/wllama/src/testing/real-model.ts';
import { TINY_REPLY, tinyModelBytes } from '../packages/wllama/src/testing/tiny-model.ts';
import { DevicePage } from './src/device-page.ts';
import { expect, test } from './src/fixtures.ts';
import { serveWebLlmModels, startModelServer } from './src/model-server.ts';
import { PlaygroundPage } from './src/playground-page.ts';

/** A model with made-up weights that answers one sentence, in a window that a chat fits into. */
const TINY = tinyModelBytes({ window: 4_096 });

/** Waits until the service worker sees what the page asks for. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

test('[MOD-5] a dropped GGUF file chats, and says what it runs on', async ({
  playground,
  page,
}) => {
  const device = new DevicePage(page);
  // On whichever page it is dropped.
  await device.start('tiny.gguf', TINY);
  await device.expectModel('tiny.gguf', /ready · WebAssembly, (one thread|\d+ threads)/);
  await playground.say('My seat is 14C.');
  await expect(playground.lastMessage).toContainText(TINY_REPLY);
  await device.expectModel('tiny.gguf', 'tokens/s');
  await expect(playground.panel.tier('System')).toBeVisible();
  await device.openModels();
  await expect(device.models).toContainText('Window: 4,096 tokens');

  // The file is gone with the page, and the conversation is not.
  await playground.reload();
  await expect(page.getByRole('radio', { name: 'On this device' })).toBeChecked();
  await device.drop('tiny.gguf', TINY);
  await expect(playground.messages).toContainText('My seat is 14C.');
});

test('[MOD-5] the page is isolated, so that a model may use several threads', {
  tag: '@long',
}, async ({ playground, page }) => {
  await playground.openChat();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[MOD-6] from the second visit on the session, its memory and a chat with a stored model need no network', {
    tag: '@long',
  }, async ({ playground, page, context }) => {
    const server = await startModelServer(TINY);
    const device = new DevicePage(page);
    await controlled(page);
    await device.open();
    await device.ask(server.address);
    await device.preparation.getByRole('button', { name: /^Download/ }).click();
    await playground.say('My seat is 14C.');
    await playground.close();
    await server.close();
    await context.setOffline(true);

    const second = new PlaygroundPage(await context.newPage());
    await second.open();
    await expect(second.messages).toContainText('My seat is 14C.');
    await expect(second.panel.tier('System')).toBeVisible();
    await second.say('Which seat?');
    await expect(second.lastMessage).toContainText(TINY_REPLY);
    await new DevicePage(second.page).expectModel('tiny-at-an-address.gguf', /ready · WebAssembly/);
  });

  test('[MOD-6] engines are stored when they are used, and not with the page', {
    tag: '@long',
  }, async ({ playground, page }) => {
    await controlled(page);
    const storedEngines = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.includes('engine'));
        const caught = await Promise.all(
          names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        );
        return caught.flat().map((url) => url.replace(/^.*\/([a-z-]+)-.*\./, '$1.'));
      });
    const everything = () =>
      page.evaluate(async () => {
        const stored = await Promise.all(
          (await caches.keys()).map(
            async (name) => (await (await caches.open(name)).keys()).length,
          ),
        );
        return stored.reduce((sum, count) => sum + count, 0);
      });
    expect(await everything()).toBeGreaterThan(0);
    expect(await storedEngines()).toEqual([]);
    const device = new DevicePage(page);
    await device.drop('tiny.gguf', TINY);
    await expect(playground.messageField).toBeVisible();
    await expect.poll(storedEngines).toEqual(['wllama.wasm']);
  });
});

test('[MOD-2] [MOD-3] nothing is downloaded unasked; a download that is cut off begins again; a stored model is deleted', {
  tag: '@long',
}, async ({ playground, page }) => {
  const server = await startModelServer(TINY);
  const device = new DevicePage(page);
  await device.open();
  await device.ask(server.address);
  await expect(device.preparation).toContainText('Download tiny-at-an-address.gguf?');
  const size = `${Math.round(TINY.length / 1e3)} kB`;
  await expect(device.preparation).toContainText(`${size}, from localhost`);
  expect(server.methods).toEqual(['HEAD']);

  server.stall();
  await device.button(`Download ${size}`).click();
  await expect(device.preparation).toContainText(/Downloading: \d+ kB of \d+ kB \(\d+ %\)/);
  await device.button('Cancel').click();
  await expect(device.preparation).toContainText('Download tiny-at-an-address.gguf?');
  expect(server.methods).toEqual(['HEAD', 'GET']);

  server.deliver();
  await device.button(`Download ${size}`).click();
  await device.expectModel('tiny-at-an-address.gguf', 'ready');
  await playground.say('Hello');
  await expect(playground.lastMessage).toContainText(TINY_REPLY);
  await server.close();

  // The files are here now: the server is gone.
  await playground.reload();
  await device.expectModel('tiny-at-an-address.gguf', 'not started');
  await playground.say('Still there?');
  await expect(playground.lastMessage).toContainText(TINY_REPLY);

  await device.openModels();
  await expect(device.stored).toContainText(size);
  await device.button('Delete tiny-at-an-address.gguf').click();
  await expect(device.stored).toBeHidden();
  await expect(device.models).toContainText('Chat with a model on this device');
});

test('[MOD-3] a broken file and a server that is not there are refused in words', {
  tag: '@long',
}, async ({ playground, page }) => {
  const device = new DevicePage(page);
  await device.drop('broken.gguf', new TextEncoder().encode('<!doctype html><title>No</title>'));
  await expect(playground.alert).toContainText('are no model that this engine can run');
  await device.drop('cut.gguf', TINY.subarray(0, 4_000));
  await expect(playground.alert).toContainText('a part of a GGUF file');
  await device.button('Dismiss').click();
  await expect(playground.alert).toBeHidden();

  const gone = await startModelServer(TINY);
  await gone.close();
  await device.ask('model.gguf');
  await expect(device.address).toHaveJSProperty('validity.valid', false);
  await device.ask(gone.address);
  await expect(playground.alert).toContainText('could not be downloaded');
  await device.drop('tiny.gguf', TINY);
  await device.expectModel('tiny.gguf', 'ready');
});

test('[MOD-2] the list says why each model fits or not, and lets any of them be taken', {
  tag: '@long',
}, async ({ playground: { page } }) => {
  const device = new DevicePage(page);
  await device.open();
  await expect(device.models.getByRole('listitem').first()).toContainText(
    /window 4,096.*Recommended\. It runs on/,
  );
  await device.models.getByText('that may not run here').click();
  const large = device.button('Use Qwen2.5 1.5B, llama.cpp');
  await expect(large).toHaveAccessibleDescription(/too slowly/);
  await expect(large).toBeEnabled();
});

test('[DEV-10] a model is chosen, asked and left by keys alone', { tag: '@long' }, async ({
  playground,
  page,
}) => {
  const server = await startModelServer(TINY);
  const device = new DevicePage(page);
  await page.getByRole('radio', { name: 'Comparison' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('radio', { name: 'Scripted' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(device.models).toBeVisible();
  await page.getByRole('textbox', { name: 'Or its address' }).focus();
  await page.keyboard.type(server.address);
  await page.keyboard.press('Enter');
  const heading = device.preparation.getByRole('heading');
  await expect(heading).toHaveText('Download tiny-at-an-address.gguf?');
  // The button that had it is gone; Enter pressed twice is no consent.
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The setup is done, and the person goes on by typing.
  await expect(playground.messageField).toBeFocused();
  await page.keyboard.type('Hello');
  await page.keyboard.press('Enter');
  await expect(playground.lastMessage).toContainText(TINY_REPLY);
  await server.close();
});

test('[MOD-1] memory summarises with the model that chats', { tag: '@long' }, async ({
  playground,
  page,
}) => {
  const device = new DevicePage(page);
  const reply = ['The ', 'user ', 'plans ', 'a ', 'journey ', 'by ', 'train.'];
  await device.drop('tiny.gguf', tinyModelBytes({ window: 4_096, reply }));
  await expect(playground.messageField).toBeVisible();
  await playground.panel.openTab('Compactions');
  const byModel = playground.panel.compactions.filter({ hasText: 'tiny.gguf' });
  await expect(async () => {
    await playground.say('We go by train to the harbour, then along the river. '.repeat(40));
    // The summary that is being written comes after every message, so the test waits for it.
    await device.expectModel('tiny.gguf', 'ready ·');
    expect(await byModel.count()).toBeGreaterThan(0);
  }).toPass();
  await expect(byModel.first()).toContainText('No value lost');
});

test(`[MOD-1] a small language model writes word by word, is stopped, and another takes over, ${NEEDS_REAL_MODEL}`, {
  tag: '@long',
}, async ({ playground, page }) => {
  test.info().skip(!hasRealModel, NEEDS_REAL_MODEL);
  const device = new DevicePage(page);
  await device.open();
  await device.choose(REAL_MODEL);
  await device.expectModel('smollm2-135m-instruct.q4_1.gguf', /ready · WebAssembly/);
  await playground.messageField.fill('Tell me a long story about a ship.');
  await playground.messageField.press('Enter');
  // It reads all of the request first, at some tokens a second.
  await expect(async () => {
    await expect(playground.lastMessage).toContainText('writing …');
  }).toPass();
  await device.button('Stop').click();
  await expect(playground.button('Send')).toBeVisible();
  await expect(playground.lastMessage).toContainText(/\S …$/);

  await device.drop('tiny.gguf', TINY);
  await device.expectModel('tiny.gguf', 'ready');
  await playground.say('Go on.');
  await expect(playground.lastMessage).toContainText(TINY_REPLY);
  await expect.poll(() => playground.fact('message')).toBe(4);
});

test(`[MOD-1] a model of the table runs by web-llm, from its servers once and from this device then, ${NEEDS_TINY_MODEL}`, async ({
  playground,
  page,
  context,
}) => {
  test.info().skip(!hasTinyModel, NEEDS_TINY_MODEL);
  const asked = await serveWebLlmModels(context);
  const device = new DevicePage(page);
  await device.open();
  await device.button('Use SmolLM2 360M, web-llm').click();
  await expect(device.preparation).toContainText('huggingface.co and raw.githubusercontent.com');
  expect(asked.filter((file) => file.startsWith('params'))).toEqual([]);
  await device.preparation.getByRole('button', { name: /^Download \d+ MB$/ }).click();
  await device.expectModel('SmolLM2 360M', 'ready · WebGPU');
  await playground.say('Hello');
  await expect(playground.lastMessage).toContainText('runs the real engine in your browser');
  const before = asked.length;
  await playground.reload();
  await playground.say('And now?');
  await expect(playground.lastMessage).toContainText('runs the real engine in your browser');
  expect(asked.slice(before)).toEqual([]);
});
