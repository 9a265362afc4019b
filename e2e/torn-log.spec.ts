import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { logOf, tearLastRecord } from '../scripts/leveldb-log.mjs';
import { PlaygroundPage } from './src/playground-page.ts';

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
