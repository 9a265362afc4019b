import { test as base } from '@playwright/test';
import { EndpointPage } from './endpoint-page.ts';
import { type EndpointServer, startEndpointServer } from './endpoint-server.ts';
import { PlaygroundPage } from './playground-page.ts';

/**
 * Every journey starts as a first visit: `playground` is the page opened in an empty browser, and
 * `page` one that was not opened yet. With either, an error that nobody caught fails the journey.
 * `server` is a server of the journey's own that speaks the OpenAI chat API.
 */
export const test = base.extend<{
  playground: PlaygroundPage;
  endpoint: EndpointPage;
  server: EndpointServer;
}>({
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
  endpoint: async ({ playground }, use) => {
    await use(new EndpointPage(playground.page));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  server: async ({}, use) => {
    const server = await startEndpointServer();
    await use(server);
    await server.close();
  },
});

export { expect } from '@playwright/test';
