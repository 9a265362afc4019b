import { ChatPage } from './chat-page.ts';
import { type ExampleName, startExample } from './example-app.ts';
import { test as base, expect } from './fixtures.ts';
import type { ServedApp } from './served-app.ts';

/**
 * Journeys through the examples: `openExample` builds one, serves it and opens it in an empty
 * browser, with `server` as its model. A warning or an error on the page's console fails the journey.
 */
export const test = base.extend<{ openExample: (name: ExampleName) => Promise<ChatPage> }>({
  openExample: async ({ page, server }, use) => {
    const apps: ServedApp[] = [];
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The browser itself reports a connection that the model's server broke off on purpose.
      if (message.location().url.startsWith(server.address)) return;
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await use(async (name) => {
      const app = await startExample(name, server.address);
      apps.push(app);
      await page.goto(app.address);
      return new ChatPage(page);
    });
    // Before its server goes, from which it may still be loading something.
    await page.close();
    await Promise.all(apps.map((app) => app.stop()));
    expect(complaints, 'complaints on the console').toEqual([]);
  },
});

export { expect };
