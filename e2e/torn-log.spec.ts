import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { tearLastRecord } from './src/leveldb-log.ts';
import { PlaygroundPage } from './src/playground-page.ts';

/** The log that the browser writes for the databases of one origin. */
async function logOf(profile: string, baseURL: string): Promise<string> {
  const { protocol, hostname, port } = new URL(baseURL);
  const origin = `${protocol.slice(0, -1)}_${hostname}_${port}`;
  const folder = path.join(profile, 'Default', 'IndexedDB', `${origin}.indexeddb.leveldb`);
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  expect(logs).toHaveLength(1);
  return path.join(folder, String(logs[0]));
}

test('[STO-7] a conversation is there at each later start after the browser tore its last write', async ({
  baseURL,
  launchOptions,
}) => {
  if (baseURL === undefined) throw new Error('The journey needs the address of the playground.');
  const profile = await mkdtemp(path.join(tmpdir(), 'torn-log-'));
  /** Starts the browser on the profile, and ends it behind the visit. */
  const visit = async (during: (playground: PlaygroundPage) => Promise<void>): Promise<void> => {
    const context: BrowserContext = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL,
    });
    try {
      const playground = new PlaygroundPage(await context.newPage());
      await playground.open();
      await playground.openAssistant();
      await during(playground);
    } finally {
      await context.close();
    }
  };
  const words = 'My locker is number 4711.';
  const isThere = async ({ messages }: PlaygroundPage) => {
    await expect(messages.getByText(words)).toBeVisible();
  };
  try {
    await visit(async (playground) => {
      await playground.say(words);
      await isThere(playground);
    });
    await tearLastRecord(await logOf(profile, baseURL));
    for (const start of ['first', 'second', 'third']) {
      await test.step(`the ${start} start after it`, () => visit(isThere));
    }
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
