import type { Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { PlaygroundPage, THRASHING } from './src/playground-page.ts';
import { SHORT_TALK, sessionFile } from './src/session-files.ts';

/** The ways in which browsers refuse a database. */
const DENIALS = {
  throws: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  },
  'is missing': () => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  },
};

async function visitWithout(page: Page, denial: () => void): Promise<PlaygroundPage> {
  await page.addInitScript(denial);
  const playground = new PlaygroundPage(page);
  await playground.open();
  return playground;
}

for (const [way, denial] of Object.entries(DENIALS)) {
  test(`[STO-2] where IndexedDB ${way}, the page says so and everything works`, async ({
    page,
  }) => {
    const playground = await visitWithout(page, denial);
    await playground.choose(THRASHING);
    await playground.playToTheEnd();
    await expect(playground.notice).toContainText(/gone when this page closes/);
  });
}

test('[STO-2] a file plays where nothing can be stored, localStorage included', async ({
  page,
}) => {
  const playground = await visitWithout(page, () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    CacheStorage.prototype.open = async () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await playground.drop('meridian.json', sessionFile('meridian', SHORT_TALK));
  await expect(playground.notice).toContainText('gone when this page closes');
  await playground.playToTheEnd();
  await expect(playground.lastMessage).toContainText('Room 512 is free');
});
