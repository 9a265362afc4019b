// @ts-check
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/browser.mjs';
import { bundleCode } from '../../../scripts/bundle-code.mjs';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';

/**
 * What the store took with `n` messages in it.
 *
 * @typedef {object} StoreTimes
 * @property {number} n
 * @property {readonly number[]} writeMs one message committed
 * @property {readonly number[]} loadMs the session read whole by a store that was just opened
 */

const WRITES = 200;
const LOADS = 5;

/**
 * Measures the IndexedDB store in Chromium, a database of its own for each length.
 *
 * @param {readonly number[]} lengths
 * @param {number} [calls] the most writes, and the most loads, of a length
 * @returns {Promise<readonly StoreTimes[]>}
 */
export async function storeTimes(lengths, calls = WRITES) {
  const effort = { writes: Math.min(WRITES, calls), loads: Math.min(LOADS, calls) };
  const executablePath = await ensureBrowser();
  const page = await servedPage();
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const tab = await browser.newPage();
    await tab.goto(page.address);
    const times = [];
    for (const n of lengths) {
      /** @type {Omit<StoreTimes, 'n'>} */
      const measured = await tab.evaluate(
        `import('/store.js').then(({ measure }) => measure(${JSON.stringify({ n, ...effort })}))`,
      );
      times.push({ n, ...measured });
    }
    return times;
  } finally {
    await browser.close();
    page.close();
  }
}

/** An empty page and the store as a module beside it; IndexedDB needs an origin. */
async function servedPage() {
  const inPage = fileURLToPath(new URL('./store-page.mjs', import.meta.url));
  const code = `
    import { indexedDbStore } from '@agent-memory/indexeddb';
    import { measureStore } from ${JSON.stringify(inPage)};
    export const measure = (effort) => measureStore(indexedDbStore, effort);`;
  const files = new Map(
    (await bundleCode({ folder: 'apps/playground', code })).map((file) => [
      file.isEntry ? '/store.js' : `/${file.fileName}`,
      file.code,
    ]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const script = files.get(url);
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(script ?? '<!doctype html>');
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return { address: `http://localhost:${address.port}/`, close: () => server.close() };
}
