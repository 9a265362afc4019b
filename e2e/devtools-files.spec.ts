import type { Page } from '@playwright/test';
import { createServer, defaultServerConditions } from 'vite';
import {
  createAgentMemory,
  inMemoryStore,
  type MemoryStore,
  slidingWindow,
} from '../packages/core/src/index.ts';
import { inRepository } from '../scripts/repository.mjs';
import { dropFile } from './src/drop-file.ts';
import { expect, test } from './src/hosts-fixtures.ts';

// High enough for all rows: those out of sight are not in the document.
test.use({ viewport: { width: 1280, height: 1400 } });

/** The text of a session file with this title. */
async function sessionFile(title: string): Promise<string> {
  const store = inMemoryStore();
  const memory = createAgentMemory({
    id: 'trip',
    store,
    system: 'You plan trips by train.',
    contextWindow: 2_000,
    policy: slidingWindow({ messages: 8, slack: 0 }),
  });
  for (let call = 1; call <= 10; call += 1) {
    await memory.append({ role: 'user', content: `Which train is number ${call}?` });
    await memory.assemble();
    await memory.append({ role: 'assistant', content: `Train PAY-${9_000 + call}.` });
  }
  await memory.assemble();
  await memory.dispose();
  return exported(store, title);
}

/** Written by the package from its source: these journeys run without a build. */
async function exported(store: MemoryStore, title: string): Promise<string> {
  const vite = await createServer({
    root: inRepository('e2e'),
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    ssr: {
      noExternal: [/^@agent-memory\//],
      resolve: { conditions: ['@agent-memory/source', ...defaultServerConditions] },
    },
  });
  const { sessionCatalog } = await vite.ssrLoadModule('@agent-memory/sessions');
  const sessions = sessionCatalog(store);
  await sessions.rename('trip', title);
  const file = JSON.stringify(await sessions.export('trip'));
  await vite.close();
  return file;
}

const alert = (page: Page) => page.getByRole('alert');
const choice = (page: Page) => page.getByRole('combobox', { name: 'Memory that is shown' });

async function pick(page: Page, name: string, content: string | Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open file …' }).click(),
  ]);
  await chooser.setFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });
}

const OPENINGS = {
  'by the button': pick,
  'by a drop': (page: Page, name: string, content: string) =>
    dropFile(page, name, Buffer.from(content)),
};

for (const [way, open] of Object.entries(OPENINGS)) {
  test(`[DEV-8] a session file that is opened ${way} shows its session and its past`, async ({
    page,
    hosts,
  }) => {
    await page.goto(`${hosts}devtools.html`);
    await open(page, 'trip.agentmem.json', await sessionFile('Trip to Porto'));
    await expect(page.getByText('Trip to Porto · trip.agentmem.json')).toBeVisible();
    await expect(
      page.getByText(/^A copy of trip\.agentmem\.json, in this page only/),
    ).toBeVisible();
    const strip = page.getByRole('slider', { name: 'Calls of the session' });
    await expect(strip).toHaveAttribute('aria-valuemax', '11');
    await strip.press('Home');
    await expect(page.getByText(/^Call 1 of 11 · the past/)).toBeVisible();
    await page.getByRole('button', { name: 'Close file' }).click();
    await expect(page.getByRole('heading', { name: 'No memory answers yet' })).toBeVisible();
  });
}

test('[DEV-8] files that cannot be opened are each refused in words; what is shown stays, and the page answers', async ({
  page,
  hosts,
}) => {
  const whole = await sessionFile('Trip to Porto');
  const junk = Buffer.alloc(49_900_000, '[{"junk":1},');
  const refused = [
    ['cut.json', whole.slice(0, whole.length / 2), 'It is not JSON, or was cut off'],
    [
      'newer.json',
      whole.replace('"version":1', '"version":9'),
      'It has version 9, of a newer release',
    ],
    ['damaged.json', whole.replace('"role":"user"', '"role":"narrator"'), 'nothing was imported'],
    ['junk.json', junk, 'It is not JSON, or was cut off'],
    ['pictures.json', Buffer.alloc(49_900_000, 0xff), 'It is not JSON, or was cut off'],
    ['large.json', Buffer.alloc(50_000_001, 0x20), 'It has 51 MB; files of up to 50 MB are opened'],
  ] as const;
  await page.goto(`${hosts}devtools.html`);
  await pick(page, 'trip.agentmem.json', whole);
  const shown = page.locator('.total');
  await expect(shown).toContainText('tokens');
  const total = await shown.textContent();
  for (const [name, content, says] of refused) {
    // The tools that drive the browser hand on 50 MB at most; larger ones are made in the page.
    if (content.length > 10_000_000) await dropJunk(page, name, content);
    else await pick(page, name, content);
    await expect(alert(page)).toContainText(says);
    await expect(alert(page)).toContainText(
      `“${name}” was not opened, and nothing here has changed.`,
    );
    await expect(alert(page).getByText(says)).toHaveCount(1);
    await expect(shown).toHaveText(total ?? 'a total');
  }
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert(page)).toBeHidden();
  await page.getByRole('row').filter({ hasText: 'Train PAY-9010' }).click();
  await expect(page.getByRole('region', { name: /^Details/ })).toContainText('PAY-9010');
});

/** Drops a file that repeats the first bytes of this content to its length. */
async function dropJunk(page: Page, name: string, content: string | Buffer): Promise<void> {
  const first = Buffer.from(content).subarray(0, 12);
  const transfer = await page.evaluateHandle(
    ([fileName, pattern, length]) => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 1) bytes[at] = pattern[at % pattern.length] ?? 0;
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName));
      return data;
    },
    [name, [...first], content.length] as const,
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer });
}

test('[DEV-8] a file with the name of a memory in a tab stands beside it, and each is shown as itself', async ({
  page,
  context,
  hosts,
}) => {
  await page.goto(hosts);
  const devtools = await context.newPage();
  await devtools.goto(`${hosts}devtools.html`);
  await expect(devtools.getByText('Support · Workshop')).toBeVisible();
  await dropFile(devtools, 'Workshop', Buffer.from(await sessionFile('Support')));
  await expect(choice(devtools).getByRole('option')).toHaveText([
    'Support · Workshop',
    'Support · Workshop',
  ]);
  const files = choice(devtools).locator('optgroup[label="From files"]');
  await expect(files.locator('option')).toHaveCount(1);
  const ofFile = devtools.getByRole('row').filter({ hasText: 'You plan trips by train.' });
  const ofTab = devtools.getByRole('row').filter({ hasText: 'You look after the bicycles' });
  await expect(ofFile).toBeVisible();
  await choice(devtools).selectOption({ index: 0 });
  await expect(ofTab).toBeVisible();
  await choice(devtools).selectOption({ index: 1 });
  await expect(ofFile).toBeVisible();
  await devtools.getByRole('button', { name: 'Close file' }).click();
  await expect(ofTab).toBeVisible();
});
