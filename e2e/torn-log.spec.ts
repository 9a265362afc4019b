import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type BrowserContext,
  chromium,
  expect,
  type LaunchOptions,
  type Page,
  test,
} from '@playwright/test';
import { logOf, tearLastRecord } from '../scripts/testing/leveldb-log.mjs';
import { PlaygroundPage } from './src/playground-page.ts';

/** The canaries in `localStorage`: the sessions that a page missed are marked there. */
function canariesIn(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('agent-memory-canary:'))
      .map(([, canary]) => JSON.parse(String(canary))),
  );
}

const WORDS = 'My locker is number 4711.';

/** Starts the browser on the profile, opens the assistant, and ends the browser after the visit. */
type Visit = (
  during: (playground: PlaygroundPage) => Promise<void>,
  prepare?: (context: BrowserContext) => Promise<unknown>,
) => Promise<void>;

async function afterATornWrite(
  {
    baseURL,
    launchOptions,
  }: { readonly baseURL: string | undefined; readonly launchOptions: LaunchOptions },
  during: (visit: Visit) => Promise<void>,
): Promise<void> {
  if (baseURL === undefined) throw new Error('The journey needs the address of the playground.');
  const profile = await mkdtemp(path.join(tmpdir(), 'torn-log-'));
  const visit: Visit = async (work, prepare) => {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
    try {
      await prepare?.(context);
      const playground = new PlaygroundPage(await context.newPage());
      await playground.open();
      await playground.openChat();
      await work(playground);
    } finally {
      await context.close();
    }
  };
  try {
    await visit(async (playground) => {
      await playground.say(WORDS);
      await isThere(playground);
    });
    await tearLastRecord(await logOf(profile, baseURL));
    await during(visit);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function isThere({ messages }: PlaygroundPage): Promise<void> {
  await expect(messages.getByText(WORDS, { exact: true })).toBeVisible();
}

test('[STO-7] a conversation is there at each later start after the browser tore its last write', {
  tag: '@long',
}, async ({ baseURL, launchOptions }) => {
  await afterATornWrite({ baseURL, launchOptions }, async (visit) => {
    for (const start of ['first', 'second', 'third']) {
      await test.step(`the ${start} start after it`, () => visit(isThere));
    }
  });
});

/** As with `logRotation: false`: the page goes on where no new log can be begun. */
function withoutLogRotation(): void {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    if (name === 'agent-memory-new-log') throw new DOMException('Not in this test.', 'AbortError');
    return open.call(this, name, version);
  };
}

/** Keeps what the browser says of losses, by the database that was opened. */
function hearLosses(): void {
  const { open } = IDBFactory.prototype;
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  IDBFactory.prototype.open = function (name, version) {
    const request = open.call(this, name, version);
    request.addEventListener('upgradeneeded', (event) => {
      if ('dataLoss' in event && event.dataLoss === 'total') heard.push(name);
    });
    return request;
  };
}

test('[STO-7] where the browser emptied the site after a torn write, the page notices what was there', {
  tag: '@long',
}, async ({ baseURL, launchOptions }) => {
  await afterATornWrite({ baseURL, launchOptions }, async (visit) => {
    await test.step('a start without a new log reads past the tear and writes after it', () =>
      visit(isThere, (context) => context.addInitScript(withoutLogRotation)));
    const noticesTheLoss = async ({ page, messages }: PlaygroundPage) => {
      const lost = { entries: expect.any(Number), lostAtMs: expect.any(Number) };
      await expect.poll(() => canariesIn(page)).toContainEqual(expect.objectContaining(lost));
      await expect(messages.getByText(WORDS)).toHaveCount(0);
      // Chromium reports it to the first that opens a database.
      expect(await page.evaluate('heard')).toEqual(['agent-memory-new-log']);
    };
    await test.step('the next one finds nothing', () =>
      visit(noticesTheLoss, (context) => context.addInitScript(hearLosses)));
  });
});
