import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { readableTexts } from '../scripts/testing/readable-texts.mjs';
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
    await playground.openChat();
    await playground.say('I prefer the zebrawood armchair');
    await playground.say('No, I prefer the zebrawood armchair by the quagga rug');
    await expect.poll(readable).toEqual(['quagga', 'zebrawood']);
    await playground.startOver();
    await playground.panel.eraseUser();
    await expect.poll(readable).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
