// @ts-check
import { DRIVEN, driveHiding } from '../../../scripts/testing/hiding-browser.mjs';
import { openTab } from './driven-browser.mjs';
import { startBrowser } from './raw-browser.mjs';

/** @typedef {import('./driven-browser.mjs').DrivenBrowser} DrivenBrowser */

/**
 * Chromium on a profile, in which a tab in front hides those behind it.
 *
 * @param {import('./raw-browser.mjs').Installed} browser
 * @param {string} profile a folder of its own
 * @param {import('../link/serve-page.mjs').ServedPage} served
 * @returns {Promise<DrivenBrowser>}
 */
export async function startHidingBrowser(browser, profile, served) {
  const raw = await startBrowser(browser, profile, 'about:blank', DRIVEN);
  try {
    const { context, leave } = await driveHiding(profile);
    return {
      context,
      open: (tab) => openTab(context, served, tab),
      close: async () => {
        await leave();
        await raw.close();
      },
    };
  } catch (error) {
    await raw.kill();
    throw error;
  }
}
