import { runScript } from '../scripts/package-managers.mjs';
import { ChatPage } from './src/chat-page.ts';
import { serveExample, VITE_EXAMPLES } from './src/example-app.ts';
import { expect, test } from './src/fixtures.ts';
import { installOutside } from './src/outside-app.ts';
import { isWithoutRegistry } from './src/without-registry.ts';

for (const name of [...VITE_EXAMPLES, 'nextjs'] as const) {
  test(`the example ${name} is copied out of the repository, installed, checked, built and talked to`, async ({
    page,
    server,
  }, testInfo) => {
    const app = await installOutside(`examples/${name}`).catch(async (error: Error) => {
      testInfo.skip(await isWithoutRegistry(error), error.message);
      throw error;
    });
    try {
      await runScript(app.folder, 'check');
      await runScript(app.folder, 'build', {
        VITE_ENDPOINT: server.address,
        NEXT_TELEMETRY_DISABLED: '1',
      });
      const served = await serveExample(name, app.folder, server.address);
      try {
        await page.goto(served.address);
        const chat = new ChatPage(page);
        await chat.say('Hello');
        await expect(chat.lastMessage).toContainText('You said: Hello');
        await chat.hasStored(2);
        await page.reload();
        await expect(chat.messages).toHaveCount(2);
      } finally {
        // Before its server goes, from which it may still be loading something.
        await page.close();
        await served.stop();
      }
    } finally {
      await app.remove();
    }
  });
}
