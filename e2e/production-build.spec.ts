import type { BrowserContext, Page } from '@playwright/test';
import { bundleCode } from '../scripts/bundle-code.mjs';
import { expect, test } from './src/fixtures.ts';

/** An app with the devtools of an entry point, bundled as for production. */
const appWith = (entry: string, props = '') => `
import { createAgentMemory } from '@agent-memory/core';
import { MemoryDevtools } from '${entry}';
import { tabChannel } from '@agent-memory/devtools/transport';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
const memory = createAgentMemory({ id: 'support', contextWindow: 32_000 });
const devtools = createElement(MemoryDevtools, { memories: { Support: memory }, ${props} });
const place = document.body.appendChild(document.createElement('main'));
createRoot(place).render(createElement('section', null, 'The app', devtools));`;

/** Stands in the panel's element, and in no other code. */
const PANEL = 'data-agent-memory-panel';

/** Opens such an app; `loaded` is the code that the page has loaded. */
async function openApp(context: BrowserContext, code: string) {
  const files = await bundleCode({ folder: 'e2e', code, external: [] });
  const entry = files.find(({ isEntry }) => isEntry)?.fileName;
  const page = await context.newPage();
  const loaded: string[] = [];
  await page.route('**/bundled/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/bundled/', '');
    const file = files.find(({ fileName }) => fileName === name);
    if (file) loaded.push(file.code);
    const html = `<!doctype html><title>App</title><body><script type="module" src="/bundled/${entry}"></script>`;
    await route.fulfill({
      contentType: file ? 'text/javascript' : 'text/html',
      body: file?.code ?? html,
    });
  });
  await page.goto('/bundled/');
  await expect(page.getByText('The app')).toBeVisible();
  return { page, loaded };
}

/**
 * What a page of the origin hears when it looks for memories. The app's own page says when it has heard the
 * question too, on a channel that is younger than any of the app's: an answer of the app would come before.
 */
async function heardFrom(app: Page, context: BrowserContext): Promise<readonly string[]> {
  await app.evaluate(() => {
    const channel = new BroadcastChannel('agent-memory:devtools');
    channel.onmessage = ({ data }) => data.body?.type === 'look' && channel.postMessage('heard');
  });
  const other = await context.newPage();
  await other.route('**/bundled/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title>' }),
  );
  await other.goto('/bundled/other');
  return other.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const heard: string[] = [];
        const channel = new BroadcastChannel('agent-memory:devtools');
        channel.onmessage = ({ data }) => {
          if (data === 'heard') resolve(heard);
          else heard.push(data.body.type);
        };
        const look = { agentMemoryDevtools: 1, from: 'other', body: { type: 'look' } };
        channel.postMessage(look);
      }),
  );
}

test('[DEV-8] [DEV-9] a production build answers no other page and loads nothing of the panel', async ({
  context,
}) => {
  const { page, loaded } = await openApp(context, appWith('@agent-memory/devtools'));
  expect(await heardFrom(page, context)).toEqual([]);
  expect(loaded.join()).toContain('support');
  expect(loaded.join()).not.toContain(PANEL);
  await expect(page.locator('[data-agent-memory-devtools]')).toHaveCount(0);
});

test('[DEV-8] devtools that an app has in production answer no other page unless they are given a channel', async ({
  context,
}) => {
  const hosts = '@agent-memory/devtools/hosts';
  const silent = await openApp(context, appWith(hosts));
  await expect(silent.page.getByRole('button', { name: /^Memory of/ })).toBeVisible();
  expect(await heardFrom(silent.page, context)).toEqual([]);
  expect(silent.loaded.join()).toContain(PANEL);
  await silent.page.close();
  const asking = await openApp(context, appWith(hosts, 'channel: tabChannel()'));
  await expect(asking.page.getByRole('button', { name: /^Memory of/ })).toBeVisible();
  expect(await heardFrom(asking.page, context)).toEqual(['source']);
});
