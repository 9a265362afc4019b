// @ts-check
import { chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/browser.mjs';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';
import {
  longestTaskCpuMs,
  longestTaskMs,
  TRACE_CATEGORIES,
  wholeCpuMs,
} from '../scale/longest-task.mjs';
import { servePage } from './serve-page.mjs';

/** @typedef {import('./page/first-send-page.tsx').FirstSendOptions} FirstSendOptions */

/**
 * The first message of a page that was just opened.
 *
 * @typedef {object} FirstSend
 * @property {number} sentMs from the press to the request
 * @property {number} workMs processor time of the page's main thread from the press to the request
 * @property {number} taskMs the longest task
 * @property {number} taskCpuMs the most processor time that one task took
 */

/**
 * Sends the first message of a long chat in a real browser, each in a page of its own.
 *
 * @param {readonly import('./system.mjs').FirstSendSystem[]} systems
 * @param {{ readonly messages: number, readonly runs: number, readonly restMs: number }} extent `restMs`: how
 *   long a page stands still ahead of the press; somebody reads before writing
 * @returns {Promise<readonly (readonly FirstSend[])[]>} the runs of each system
 */
export async function sendFirst(systems, { messages, runs, restMs }) {
  const executablePath = await ensureBrowser();
  const served = await servePage(new URL('./page/first-send-page.tsx', import.meta.url));
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const stored = await browser.newContext();
    await inPage(stored, served, (call) => call('fillChat', messages));
    /** @type {FirstSend[][]} */
    const measured = systems.map(() => []);
    // Round by round, so that whatever else the machine does meets all alike.
    for (let run = 0; run < runs; run += 1) {
      for (const [index, { kind, known, isAtOnce }] of systems.entries()) {
        const context = known === 'stored' ? stored : await browser.newContext();
        const options = { kind, known, messages, restMs: isAtOnce ? 0 : restMs };
        measured[index]?.push(await sent(browser, context, served, options));
        if (context !== stored) await context.close();
      }
    }
    return measured;
  } finally {
    await browser.close();
    served.close();
  }
}

/**
 * @param {import('playwright').Browser} browser
 * @param {import('playwright').BrowserContext} context
 * @param {Served} served
 * @param {FirstSendOptions} options
 * @returns {Promise<FirstSend>}
 */
async function sent(browser, context, served, options) {
  return inPage(context, served, async (call, page) => {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const { sentMs } = await call('measureFirstSend', options);
    const trace = await browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString());
    return {
      sentMs,
      workMs: wholeCpuMs(traceEvents),
      taskMs: longestTaskMs(traceEvents).longestMs,
      taskCpuMs: longestTaskCpuMs(traceEvents),
    };
  });
}

/** @typedef {Awaited<ReturnType<typeof servePage>>} Served */
/** @typedef {(name: string, argument: unknown) => Promise<any>} Call */

/**
 * @template Result
 * @param {import('playwright').BrowserContext} context
 * @param {Served} served
 * @param {(call: Call, page: import('playwright').Page) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
async function inPage(context, { address, script }, use) {
  const page = await context.newPage();
  try {
    await page.goto(address);
    const call = (/** @type {string} */ name, /** @type {unknown} */ argument) =>
      page.evaluate(
        `import('${script}').then((page) => page.${name}(${JSON.stringify(argument)}))`,
      );
    return await use(call, page);
  } finally {
    await page.close();
  }
}
