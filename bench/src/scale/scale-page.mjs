// @ts-check
import { createServer } from 'node:http';
import { chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/browser.mjs';
import { bundleCode } from '../../../scripts/bundle-code.mjs';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';

/**
 * A tab with a module of ours in it.
 *
 * @typedef {object} ScaleTab
 * @property {import('playwright').Browser} browser
 * @property {import('playwright').Page} page
 * @property {<Result>(effort: object) => Promise<Result>} measure calls the module's `measure`
 */

/**
 * Serves an empty page with a module that exports `measure(effort)`, and gives tabs of it in Chromium.
 * The page has an origin, which IndexedDB needs.
 *
 * @template Result
 * @param {string} code of the module
 * @param {(newTab: () => Promise<ScaleTab>) => Promise<Result>} use
 * @param {string} [folder] from where the module's imports are found, relative to the root
 * @returns {Promise<Result>}
 */
export async function withScalePage(code, use, folder = 'apps/playground') {
  const executablePath = await ensureBrowser();
  const server = await served(code, folder);
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    return await use(async () => {
      const page = await browser.newPage();
      await page.goto(server.address);
      return {
        browser,
        page,
        measure: (effort) =>
          page.evaluate(
            `import('${server.module}').then(({ measure }) => measure(${JSON.stringify(effort)}))`,
          ),
      };
    });
  } finally {
    await browser.close();
    server.close();
  }
}

/** A page tells its memory, workers included, only where it is isolated. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * @param {string} code
 * @param {string} folder
 */
async function served(code, folder) {
  const bundle = await bundleCode({ folder, code });
  const entry = bundle.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The bundle has no entry.');
  // Later chunks import what they share with the entry from it, by its name.
  const files = new Map(bundle.map((file) => [`/${file.fileName}`, file.code]));
  const server = createServer(({ url = '/' }, response) => {
    const script = files.get(url);
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, ...ISOLATED }).end(script ?? '<!doctype html>');
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    address: `http://localhost:${address.port}/`,
    module: `/${entry.fileName}`,
    close: () => server.close(),
  };
}
