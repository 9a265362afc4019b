import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { chromiumArguments } from '../../scripts/chromium-arguments.mjs';
import { DRIVEN, driveHiding } from '../../scripts/testing/hiding-browser.mjs';

/** A browser in which the tab in front hides the others, as for a person. */
export interface HidingBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts one on a profile of its own. */
export async function openHidingBrowser(): Promise<HidingBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'agent-memory-hiding-'));
  const child = spawn(
    findBrowser() ?? chromium.executablePath(),
    [
      ...['--headless', ...chromiumArguments, '--window-size=1280,900'],
      ...[...DRIVEN, `--user-data-dir=${profile}`, 'about:blank'],
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { context } = await Promise.race([driveHiding(profile), ended.then(refuseEnd)]);
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuseEnd(): never {
  throw new Error('The browser has ended before it could be driven.');
}
