// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { patience } from '../patience.mjs';

const LOOK_MS = 20;

/** Has Chromium listen for whoever drives it, at a port that it chooses. */
export const DRIVEN = ['--remote-debugging-port=0'];

/**
 * Drives a Chromium that was started as a process of its own, with `DRIVEN`, in which a tab in front hides
 * those behind it, as with a person. In a browser that Playwright starts every tab counts as shown, and
 * Chromium freezes none that is: there a command to freeze is acknowledged and does nothing.
 *
 * @param {string} profile folder of the browser, which writes there where it listens
 * @returns {Promise<{ readonly context: import('playwright').BrowserContext, readonly leave: () => Promise<void> }>}
 *   `leave` stops driving it, and does not end it
 */
export async function driveHiding(profile) {
  const address = `http://127.0.0.1:${await portIn(profile)}`;
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no tabs.');
  return { context, leave: () => browser.close() };
}

/** @param {string} profile */
async function portIn(profile) {
  const file = path.join(profile, 'DevToolsActivePort');
  const limit = performance.now() + patience.startMs;
  while (performance.now() < limit) {
    const [port] = /^\d+(?=\n)/.exec(await textOf(file)) ?? [];
    if (port !== undefined) return port;
    await wait(LOOK_MS);
  }
  throw new Error('The browser did not say where it can be driven.');
}

/** @param {string} file that may not be there yet */
async function textOf(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
