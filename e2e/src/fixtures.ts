import { test as base } from '@playwright/test';
import { PlaygroundPage } from './playground-page.ts';

/** Every journey starts as a first visit: an empty browser on the page. */
export const test = base.extend<{ playground: PlaygroundPage }>({
  playground: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const playground = new PlaygroundPage(page);
    await playground.open();
    await use(playground);
    base.expect(faults, 'uncaught errors of the page').toEqual([]);
  },
});

export { expect } from '@playwright/test';
