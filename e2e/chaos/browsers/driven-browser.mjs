// @ts-check
import { chromium } from 'playwright';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';

/**
 * A tab of a browser with a driver, for what only a driver can do to it.
 *
 * @typedef {object} DrivenTab
 * @property {import('../link/page-link.mjs').PageLink} link
 * @property {import('playwright').Page} page
 * @property {import('playwright').CDPSession} devtools
 */

/**
 * Chromium on a profile, driven by Playwright: tabs of one profile share what is stored.
 *
 * @typedef {object} DrivenBrowser
 * @property {(tab: string) => Promise<DrivenTab>} open opens the served page; each opening has a name of its own
 * @property {import('playwright').BrowserContext} context
 * @property {() => Promise<void>} close ends it as a person would
 */

/**
 * @param {import('./raw-browser.mjs').Installed} browser
 * @param {string} profile a folder of its own
 * @param {import('../link/serve-page.mjs').ServedPage} served
 * @returns {Promise<DrivenBrowser>}
 */
export async function driveBrowser({ executable }, profile, served) {
  const args = chromiumArguments;
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    args,
  });
  return {
    context,
    open: (tab) => openTab(context, served, tab),
    close: () => context.close(),
  };
}

/**
 * Opens the page of a bench in a tab of its own.
 *
 * @param {import('playwright').BrowserContext} context
 * @param {import('../link/serve-page.mjs').ServedPage} served
 * @param {string} tab
 * @returns {Promise<DrivenTab>}
 */
export async function openTab(context, served, tab) {
  const page = await context.newPage();
  const [link] = await Promise.all([served.page(tab), page.goto(served.address(tab))]);
  return { link, page, devtools: await context.newCDPSession(page) };
}
