import { test as base } from '@playwright/test';
import { PlaygroundPage } from './playground-page.ts';

/**
 * Every journey starts as a first visit: `playground` is the page opened in an empty browser, and
 * `page` one that was not opened yet. With either, an error that nobody caught fails the journey.
 */
export const test = base.extend<{ playground: PlaygroundPage }>({
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await use(page);
    base.expect(faults, 'uncaught errors of the page').toEqual([]);
  },
  playground: async ({ page }, use) => {
    const playground = new PlaygroundPage(page);
    await playground.open();
    await use(playground);
  },
});

export { expect } from '@playwright/test';
