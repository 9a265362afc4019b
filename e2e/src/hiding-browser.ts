import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { chromiumArguments } from '../../scripts/chromium-arguments.mjs';

/** A browser in which a tab hides the ones behind it, as with a person. */
export interface HidingBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

const DOORWAY = /DevTools listening on (ws:\S+)/;

/**
 * Starts one on a profile of its own. In Playwright's own browsers every tab counts as shown, and Chromium
 * freezes none that is: there a command to freeze is acknowledged and does nothing.
 */
export async function openHidingBrowser(): Promise<HidingBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'agent-memory-hiding-'));
  const child = spawn(
    findBrowser() ?? chromium.executablePath(),
    [
      ...['--headless', ...chromiumArguments, '--window-size=1280,900'],
      ...['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await Promise.race([addressOf(child.stderr), ended.then(refuseEnd)]);
    const browser = await chromium.connectOverCDP(address, { noDefaults: true });
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no tabs.');
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the browser says where it can be driven. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = DOORWAY.exec(line) ?? [];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('The browser did not say where it can be driven.');
}

function refuseEnd(): never {
  throw new Error('The browser has ended before it could be driven.');
}
