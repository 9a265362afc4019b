// @ts-check
import { createServer } from 'node:http';
import { chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/browser.mjs';
import { bundleCode } from '../../../scripts/bundle-code.mjs';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';

/**
 * A tab with a module of ours in it.
 *
 * @typedef {object} Tab
 * @property {import('playwright').Browser} browser
 * @property {import('playwright').Page} page
 * @property {<Result>(effort: object) => Promise<Result>} measure calls the module's `measure`
 */

/**
 * Opens a tab; in one context tabs share what is stored. Default: a context of its own.
 *
 * @typedef {(context?: import('playwright').BrowserContext) => Promise<Tab>} NewTab
 */

/**
 * Serves an empty page with a module that exports `measure(effort)`, and gives tabs of it in Chromium.
 * The page has an origin, which IndexedDB needs.
 *
 * @template Result
 * @param {string} code of the module
 * @param {(newTab: NewTab, address: string, browser: import('playwright').Browser) => Promise<Result>} use
 * @param {object} [options]
 * @param {string} [options.folder] from where the module's imports are found, relative to the root
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean} [options.serve]
 *   answers a request for a file that the module does not have; false where it cannot
 * @param {readonly RegExp[]} [options.external] imports that are not bundled; default: those of React
 * @returns {Promise<Result>}
 */
export async function withMeasuringPage(code, use, options = {}) {
  const { folder = 'apps/playground', serve = () => false, external } = options;
  const executablePath = await ensureBrowser();
  const server = await served({ folder, code, ...(external && { external }) }, serve);
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    /** @type {NewTab} */
    const newTab = async (context) => {
      const page = await (context ?? browser).newPage();
      await page.goto(server.address);
      return {
        browser,
        page,
        measure: (effort) =>
          page.evaluate(
            `import('${server.module}').then(({ measure }) => measure(${JSON.stringify(effort)}))`,
          ),
      };
    };
    return await use(newTab, server.address, browser);
  } finally {
    await browser.close();
    server.close();
  }
}

/** A page tells its memory, workers included, and has threads, only where it is isolated. */
const ISOLATED = /** @type {const} */ ([
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-embedder-policy', 'require-corp'],
]);

/**
 * @param {Parameters<typeof bundleCode>[0]} source
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean} serve
 */
async function served(source, serve) {
  const bundle = await bundleCode(source);
  const entry = bundle.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The bundle has no entry.');
  // Later chunks import what they share with the entry from it, by its name.
  const files = new Map(bundle.map((file) => [`/${file.fileName}`, file.code]));
  const server = createServer((request, response) => {
    for (const [name, value] of ISOLATED) response.setHeader(name, value);
    const script = files.get(request.url ?? '/');
    if (script === undefined && serve(request, response)) return;
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(script ?? '<!doctype html>');
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
