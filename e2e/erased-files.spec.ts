import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { readableTexts } from '../scripts/readable-texts.mjs';
import { PlaygroundPage } from './src/playground-page.ts';

const WORDS = ['zebrawood', 'quagga'];

test('[LTM-8] what is erased can be read in no file of the browser', async ({
  baseURL,
  launchOptions,
}) => {
  if (baseURL === undefined) throw new Error('The journey needs the address of the playground.');
  const profile = await mkdtemp(path.join(tmpdir(), 'erased-files-'));
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
  const readable = async () => {
    const found = await readableTexts(profile, WORDS);
    return [...new Set(found.map(({ text }) => text))].sort();
  };
  try {
    const playground = new PlaygroundPage(await context.newPage());
    await playground.open();
    await playground.openAssistant();
    await playground.say('I prefer the zebrawood armchair');
    await playground.say('No, I prefer the zebrawood armchair by the quagga rug');
    await expect.poll(readable).toEqual(['quagga', 'zebrawood']);
    await playground.startOver();
    await playground.say('Erase my armchair');
    await expect(playground.lastMessage).toContainText('Erased for good: 2 records');
    // The history of this conversation says what was sent for its first question; it goes with it.
    await playground.startOver();
    await expect.poll(readable).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
